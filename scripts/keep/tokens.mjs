// Counts tokens with o200k_base, the encoding of OpenAI's models.

import { estimateTokens } from "backscroll";
import { Tiktoken } from "js-tiktoken/lite";
import o200k from "js-tiktoken/ranks/o200k_base";

const encoding = new Tiktoken(o200k);
/** A model that reads this encoding. All sizes are counted for it. */
export const MODEL = "gpt-4o";
/** @type {Map<string, number>} */
const known = new Map();
/** @type {WeakMap<object, number>} */
const sizes = new WeakMap();

/** Returns the tokens of a text. It is an `Estimator`. @param {string} text */
export function o200kTokens(text) {
  if (!known.has(text)) known.set(text, encoding.encode(text, [], []).length);
  return known.get(text);
}

/** Returns the tokens of messages as a conversation counts them, with o200k for their texts. @param {import("backscroll").MessageInit[]} messages */
export function sizeOf(messages) {
  return messages.reduce((sum, message) => sum + sizeOfOne(message), 0);
}

function sizeOfOne(message) {
  if (!sizes.has(message)) sizes.set(message, estimateTokens([message], { estimator: o200kTokens, model: MODEL }));
  return sizes.get(message);
}
