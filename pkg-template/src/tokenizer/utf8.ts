// Characters in UTF-8 bytes. The bytes come from `TextEncoder`, so they are valid.

/**
 * Returns the code point of the character at `at`. Characters of all lengths take the same path: engines compile only the paths that were
 * taken, and start again at another.
 */
export function pointAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return first;
  const length = lengthOf(first);
  let point = first & (0xff >> (length + 1));
  for (let trail = 1; trail < length; trail += 1) point = (point << 6) | ((bytes[at + trail] ?? 0) & 0x3f);
  return point;
}

/** Returns the number of bytes of a character by its first byte. */
export function lengthOf(first: number): number {
  return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}
