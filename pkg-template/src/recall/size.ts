// Sizes of texts in tokens, roughly, because an estimator would need the engine.

import { whole } from "../reduce/message-text.js";

/** Quarters of a token: of a letter or white space in ASCII, and of any other sign. */
const [LETTER, SIGN, TOKEN] = [1, 3, 4];

function weigh(code: number): number {
  return code <= 0x20 || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) ? LETTER : SIGN;
}

/** Returns the tokens of a text. */
export function roughTokens(text: string): number {
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) parts += weigh(text.charCodeAt(at));
  return Math.ceil(parts / TOKEN);
}

/** Returns the longest beginning of a text that takes at most so many tokens. */
export function clipped(text: string, tokens: number): string {
  let left = tokens * TOKEN;
  for (let at = 0; at < text.length; at += 1) {
    left -= weigh(text.charCodeAt(at));
    if (left < 0) return text.slice(0, whole(text, at));
  }
  return text;
}
