// Splits text into pieces as tiktoken's regular expressions do. A token never reaches beyond its piece.

import { LOWER, MARK, NEWLINE, NUMBER, OTHER_LETTER, SPACE, SYMBOL, UPPER, asciiClasses, otherClasses } from "./character-classes.js";
import { END, START, UNKNOWN, WHITE as WHITE_STATE, asciiAutomaton } from "./ascii-automaton.js";
import { AsciiKey, LONGEST_EXACT } from "./ascii-key.js";
import { extended } from "./hash.js";
import { lengthOf, pointAt } from "./utf8.js";

const LETTER = LOWER | UPPER | OTHER_LETTER;
const WHITE = SPACE | NEWLINE;
/** Characters that may begin a word of o200k, and those that may continue it. */
const HEAD = UPPER | OTHER_LETTER | MARK;
const TAIL = LOWER | OTHER_LETTER | MARK;
const SYMBOLS = SYMBOL | MARK;
/** One of these characters may precede a word. */
const PREFIX = SYMBOL | MARK | SPACE;

const [APOSTROPHE, SLASH, BLANK, LINE_FEED, RETURN] = [0x27, 0x2f, 0x20, 0x0a, 0x0d];
/** Letters of contractions. */
const [D, E, L, M, R, S, T, V, LONG_S] = [0x64, 0x65, 0x6c, 0x6d, 0x72, 0x73, 0x74, 0x76, 0x17f];

/** Finds the ends of pieces, and the keys of those that are ASCII. */
export abstract class Splitter {
  /** The key of the piece that was found last, if it is ASCII. */
  readonly key = new AsciiKey();

  /** The classes of bytes that are a character, and 0 for others. */
  protected readonly ascii = asciiClasses();
  /** The classes of all code points, 0 for symbols. They are read when a text first needs them. */
  #others: Uint8Array | undefined;

  readonly #automaton: Uint8Array;

  constructor(isCased: boolean) {
    this.#automaton = asciiAutomaton(this.ascii, isCased);
  }

  /** Returns the end of the piece that starts at byte `start`, and makes its key. `end` is the end of the text, and is after `start`. */
  next(bytes: Uint8Array, start: number, end: number): number {
    const automaton = this.#automaton;
    const key = this.key;
    const middle = Math.min(start + 4, end);
    const exact = Math.min(start + LONGEST_EXACT, end);
    let state = START;
    let first = 0;
    let second = 0;
    let hash = 0;
    let at = start;
    for (; at < middle; at += 1) {
      const byte = bytes[at] ?? 0;
      state = automaton[(state << 8) | byte] ?? UNKNOWN;
      if (state >= END) break;
      first = (first << 7) | byte;
      hash = extended(hash, byte);
    }
    for (; at < exact && state < END; at += 1) {
      const byte = bytes[at] ?? 0;
      state = automaton[(state << 8) | byte] ?? UNKNOWN;
      if (state >= END) break;
      second = (second << 7) | byte;
      hash = extended(hash, byte);
    }
    while (at < end && state < END) {
      state = automaton[(state << 8) | (bytes[at] ?? 0)] ?? UNKNOWN;
      if (state < END) at += 1;
    }
    if (state > END || state === WHITE_STATE) {
      at = state === UNKNOWN ? this.pieceEnd(bytes, start, end) : this.whiteEnd(bytes, start, end);
      // Most pieces beyond ASCII show it at once.
      if (((bytes[start] ?? 0) | (bytes[start + 1] ?? 0)) >= 0x80) key.isAscii = false;
      else key.read(bytes, start, at);
    } else if (at > exact) key.read(bytes, start, at);
    else key.set(first, second, hash, at - start);
    return at;
  }

  /** Returns the end of the piece that starts at byte `start`. */
  protected abstract pieceEnd(bytes: Uint8Array, start: number, end: number): number;

  protected classAt(bytes: Uint8Array, at: number): number {
    const kind = this.ascii[bytes[at] ?? 0] ?? 0;
    return kind !== 0 ? kind : this.#otherAt(bytes, at);
  }

  #otherAt(bytes: Uint8Array, at: number): number {
    const classes = (this.#others ??= otherClasses());
    return (classes[pointAt(bytes, at)] ?? 0) || SYMBOL;
  }

  /** Returns the end of the run of characters of these classes. */
  protected runEnd(bytes: Uint8Array, start: number, end: number, set: number): number {
    let at = start;
    while (at < end && (this.classAt(bytes, at) & set) !== 0) at += lengthOf(bytes[at] ?? 0);
    return at;
  }

