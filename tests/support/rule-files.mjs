// The files of the rules, with their cases. `src/rules/README.md` describes the fields.

import { readFileSync, readdirSync } from "node:fs";

/** The folder of a target's rules. */
const rulesFolder = (target) => new URL(`../../src/format/${target.replaceAll("-", "_")}/rules/`, import.meta.url);

/** The files with cases, in the order of their names: `{ name, rule, demands, cases }`. */
export function ruleFiles(target) {
  const folder = rulesFolder(target);
  const names = readdirSync(folder).sort();
  return names.map((name) => ({ name, ...JSON.parse(readFileSync(new URL(name, folder), "utf8")) })).filter(({ cases }) => cases.length > 0);
}
