// The targets that the tests cover. `BLESS=1 node --test tests/js/requests/targets.test.mjs` writes the test files of each target.

import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { convert } from "backscroll";
import { MISSING, TARGETS } from "../../support/targets.mjs";

/** Long tests have a file for each target, so that several run at once. */
const FILES = [
  ["js/requests", "mutations", "testBrokenHistories", "../../support/mutations/broken-histories.mjs"],
  ["oracles", "mutations", "testBrokenHistories", "./mutations.mjs"],
  ["oracles", "replay", "testReplay", "./replay.mjs"],
];

test("each target has a judge and rules with cases", () => assert.deepEqual(MISSING, [], "these are missing in tests/support, and their targets are not tested"));

test("the package has the targets of the list", () => {
  let known = [];
  try {
    convert([], "openai-chat", "none");
  } catch ({ message }) {
    known = [...message.split(";")[0].matchAll(/"([a-z0-9-]+)"/g)].map(([, name]) => name);
  }
  assert.deepEqual(known.slice(0, TARGETS.length), TARGETS, "`npm test -- build pack` installs a package of the newest list");
});

for (const [folder, name, run, module] of FILES) {
  const here = new URL(`../../${folder}/`, import.meta.url);
  const file = (target) => new URL(`${name}-${target}.test.mjs`, here);
  const text = (target) => `import { ${run} } from "${module}";\n\n${run}("${target}");\n`;

  test(`${folder}: each target has its file of ${name}`, () => {
    if (process.env.BLESS !== undefined) for (const target of TARGETS) writeFileSync(file(target), text(target));
    const files = readdirSync(here).filter((found) => found.startsWith(`${name}-`) && found.endsWith(".test.mjs"));
    assert.deepEqual(files, TARGETS.map((target) => `${name}-${target}.test.mjs`).sort());
    for (const target of TARGETS) assert.equal(readFileSync(file(target), "utf8"), text(target));
  });
}
