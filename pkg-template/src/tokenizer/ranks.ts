// The ranks of tokens: of two tokens, the one with the lower rank is merged first.

/** No token. */
export const NONE = 0x7fffffff;

/** The number of bits of a rank that distinguish tokens beyond ASCII after the same ASCII token. These bits are then not 0. */
const BITS_BEYOND = 4;

/** Returns the rank of an ASCII token by its place among ASCII tokens, or of the token beyond ASCII that is `beyond` places after it. */
export function rankAt(ascii: number, beyond: number): number {
  return (ascii << BITS_BEYOND) | beyond;
}
