// The targets, as the core lists them.

import { existsSync, readFileSync } from "node:fs";

/** @typedef {import("backscroll").Target} Target */

/** @type {{ name: Target, list: string, system: string | null, isChat: boolean, formRule: string, mappingRule: string | null, prefill: boolean }[]} */
const LISTED = JSON.parse(readFileSync(new URL("./targets.json", import.meta.url), "utf8"));

/** The files that the tests need for each target, relative to this folder. */
const NEEDED = (target) => [`../../pkg-template/src/strict-provider/${target}/judge.js`, `../../src/format/${target.replaceAll("-", "_")}/rules/`];

/** The missing files. A target with a missing file is not tested, and `tests/js/requests/targets.test.mjs` fails with this list. */
export const MISSING = LISTED.flatMap(({ name }) => NEEDED(name)).filter((file) => !existsSync(new URL(file, import.meta.url)));

const ROWS = LISTED.filter(({ name }) => NEEDED(name).every((file) => !MISSING.includes(file)));

/** The targets that are tested, in the order of their numbers in the core. */
export const TARGETS = ROWS.map(({ name }) => name);

/** @type {Record<Target, string>} the field of each target's list of messages */
export const LISTS = Object.fromEntries(ROWS.map(({ name, list }) => [name, list]));

/** @type {Record<Target, string>} the field of each target's system prompt beside the messages; `system` if the target has none */
export const SYSTEMS = Object.fromEntries(ROWS.map(({ name, system }) => [name, system ?? "system"]));

/** @type {Record<Target, string>} the rule that a body must have the form of the reference */
export const FORM_RULES = Object.fromEntries(ROWS.map(({ name, formRule }) => [name, formRule]));

/** The rules by which ids of calls such as `call_1` are mapped. */
export const MAPPING_RULES = ROWS.flatMap(({ mappingRule }) => mappingRule ?? []);

/** @type {Record<Target, boolean>} true where a request may end with words of the assistant, by default */
export const PREFILLS = Object.fromEntries(ROWS.map(({ name, prefill }) => [name, prefill]));

/**
 * Completes a table: a target of the chat completions family without a row gets OpenAI's row.
 *
 * @template Row
 * @param {Partial<Record<Target, Row>>} table
 * @returns {Record<Target, Row>}
 */
export function byTarget(table) {
  const missing = ROWS.filter(({ name, isChat }) => !isChat && !(name in table)).map(({ name }) => name);
  if (missing.length > 0) throw new Error(`a table of the tests has no row of ${missing.join(", ")}`);
  return Object.fromEntries(ROWS.map(({ name }) => [name, name in table ? table[name] : table["openai-chat"]]));
}
