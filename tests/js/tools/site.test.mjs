// The site: the doctor, a page for each refusal, the documents and the reference, in one folder that works below any path.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { sanitize, validate } from "backscroll";
import { RULES, explain, repairParameters } from "backscroll/doctor";
import { at } from "../../../scripts/lib/paths.mjs";
import { serve } from "../../../scripts/lib/static-server.mjs";
import { relativePath } from "../../../scripts/site/html.mjs";
import { ELSEWHERE } from "../../../scripts/site/refusals/elsewhere.mjs";
import { LABELS } from "../../../scripts/site/refusals/labels.mjs";
import { refusals } from "../../../scripts/site/refusals/list.mjs";
import { codeOf } from "../../../scripts/site/refusals/page.mjs";
import { buildSite } from "../../../scripts/site/site.mjs";
import { EVERYWHERE, errorsOf } from "../../support/snippets/check.mjs";
import { crawl } from "../../support/site-links.mjs";

const all = refusals();
const ofRules = all.filter(({ rule }) => rule !== null);
let site;
const textAt = (path) => readFileSync(join(site.folder, path), "utf8");
/** The text of HTML as a reader sees it. */
const readable = (html) => html.replace(/<[^>]+>/g, "").replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&amp;/g, "&");

before(async () => {
  site = await buildSite();
});

describe("refusals", () => {
  test("each rule has a page, and an example if its words or a body are known", () => {
    assert.deepEqual(ofRules.map(({ id }) => id), RULES.map(({ id }) => id));
    assert.deepEqual(Object.keys(LABELS).filter((id) => !RULES.some((rule) => rule.id === id)), []);
    for (const { id, path, words, shown } of ofRules) {
      assert.ok(existsSync(join(site.folder, path)), path);
      const isKnown = words.length > 0 || shown !== null;
      assert.equal(textAt(path).includes(`#example=${id}"`), isKnown, id);
      assert.equal(existsSync(join(site.folder, `examples/${id}.json`)), isKnown, id);
      if (!isKnown) continue;
      const { id: named, title, text } = JSON.parse(textAt(`examples/${id}.json`));
      assert.equal(named, id);
      assert.ok(title !== "" && !title.includes("`"), title);
      assert.equal(typeof text, "string");
    }
  });

  test("addresses are unique, and are made of words", () => {
    assert.equal(new Set(all.map(({ path }) => path)).size, all.length);
    for (const { path } of all) assert.match(path, /^refusals\/[a-z-]+\/[a-z0-9]+(?:-[a-z0-9]+)+\.html$|\/(?:field-required|overloaded)\.html$/);
    assert.ok(all.some(({ path }) => path === "refusals/anthropic/tool-use-without-tool-result.html"));
  });

  test("a page shows all words of its rule, what to do, and ways to it", () => {
    for (const { id, path, words, action, ways } of ofRules) {
      const text = readable(textAt(path));
      for (const each of words) assert.ok(text.includes(each), `${id}: ${each}`);
      assert.ok(action !== "" && ways.length > 0, id);
    }
  });

  test("the body of a page breaks its rule, and the repaired body does not", () => {
    const shown = ofRules.filter((refusal) => refusal.shown !== null);
    const isBroken = (rule, body, options) => validate(rule.target, body, options).some((violation) => violation.rule === rule.id);
    for (const { id, rule, shown: { before: body, after, options } } of shown) {
      assert.ok(isBroken(rule, body, options), `${id}: before`);
      if (after === null) continue;
      assert.ok(!isBroken(rule, after, options), `${id}: after`);
      const again = sanitize(rule.target, body, options).body;
      assert.deepEqual(repairParameters(again, validate(rule.target, again, options)).body, after, id);
    }
    const without = ofRules.filter((refusal) => refusal.shown === null).map(({ id }) => id);
    assert.deepEqual(without, ["OC11", "AN13", "AN16", "OR15", "BE19"], "bodies do not show these faults");
  });

  test("a rule that is repaired, and has a body, has a repaired body", () => {
    const unrepaired = ofRules.filter(({ rule, shown }) => rule.handling === "repaired" && shown !== null && shown.after === null);
    assert.deepEqual(unrepaired.map(({ id }) => id), []);
  });

  test("an example holds the provider's words and the body", () => {
    for (const { id, words, shown } of ofRules.filter((refusal) => refusal.words.length > 0 || refusal.shown !== null)) {
      const { text } = JSON.parse(textAt(`examples/${id}.json`));
      if (words.length > 0) assert.ok(text.startsWith(words[0]), id);
      if (shown !== null) assert.deepEqual(JSON.parse(text.slice(words.length === 0 ? 0 : words[0].length)), JSON.parse(JSON.stringify(shown.before)), id);
    }
  });

  test("the program of each page is strict TypeScript", () => {
    const programs = new Map(all.map((refusal) => [codeOf(refusal), refusal.path]).filter(([code]) => code !== undefined));
    assert.ok(programs.size > 50, `${programs.size}`);
    const pieces = [...programs].map(([code, where]) => ({ where, before: 'import { conversation } from "./assumed.js"; declare const request: { model: string; messages: object[] }; ', code, after: "export {};" }));
    assert.deepEqual(errorsOf(pieces, EVERYWHERE).flat(), []);
  });

  test("the words of refusals without a rule have the cause that their page names", () => {
    const other = ELSEWHERE.flatMap(({ label, cause, words }) => words.map((each) => [label, each, explain(each)[0]?.cause, cause]));
    assert.deepEqual(other.filter(([, , found, cause]) => found !== cause), []);
  });
});

