// The documents in the package, and what is made of them for coding agents.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { at } from "../../../scripts/lib/paths.mjs";

const folder = new URL("../../../node_modules/backscroll/", import.meta.url);
const text = (name) => readFileSync(new URL(name, folder), "utf8");
const pages = readdirSync(at("docs"), { recursive: true }).filter((name) => name.endsWith(".md")).map((name) => `docs/${name.replaceAll("\\", "/")}`);
const linksOf = (page) => [...page.replaceAll(/^```[^]*?^```$/gm, "").matchAll(/\]\(([^)\s]+)\)/g)].map(([, href]) => href).filter((href) => !/^(https?:|#)/.test(href));

test("every page of docs/ is in the package, without comments for tests", () => {
  assert.ok(pages.length > 25, `${pages.length} pages`);
  for (const page of pages) assert.ok(!text(page).includes("<!--"), page);
});

for (const name of [...pages, "llms.txt"])
  test(`the links of ${name} lead to files of the package`, () => {
    const broken = linksOf(text(name)).filter((href) => !existsSync(new URL(href.split("#")[0], new URL(name, folder))));
    assert.deepEqual(broken, []);
  });

describe("for coding agents", () => {
  test("llms.txt has the form of llmstxt.org, and lists each page once", () => {
    const [title, empty, quote] = text("llms.txt").split("\n");
    assert.deepEqual([title, empty], ["# backscroll", ""]);
    assert.match(quote, /^> \S/);
    assert.deepEqual(linksOf(text("llms.txt")).sort(), [...pages].sort());
    for (const line of text("llms.txt").split("\n").filter((line) => line.startsWith("- "))) assert.match(line, /^- \[[^\]]+\]\([^)]+\)(: \S.*[.?])?$/);
  });

  test("llms-full.txt holds each page whole", () => {
    const full = text("llms-full.txt");
    for (const page of pages) assert.ok(full.includes(readFileSync(at(page), "utf8").replace(/<!--[^]*?-->\n?/g, "").trim()), page);
  });

  test("the skill has a name and a description, and programs of the documents, which run", () => {
    const skill = text("skills/backscroll/SKILL.md");
    const [, name, description] = /^---\nname: (.+)\ndescription: (.+)\n---\n/.exec(skill) ?? assert.fail("no front matter");
    assert.equal(name, "backscroll");
    assert.ok(description.length <= 1_024 && /Use it when/.test(description));
    const programs = [...skill.matchAll(/^```ts\n[^]*?^```$/gm)].map(([program]) => program);
    assert.ok(programs.length > 0);
    for (const program of programs) assert.ok(pages.some((page) => text(page).includes(program)));
    for (const href of linksOf(skill)) assert.ok(existsSync(new URL(href.replace("node_modules/backscroll/", ""), folder)), href);
    assert.ok(skill.split("\n").length < 200);
  });
});
