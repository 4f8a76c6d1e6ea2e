// The key by which texts of ASCII are found.

import { extended } from "./hash.js";

/** The most bytes of a key that holds the bytes themselves. */
export const LONGEST_EXACT = 8;
/** The length is in the upper bits of `second`. */
const LENGTH_SHIFT = 28;

/**
 * The key of a text of ASCII: two numbers that are the bytes themselves, or 0 and 0 for a long text, and a hash. Short texts with the same two
 * numbers are the same text.
 */
export class AsciiKey {
  first = 0;
  second = 0;
  hash = 0;
  /** False if a byte is beyond ASCII, so that there is no key. */
  isAscii = false;

  /** Sets the key of so many bytes, `LONGEST_EXACT` at most: `first` is seven bits of each of the first four, `second` of the others. */
  set(first: number, second: number, hash: number, length: number): void {
    this.first = first;
    this.second = second | (length << LENGTH_SHIFT);
    this.hash = hash;
    this.isAscii = true;
  }

  /** Makes the key of the bytes from `start` to `end`. */
  read(bytes: Uint8Array, start: number, end: number): void {
    let all = 0;
    let first = 0;
    let second = 0;
    let hash = 0;
    let at = start;
    if (end - start <= LONGEST_EXACT) {
      const middle = Math.min(end, start + 4);
      for (; at < middle; at += 1) {
        const byte = bytes[at] ?? 0;
        all |= byte;
        first = (first << 7) | byte;
        hash = extended(hash, byte);
      }
      for (; at < end; at += 1) {
        const byte = bytes[at] ?? 0;
        all |= byte;
        second = (second << 7) | byte;
        hash = extended(hash, byte);
      }
      second |= (end - start) << LENGTH_SHIFT;
    } else {
      for (; at < end; at += 1) {
        const byte = bytes[at] ?? 0;
        all |= byte;
        hash = extended(hash, byte);
      }
    }
    this.first = first;
    this.second = second;
    this.hash = hash;
    this.isAscii = all < 0x80;
  }
}
