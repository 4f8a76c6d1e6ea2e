// docs/choose.md: its figures are those of its programs, and of `npm run size`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { at } from "../../../scripts/lib/paths.mjs";
import { fencesOf } from "../../support/snippets/fences.mjs";

const page = readFileSync(at("docs", "choose.md"), "utf8");
const cells = (row) => page.split("\n").find((line) => line.startsWith(`| ${row} |`)).split("|").slice(2, -1).map((cell) => cell.trim());

test("the table counts the lines of the programs, without those that print", () => {
  const lines = fencesOf("docs/choose.md").map(({ code }) => code.split("\n").filter((line) => line.trim() !== "" && !/^ *(console\.log|\/\/)/.test(line)).length);
  assert.deepEqual(cells("lines of the program below").map(Number), lines);
});
