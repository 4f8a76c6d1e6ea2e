// What takes long has a file for each target; none is forgotten.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { TARGETS } from "../support/judges.mjs";

for (const [folder, name] of [["js", "sanitize-mutations"], ["oracles", "mutations"], ["oracles", "replay"]]) {
  test(`${folder}: each target has its file of ${name}, which says its name`, () => {
    const here = new URL(`../${folder}/`, import.meta.url);
    const files = readdirSync(here).filter((file) => file.startsWith(`${name}-`) && file.endsWith(".test.mjs"));
    assert.deepEqual(files, TARGETS.map((target) => `${name}-${target}.test.mjs`).sort());
    for (const target of TARGETS) assert.ok(readFileSync(new URL(`${name}-${target}.test.mjs`, here), "utf8").endsWith(`("${target}");\n`), target);
  });
}
