// Advice for unknown fields.

import { type Names, adviceOn, fieldMeant } from "./other-names.js";

/** Names the key that was likely meant, or says where the field belongs; null if no key is similar. */
export function fieldAdvice(key: string, keys: readonly string[], others: Names): string | null {
  const meant = fieldMeant(key, keys, others);
  const advice = meant === undefined ? adviceOn(key, others) : null;
  if (advice !== null) return advice;
  const near = meant ?? nearest(key, keys);
  return near === undefined ? null : `Did you mean \`${near}\`?`;
}

/** Returns the most similar key, other spellings of the same words first; undefined when none is similar. */
function nearest(key: string, keys: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  const distances = keys.map((candidate) => distance(plain(key), plain(candidate)));
  const least = Math.min(...distances);
  return least <= Math.max(1, Math.floor(key.length / 3)) ? keys[distances.indexOf(least)] : undefined;
}

/** Counts the edits (one character added, removed or changed) between two words. */
function distance(from: string, to: string): number {
  // A long key is no misspelling, and the table would grow with it.
  if (from.length > 40) return from.length;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const letter of from) {
    let left = (row[0] ?? 0) + 1;
    row = row.map((above, at) => {
      if (at > 0) left = Math.min(left + 1, above + 1, (row[at - 1] ?? 0) + (letter === to[at - 1] ? 0 : 1));
      return left;
    });
  }
  return row[to.length] ?? 0;
}
