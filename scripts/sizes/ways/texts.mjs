// Ways that count the texts of a request, and nothing else.

import { countTokens } from "backscroll/o200k";
import { textsOf } from "./chat.mjs";

/** @typedef {import("./way.mjs").Way} Way */

/**
 * Makes a way that adds up the tokens of all texts. The requests of a session repeat their texts, so counts are remembered.
 *
 * @param {string} name
 * @param {string} how
 * @param {(text: string) => number} count
 * @returns {Way}
 */
export function textWay(name, how, count) {
  const remembered = memory(count);
  return { name, how, sizeOf: (request) => textsOf(request).reduce((sum, text) => sum + remembered(text), 0) };
}

/** Returns a function that calls `compute` once for each text. */
export function memory(compute) {
  const known = new Map();
  return (text) => {
    if (!known.has(text)) known.set(text, compute(text));
    return known.get(text);
  };
}

/** @type {Way} */
export const byCharacters = textWay("chars/4", "a token for four characters of all texts", (text) => text.length / 4);

/** @type {Way} */
export const byO200k = textWay("o200k", "backscroll/o200k over all texts", countTokens);
