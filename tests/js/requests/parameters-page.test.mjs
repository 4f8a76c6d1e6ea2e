// docs/parameters.md names every rule and vendor whose parameters are checked, and says which are repaired.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { PARAMETER_REPAIRS } from "../../support/strict/cases/parameter-repairs.mjs";

const read = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const page = read("docs/parameters.md");
/** The cells of each row of a table, after the first two characters. */
const rows = [...page.matchAll(/^\| (.+) \|$/gm)].map(([, row]) => row.split(" | "));

const sources = ["pkg-template/src/providers", "pkg-template/src/parameters"].flatMap((folder) =>
  readdirSync(new URL(`../../../${folder}/`, import.meta.url), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .filter((path) => /parameters\.ts$|src\/parameters\/[\w-]+\.ts$/.test(path)),
);
const code = sources.map(read).join("\n");
const ids = new Set([...code.matchAll(/"((?:OC|OR|AN|GE|BE|MI)\d+[a-c]?)"/g)].map(([, id]) => id));

test("the page has a row for each rule that is checked, and for no other", () => {
  assert.ok(sources.length > 10 && ids.size > 25, `${sources.length} files, ${ids.size} rules`);
  const named = rows.map(([id]) => id).filter((id) => /^[A-Z]{2}\d/.test(id));
  assert.deepEqual(named.sort(), [...ids].sort());
});

test("a row says that a rule is repaired exactly if one of its cases is", () => {
  const cases = Object.values(PARAMETER_REPAIRS).flat();
  const repaired = new Set(cases.filter(({ after }) => after !== undefined).map(({ rule }) => rule));
  const said = rows.filter(([id, , does]) => ids.has(id) && does !== "–").map(([id]) => id);
  assert.deepEqual(said.sort(), [...repaired].sort());
});

test("the page has a row for each vendor with rules of its own, which names them", () => {
  const checks = read("pkg-template/src/providers/openai-chat/vendor-parameters.ts").split("const CHECKS")[1].split("\n};")[0];
  const vendors = [...checks.matchAll(/^ {2}"?([a-z-]+)"?: \(/gm)].map(([, name]) => name);
  const named = rows.map(([name]) => name).filter((name) => /^`[a-z-]+`$/.test(name));
  assert.deepEqual(named, vendors.map((name) => `\`${name}\``).sort());
  assert.equal(vendors.length, 12);
  for (const [name, what] of rows.filter(([name]) => named.includes(name))) assert.match(what, /OC\d/, name);
});