  /** Returns the end of a piece without letters: numbers, symbols or white space. `slash` continues symbols, as a newline does. */
  protected otherEnd(bytes: Uint8Array, start: number, end: number, kind: number, slash: number): number {
    if (kind === NUMBER) return this.#numberEnd(bytes, start, end);
    const symbols = bytes[start] === BLANK ? start + 1 : start;
    if (symbols >= end || (this.classAt(bytes, symbols) & SYMBOLS) === 0) return this.whiteEnd(bytes, start, end);
    let at = this.runEnd(bytes, symbols, end, SYMBOLS);
    while (at < end && (bytes[at] === LINE_FEED || bytes[at] === RETURN || bytes[at] === slash)) at += 1;
    return at;
  }

  /** Returns the end of at most three digits. */
  #numberEnd(bytes: Uint8Array, start: number, end: number): number {
    let at = start;
    for (let digits = 0; digits < 3 && at < end && this.classAt(bytes, at) === NUMBER; digits += 1) at += lengthOf(bytes[at] ?? 0);
    return at;
  }

  /** Returns the end of white space: after its last newline; else before its last character, which belongs to the next piece. */
  protected whiteEnd(bytes: Uint8Array, start: number, end: number): number {
    let [at, last, newline] = [start, start, start];
    while (at < end) {
      const kind = this.classAt(bytes, at);
      if ((kind & WHITE) === 0) break;
      last = at;
      at += lengthOf(bytes[at] ?? 0);
      if (kind === NEWLINE) newline = at;
    }
    if (newline > start) return newline;
    return at === end || last === start ? at : last;
  }
}

/**
 * Splits as o200k_base:
 * ```text
 * [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
 * |[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
 * |\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+
 * ```
 */
export class O200kSplitter extends Splitter {
  constructor() {
    super(true);
  }

  protected pieceEnd(bytes: Uint8Array, start: number, end: number): number {
    const kind = this.classAt(bytes, start);
    if ((kind & LETTER) !== 0) return this.#wordEnd(bytes, start, end);
    if ((kind & PREFIX) !== 0) {
      const next = start + lengthOf(bytes[start] ?? 0);
      const hasWord = next < end && (this.classAt(bytes, next) & (LETTER | MARK)) !== 0;
      const word = hasWord ? this.#wordEnd(bytes, next, end, kind === MARK) : next;
      if (word > next) return word;
      if (kind === MARK) return contractionEnd(bytes, next, end);
    }
    return this.otherEnd(bytes, start, end, kind, SLASH);
  }

  /**
   * Returns the end of a word: capitals, then lower-case letters, then a contraction. Letters without case count as either. A word without
   * lower-case letters ends behind its last letter without case, if it has one. With `needsLower`, a word of capitals alone is no word.
   */
  #wordEnd(bytes: Uint8Array, start: number, end: number, needsLower = false): number {
    let at = start;
    let uncased = start;
    while (at < end) {
      const kind = this.classAt(bytes, at);
      if (kind === LOWER) return contractionEnd(bytes, this.runEnd(bytes, at, end, TAIL), end);
      if ((kind & HEAD) === 0) break;
      at += lengthOf(bytes[at] ?? 0);
      if (kind !== UPPER) uncased = at;
    }
    if (uncased > start) return contractionEnd(bytes, uncased, end);
    return needsLower ? start : contractionEnd(bytes, at, end);
  }
}

/**
 * Splits as cl100k_base:
 * ```text
 * (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
 * ```
 */
export class Cl100kSplitter extends Splitter {
  constructor() {
    super(false);
  }

  protected pieceEnd(bytes: Uint8Array, start: number, end: number): number {
    const contraction = contractionEnd(bytes, start, end);
    if (contraction > start) return contraction;
    const kind = this.classAt(bytes, start);
    if ((kind & LETTER) !== 0) return this.runEnd(bytes, start, end, LETTER);
    if ((kind & PREFIX) !== 0) {
      const next = start + lengthOf(bytes[start] ?? 0);
      const word = this.runEnd(bytes, next, end, LETTER);
      if (word > next) return word;
    }
    return this.otherEnd(bytes, start, end, kind, LINE_FEED);
  }
}

/** Returns the end of `'s`, `'t`, `'re`, `'ve`, `'m`, `'ll` or `'d` at `at`, in either case; `at` if there is none. */
function contractionEnd(bytes: Uint8Array, at: number, end: number): number {
  if (at + 1 >= end || bytes[at] !== APOSTROPHE) return at;
  const first = lowerAt(bytes, at + 1);
  switch (first) {
    case S:
    case T:
    case M:
    case D:
      return at + 2;
    case LONG_S:
      return at + 3;
    case L:
    case R:
    case V:
      return at + 2 < end && lowerAt(bytes, at + 2) === (first === L ? L : E) ? at + 3 : at;
    default:
      return at;
  }
}

/** Returns the letter at `at` in lower case. The long s is the only other letter that counts: ignoring case, it is an s. */
function lowerAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  return first < 0x80 ? first | 0x20 : pointAt(bytes, at);
}
