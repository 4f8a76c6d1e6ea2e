// The hash of bytes: of a part of a piece, it is known from those of the beginnings of the piece.

/** The factor of the hash of bytes, a prime. */
export const FACTOR = 0x01000193;
/** Factors that spread the bits of a number. */
const [SPREAD, MIX] = [0x9e3779b1, 0x85ebca6b];

/** Returns a number whose upper bits are a place in a table. */
export function spread(hash: number): number {
  return Math.imul(hash, SPREAD);
}

/** Returns a number of two, whose upper bits are a place in a table. */
export function mixed(first: number, second: number): number {
  return Math.imul(first ^ Math.imul(second, MIX), SPREAD);
}

/** Returns the hash of the bytes of `hash` and the next byte. */
export function extended(hash: number, byte: number): number {
  return (Math.imul(hash, FACTOR) + byte + 1) | 0;
}

/** Returns the hash of the bytes from `start` to `end`. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at += 1) hash = extended(hash, bytes[at] ?? 0);
  return hash;
}
