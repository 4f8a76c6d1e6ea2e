// Strings of JSON, JavaScript and Python: what their escapes stand for, and how they are spelled.

import { type Encode, type Layer, LayerBuilder } from "./layer.js";

/** Opening quotes, with the mark that closes each. */
const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "“": "”",
  "„": "”",
  "”": "”",
  "‘": "’",
  "’": "’",
  "«": "»",
};

/** Returns the quote that opens at a place; null if there is none. Three quotes are one. */
export function quoteAt(text: string, at: number): string | null {
  const first = text[at] as string;
  if (first === undefined || !Object.hasOwn(CLOSING, first)) return null;
  return (first === '"' || first === "'") && text.startsWith(first.repeat(3), at) ? first.repeat(3) : first;
}

/** Returns the mark that closes a quote. */
export const closingOf = (quote: string): string => (quote.length === 3 ? quote : (CLOSING[quote] as string));

export const isSmart = (quote: string): boolean => quote.length === 1 && quote > "\u00a0";

const ESCAPE = /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|(\r\n|[^]))/y;
const CONTROLS: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  v: "\v",
  "0": "\0",
  "\n": "",
  "\r\n": "",
};
/** Characters that may follow a backslash in JSON, JavaScript or Python. */
const KNOWN = "\"'`\\/ntrbfv0\n$“”‘’ux";

export interface Escape {
  readonly meant: string;
  readonly length: number;
  /** False for a backslash that no language knows, such as that of `C:\Users`. It stays. */
  readonly isKnown: boolean;
}

/** Reads the escape at a backslash; null at the end of the text. */
export function escapeAt(text: string, at: number): Escape | null {
  ESCAPE.lastIndex = at;
  const found = ESCAPE.exec(text);
  if (found === null) return null;
  const [whole, braced, four, eight, two, letter] = found;
  const code = braced ?? four ?? eight ?? two;
  if (code !== undefined) {
    const point = Number.parseInt(code, 16);
    return {
      meant: point > 0x10ffff ? "\ufffd" : four === undefined ? String.fromCodePoint(point) : String.fromCharCode(point),
      length: whole.length,
      isKnown: true,
    };
  }
  const control = Object.hasOwn(CONTROLS, letter as string) ? CONTROLS[letter as string] : undefined;
  if (control !== undefined) return { meant: control, length: whole.length, isKnown: true };
  // A text processor made a smart quote of an escaped one.
  if (letter === "“" || letter === "”") return { meant: '"', length: 2, isKnown: true };
  const isKnown = KNOWN.includes(letter as string) && letter !== "u" && letter !== "x";
  return { meant: isKnown ? (letter as string) : whole, length: whole.length, isKnown };
}

const [DOUBLE, SINGLE] = [/[\\"]/g, /[\\']/g];

/** Finds backslashes and the closing mark. */
const specialsOf = (mark: string): RegExp => (mark === '"' ? DOUBLE : mark === "'" ? SINGLE : new RegExp(`[\\\\${mark}]`, "g"));

export interface StringText {
  readonly value: string;
  /** The end, behind the closing quote. */
  readonly end: number;
  /** False if the text breaks off in the string. */
  readonly isClosed: boolean;
  /** The first backslash that no language knows; -1 without any. */
  readonly wrongEscape: number;
}

/** Reads the string that opens at a place. A builder gets its pieces. */
export function stringAt(text: string, at: number, quote: string, limit: number, builder?: LayerBuilder): StringText {
  const closing = closingOf(quote);
  const pieces: string[] = [];
  let wrongEscape = -1;
  let from = at + quote.length;
  const special = specialsOf(closing[0] as string);
  special.lastIndex = from;
  for (let found = special.exec(text); found !== null && found.index < limit; found = special.exec(text)) {
    const place = found.index;
    if (found[0] !== "\\") {
      if (!text.startsWith(closing, place)) continue;
      pieces.push(text.slice(from, place));
      builder?.raw(from, place);
      return { value: pieces.join(""), end: place + closing.length, isClosed: true, wrongEscape };
    }
    const escape = escapeAt(text, place);
    if (escape === null || place + escape.length > limit) break;
    // Half an escape at the end of the text is no character.
    if (!escape.isKnown && /^\\[uxU]/.test(escape.meant) && place + 6 >= limit) {
      pieces.push(text.slice(from, place));
      builder?.raw(from, place);
      return { value: pieces.join(""), end: limit, isClosed: false, wrongEscape };
    }
    if (!escape.isKnown && wrongEscape < 0) wrongEscape = place;
    pieces.push(text.slice(from, place), escape.meant);
    builder?.raw(from, place);
    builder?.escaped(place, escape.meant);
    from = place + escape.length;
    special.lastIndex = from;
  }
  const end = Math.max(from, text[limit - 1] === "\\" ? limit - 1 : limit);
  pieces.push(text.slice(from, end));
  builder?.raw(from, end);
  return { value: pieces.join(""), end: limit, isClosed: false, wrongEscape };
}

/** Returns the spelling of a text inside of quotes. */
export function encodeIn(quote: string): Encode {
  const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);
  const mark = closingOf(quote)[0] as string;
  if (mark === '"') return escaped;
  const plain = (text: string): string => escaped(text).replaceAll('\\"', '"');
  if (mark === "`") return (text) => plain(text).replace(/`|\$\{/g, "\\$&");
  if (mark === "'") return (text) => plain(text).replaceAll("'", "\\'");
  return (text) => plain(text).replace(/[“”„«»‘’]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Returns the text of a string as a layer. */
export function stringLayer(outer: Layer, at: number, quote: string, limit = outer.text.length): Layer {
  const builder = new LayerBuilder(outer);
  builder.spell(encodeIn(quote));
  const { end, isClosed } = stringAt(outer.text, at, quote, limit, builder);
  return builder.end(isClosed ? end - closingOf(quote).length : end);
}

/** Returns JSON whose quotes are escaped, and that has no quotes around it, as a layer, and its end. It ends at a quote that is not escaped. */
export function escapedLayer(outer: Layer, from: number): { layer: Layer; end: number } {
  const builder = new LayerBuilder(outer);
  builder.spell(encodeIn('"'));
  const { end, isClosed } = stringAt(outer.text, from - 1, '"', outer.text.length, builder);
  const to = isClosed ? end - 1 : end;
  return { layer: builder.end(to), end: to };
}
