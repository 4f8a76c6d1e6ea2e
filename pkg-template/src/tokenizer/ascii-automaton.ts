// The finite automaton that splits ASCII.

import { LOWER, NEWLINE, NUMBER, SPACE, SYMBOL, UPPER } from "./character-classes.js";

/** The states, each named by the bytes of the piece up to here. */
export const START = 0;
const [SYMBOL_ALONE, BLANK_ALONE, SPACE_ALONE, CAPITALS, WORD, DIGIT, TWO_DIGITS, THREE_DIGITS, SYMBOLS, SYMBOLS_AND_LINES] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
];
/** Several characters of white space. The next character does not show where their piece ends. */
export const WHITE = 11;
const STATES = 12;

/** The byte is after the piece. This and higher states stop the scan. */
export const END = 0xfd;
/** The byte is after white space. */
export const WHITE_END = 0xfe;
/** The byte is not ASCII, or may begin a contraction: the automaton cannot decide. */
export const UNKNOWN = 0xff;

const [APOSTROPHE, SLASH, BLANK] = [0x27, 0x2f, 0x20];

/**
 * Returns the next state for each state and byte, at 256 times the state plus the byte. With `isCased`, a capital after small letters
 * begins another word, a contraction belongs to the word before it, and slashes continue symbols after a newline.
 */
export function asciiAutomaton(classes: Uint8Array, isCased: boolean): Uint8Array {
  const table = new Uint8Array(STATES << 8).fill(UNKNOWN);
  for (let state = START; state < STATES; state += 1) {
    for (let byte = 0; byte < 0x80; byte += 1) table[(state << 8) | byte] = nextOf(state, byte, classes[byte] ?? 0, isCased);
  }
  return table;
}

function nextOf(state: number, byte: number, kind: number, isCased: boolean): number {
  const isWhite = (kind & (SPACE | NEWLINE)) !== 0;
  switch (state) {
    case START:
      if (byte === APOSTROPHE && !isCased) return UNKNOWN;
      if (kind === NUMBER) return DIGIT;
      if (kind === NEWLINE) return WHITE;
      return kind === SYMBOL ? SYMBOL_ALONE : byte === BLANK ? BLANK_ALONE : kind === SPACE ? SPACE_ALONE : letters(kind, isCased);
    case SYMBOL_ALONE:
    case SYMBOLS:
      if (kind === SYMBOL) return SYMBOLS;
      if (kind === NEWLINE) return SYMBOLS_AND_LINES;
      return state === SYMBOL_ALONE ? letters(kind, isCased) : END;
    case BLANK_ALONE:
    case SPACE_ALONE:
      if (isWhite) return WHITE;
      return kind === SYMBOL && state === BLANK_ALONE ? SYMBOLS : letters(kind, isCased);
    case CAPITALS:
      return byte === APOSTROPHE ? UNKNOWN : letters(kind, isCased);
    case WORD:
      if (byte === APOSTROPHE && isCased) return UNKNOWN;
      return kind === UPPER && isCased ? END : letters(kind, isCased);
    case DIGIT:
      return kind === NUMBER ? TWO_DIGITS : END;
    case TWO_DIGITS:
      return kind === NUMBER ? THREE_DIGITS : END;
    case SYMBOLS_AND_LINES:
      return kind === NEWLINE || (byte === SLASH && isCased) ? SYMBOLS_AND_LINES : END;
    case WHITE:
      return isWhite ? WHITE : WHITE_END;
    default:
      return END;
  }
}

function letters(kind: number, isCased: boolean): number {
  return kind === LOWER ? WORD : kind === UPPER ? (isCased ? CAPITALS : WORD) : END;
}
