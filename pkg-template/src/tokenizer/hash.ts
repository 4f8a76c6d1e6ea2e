// The hash of bytes: of a part of a piece, it is known from those of the beginnings of the piece.

/** The factor of the hash, a prime. */
export const FACTOR = 0x01000193;
/** Spreads the bits of a hash: the upper bits of the product are the place in a table. */
export const SPREAD = 0x9e3779b1;
/** Mixes a second number into a hash. */
export const MIX = 0x85ebca6b;

/** Returns the hash of bytes: of `hash`, and the byte behind it. */
export function extended(hash: number, byte: number): number {
  return (Math.imul(hash, FACTOR) + byte + 1) | 0;
}

/** Returns the hash of the bytes from `start` to `end`. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at += 1) hash = extended(hash, bytes[at] ?? 0);
  return hash;
}