describe("pages", () => {
  test("each page has a title of its own and a description", () => {
    const titles = new Map();
    for (const { path } of site.pages) {
      const html = textAt(path);
      const [, title] = /<title>([^<]+)<\/title>/.exec(html) ?? [];
      const [, description] = /<meta name="description" content="([^"]+)">/.exec(html) ?? [];
      assert.ok(title?.trim() && description?.trim(), path);
      assert.ok(!titles.has(title), `${path} and ${titles.get(title)}: ${title}`);
      titles.set(title, path);
    }
  });

  test("each page of docs/ is in the site once", () => {
    const pages = readdirSync(at("docs"), { recursive: true }).filter((name) => name.endsWith(".md"));
    const expected = pages.map((name) => `docs/${name.replaceAll("\\", "/").replace(/README\.md$/, "index.md").replace(/\.md$/, ".html")}`);
    const paths = site.pages.map(({ path }) => path);
    assert.deepEqual(expected.filter((path) => paths.filter((each) => each === path).length !== 1), []);
  });

  test("each code of errors and of repairs has a page", () => {
    const declared = readFileSync(at("node_modules", "backscroll", "index.d.ts"), "utf8");
    const codes = ["ErrorCode", "RepairCode"].flatMap((name) => [...new RegExp(`type ${name} =([^;]*);`).exec(declared)[1].matchAll(/"([a-z-]+)"/g)].map(([, code]) => code));
    assert.ok(codes.length > 60, `${codes.length}`);
    assert.deepEqual(codes.filter((code) => !existsSync(join(site.folder, `docs/codes/${code}.html`))), []);
  });

  test("the reference has a page for each function of the package", async () => {
    const functions = Object.entries(await import("backscroll")).filter(([, value]) => typeof value === "function" && !/^class\b/.test(String(value)));
    assert.ok(functions.length > 15, `${functions.length}`);
    assert.deepEqual(functions.map(([name]) => name).filter((name) => !existsSync(join(site.folder, `docs/reference/index/functions/${name}.html`))), []);
  });

  test("no page has a script or a style of its own, so that the policy can forbid both", () => {
    for (const { path } of site.pages) assert.doesNotMatch(textAt(path), /<script>|<style|<[^>]+ style="/, path);
  });
});

describe("links", () => {
  for (const base of ["/", "/deep/base/path/"]) {
    test(`no link is broken below ${base}, and all pages are linked`, async () => {
      const server = await serve({ [base]: site.folder });
      try {
        // The doctor need not link to the others.
        const { pages, broken, outside } = await crawl(`${server.url}${base.slice(1)}`, ["", "refusals/", "docs/"]);
        assert.deepEqual(broken, []);
        assert.deepEqual([...outside], []);
        const reached = [...pages.keys()].map((path) => (path === "" || path.endsWith("/") ? `${path}index.html` : path));
        assert.deepEqual(site.pages.map(({ path }) => path).filter((path) => !reached.includes(path)), []);
      } finally {
        await server.close();
      }
    });
  }

  const RELATIVE = [
    ["refusals/a/b.html", "index.html", "../../"],
    ["refusals/a/b.html", "refusals/a/c.html", "c.html"],
    ["refusals/a/b.html", "docs/x.html", "../../docs/x.html"],
    ["index.html", "docs/index.html", "docs/"],
    ["docs/index.html", "docs/index.html", "./"],
    ["docs/index.html", "docs/x/y.html", "x/y.html"],
  ];
  for (const [from, to, expected] of RELATIVE) {
    test(`from ${from} to ${to} leads ${expected}`, () => assert.equal(relativePath(from, to), expected));
  }
});

test("the missing page needs no other file, and finds the site from any depth", () => {
  const html = textAt("404.html");
  assert.doesNotMatch(html, /<link|<img| src="/);
  assert.match(html, /data-to="refusals\/"/);
});
