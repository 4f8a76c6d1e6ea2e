// The sentences of the providers' rules, by their ids.

import { readFileSync } from "node:fs";
import { at } from "../lib/paths.mjs";

/** A rule in RULES.md: the first two cells of a row. */
const ROW = /^\| ([A-Z]{2}\d+[a-z]?) \| ([^|]+) \|/gm;

/** @returns {Map<string, string>} such as `OC2` to "Every tool call has its result before the next message that is no tool message." */
export function ruleSentences() {
  return new Map([...readFileSync(at("src", "rules", "RULES.md"), "utf8").matchAll(ROW)].map(([, id, sentence]) => [id, sentence]));
}
