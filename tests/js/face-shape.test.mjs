// The files of the face: small ones, as those of the core are (`tests/layers.rs`).

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../../pkg-template/src/", import.meta.url);
/** Longer than this, a file is of two minds. */
const MOST_LINES = 400;

test("no file is over 400 lines", () => {
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".ts"));
  assert.ok(files.some((name) => name.endsWith("conversation.ts")) && files.some((name) => name.startsWith("strands")), files.join(" "));
  const lines = (name) => readFileSync(new URL(name.replaceAll("\\", "/"), folder), "utf8").trimEnd().split("\n").length;
  assert.deepEqual(files.filter((name) => lines(name) > MOST_LINES), []);
});
