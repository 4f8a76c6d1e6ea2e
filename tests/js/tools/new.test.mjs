// `npm run new`: the files of a new provider, rule or strategy, and the lists that name it.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { at } from "../../../scripts/lib/paths.mjs";
import { provider } from "../../../scripts/new/provider.mjs";
import { catalogues, rule } from "../../../scripts/new/rule.mjs";
import { strategy } from "../../../scripts/new/strategy.mjs";

const next = ([prefix, { numbers }]) => `${prefix}${Math.max(...numbers) + 1}`;
const [anthropic, ...others] = ["AN", "OC", "OR", "GE", "BE", "MI"].map((prefix) => next([prefix, catalogues()[prefix]]));

const ADDITIONS = {
  provider: provider("acme-two", "AC"),
  strategy: strategy("named-by-this-test"),
  rule: rule(anthropic),
  ...Object.fromEntries(others.map((id) => [`rule ${id}`, rule(id)])),
};

describe("npm run new", () => {
  for (const [kind, { files, lines, steps }] of Object.entries(ADDITIONS)) {
    test(`${kind}: writes new files, and adds to lines that exist`, () => {
      assert.deepEqual(Object.keys(files).filter((path) => existsSync(at(path))), []);
      for (const [path, line, added] of lines) {
        const matches = readFileSync(at(path), "utf8").match(new RegExp(line, `${line.flags}g`)) ?? [];
        assert.ok(matches.length > 0 && added.length > 0, `${path}: ${line}`);
      }
      assert.ok(steps.length > 3);
      for (const [path, text] of Object.entries(files)) {
        if (!path.endsWith(".test.mjs")) assert.doesNotMatch(text, /undefined|\[object/, path);
        if (path.endsWith(".json")) assert.equal(path.endsWith(`/${JSON.parse(text).rule}.json`), true, path);
      }
    });
  }

  test("a rule of the new provider has OpenAI's cases under its own ids, and none of OpenAI's words", () => {
    const rules = Object.entries(ADDITIONS.provider.files).filter(([path]) => /\/AC\d+\.json$/.test(path)).map(([, text]) => JSON.parse(text));
    assert.ok(rules.length > 10, `${rules.length}`);
    for (const { rule: id, words, evidence, cases } of rules) {
      assert.ok(words === undefined && evidence.length > 0, id);
      assert.ok(cases.some(({ repairs }) => repairs?.length === 0), `${id}: no case stays as it is`);
      assert.doesNotMatch(JSON.stringify(cases), /"OC\d/, id);
    }
  });

  test("a name that cannot be one is refused, with what to give", () => {
    const refused = [() => provider("Acme", "AC"), () => provider("acme", "AN"), () => provider("acme"), () => rule("AN1"), () => rule("XX1"), () => rule(), () => strategy("newestFiles")];
    for (const make of refused) assert.throws(make, ({ name, advice }) => name === "StepError" && advice.length > 0);
  });
});
