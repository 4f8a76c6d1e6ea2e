// The ranks of tokens: of two tokens, the one with the lower rank is merged first.

/** No token. */
export const NONE = 0x7fffffff;

/** So many bits of a rank tell tokens beyond ASCII apart that follow the same token of ASCII. Theirs is not 0. */
const BITS_BEYOND = 4;

/** Returns the rank of an ASCII token by its place among those, or of the token beyond ASCII that stands so many behind it. */
export function rankAt(ascii: number, beyond: number): number {
  return (ascii << BITS_BEYOND) | beyond;
}
