// Lone surrogates: half of a character in UTF-16, which UTF-8 cannot hold.

import type { Repair } from "../types/index.js";

/** In a regular expression with the flag `u`, a surrogate that has its other half is no `Cs`. */
const LONE = /\p{Cs}/gu;

/** Counts the surrogates in `text` that lack their other half. */
export function loneSurrogates(text: string): number {
  const { isWellFormed } = text as { isWellFormed?: () => boolean };
  if (isWellFormed?.call(text) === true) return 0;
  return text.match(LONE)?.length ?? 0;
}

/** Returns the text as the core keeps it, with U+FFFD in place of each lone surrogate. */
export function withoutLoneSurrogates(text: string): string {
  return text.replace(LONE, "\ufffd");
}

/**
 * Replaces lone surrogates in JSON text made by `JSON.stringify`, which writes them as escapes. Reads every escape in turn, so that
 * the letters `\ud800` of a text (in JSON `\\ud800`) are left alone.
 */
export function withoutLoneSurrogateEscapes(json: string): { json: string; replaced: number } {
  if (!json.includes("\\ud")) return { json, replaced: 0 };
  let replaced = 0;
  const valid = json.replace(/\\(?:ud[89a-f][0-9a-f]{2}|[^])/g, (escape) => {
    if (escape.length === 2) return escape;
    replaced += 1;
    return "\ufffd";
  });
  return { json: valid, replaced };
}

/** Returns the report of `replaced` lone surrogates; empty when there were none. */
export function surrogateRepairs(replaced: number, messageId?: string): Repair[] {
  if (replaced === 0) return [];
  const subject = replaced === 1 ? "1 lone surrogate" : `${replaced} lone surrogates`;
  const detail = `${subject} became U+FFFD: text is sent as UTF-8, which cannot hold half a character.`;
  return [{ code: "lone-surrogate-replaced", ...(messageId !== undefined && { messageId }), detail }];
}
