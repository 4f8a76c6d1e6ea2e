// Notes of messages that were left out.

/**
 * Returns how many messages a text says were left out; null for a text that is no note.
 *
 * @param {unknown} text
 * @returns {number | null}
 */
export function notedCount(text) {
  const match = typeof text === "string" ? /^\[(\d+) messages? left out(: [^\]]*)?\]$/.exec(text) : null;
  return match === null ? null : Number(match[1]);
}

/** Returns the number of notes in a value. */
export function noteTotal(value) {
  return JSON.stringify(value).match(/"\[\d+ messages? left out(: [^\]]*)?\]"/g)?.length ?? 0;
}

/** Reports whether a piece is a note. */
export function isNote({ kind, value }) {
  return kind === "text" && notedCount(value) !== null;
}
