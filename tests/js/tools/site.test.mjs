// The documents of the site: each page of docs/ once, and a page for each rule and each code.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { RULES } from "backscroll/doctor";
import { documents } from "../../../scripts/lib/documents.mjs";
import { at } from "../../../scripts/lib/paths.mjs";

const paths = await documents();
const names = (folder) => paths.filter((path) => basename(dirname(path)) === folder).map((path) => basename(path, ".md"));

test("each page of docs/ is in the site once", () => {
  const pages = readdirSync(at("docs"), { recursive: true }).filter((name) => name.endsWith(".md"));
  const copied = paths.filter((path) => !["rules", "codes"].includes(basename(dirname(path))));
  assert.equal(copied.length, pages.length);
  assert.equal(new Set(paths).size, paths.length);
});

test("each rule has a page, with its sentence and the provider's answers", () => {
  assert.deepEqual(names("rules").sort(), RULES.map(({ id }) => id).sort());
  for (const { id, words } of RULES) {
    const text = readFileSync(paths.find((path) => path.endsWith(`/${id}.md`)), "utf8");
    for (const each of words) assert.ok(text.includes(each), `${id}: ${each}`);
  }
});

test("each code of errors and of repairs has a page", () => {
  const declared = readFileSync(at("node_modules", "backscroll", "index.d.ts"), "utf8");
  const codes = ["ErrorCode", "RepairCode"].flatMap((name) => [...new RegExp(`type ${name} =([^;]*);`).exec(declared)[1].matchAll(/"([a-z-]+)"/g)].map(([, code]) => code));
  assert.ok(codes.length > 60, `${codes.length}`);
  assert.deepEqual(codes.filter((code) => !names("codes").includes(code)), []);
});

test("the links of the written pages lead somewhere", () => {
  const broken = paths.flatMap((path) => [...readFileSync(path, "utf8").matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)].map(([, target]) => target).filter((target) => !/^https?:/.test(target) && !existsSync(join(dirname(path), target))).map((target) => `${basename(path)}: ${target}`));
  assert.deepEqual(broken, []);
});

test("no name of a file stands bare in a page: it would become a link to a domain", () => {
  const bare = (text) => text.replace(/```[^]*?```|`[^`]*`|\[[^\]]*\]\([^)]*\)/g, "").match(/\b[\w-]+\.md\b/g) ?? [];
  assert.deepEqual(bare("see MODELS.md"), ["MODELS.md"]);
  assert.deepEqual(paths.flatMap((path) => bare(readFileSync(path, "utf8").split("---").slice(2).join("---")).map((name) => `${basename(path)}: ${name}`)), []);
});
