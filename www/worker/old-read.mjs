// Reads what a person pasted: a request body, a provider's refusal, both, a curl command, or JSONL.

import { detectFormat } from "backscroll/doctor";

/**
 * JSON within the pasted text.
 *
 * @typedef {object} Source
 * @property {string} json
 * @property {unknown} value
 * @property {(offset: number) => number} at the place in the pasted text of an offset in `json`
 * @property {(insert: string) => string} written returns text as the pasted text spells it
 */

/**
 * @typedef {object} Pasted
 * @property {"empty" | "body" | "refusal" | "both" | "curl" | "jsonl" | "broken"} kind
 * @property {Source | null} source the body
 * @property {string} refusal the provider's words; "" without any
 * @property {{ offset: number } | null} fault the place where the JSON ends to be JSON
 * @property {{ number: number, from: number, to: number }[]} lines of JSONL
 */

/** A text above this size is not read. */
export const MOST_CHARACTERS = 20_000_000;

/** @param {string} text @param {number} chosen the line of JSONL that is read, from 1 @returns {Pasted} */
export function readPaste(text, chosen = 1) {
  const nothing = { source: null, refusal: "", fault: null, lines: [] };
  if (text.trim() === "") return { ...nothing, kind: "empty" };
  const whole = parsed(text);
  if (whole !== undefined)
    return isBody(whole) ? { ...nothing, kind: "body", source: plain(text, whole, 0) } : { ...nothing, kind: "refusal", refusal: text };
  if (/^\s*curl\s/.test(text)) {
    const source = inCurl(text);
    if (source !== null) return { ...nothing, kind: "curl", source };
  }
  const lines = linesOf(text);
  if (lines !== null) {
    const { from, to } = lines[Math.min(chosen, lines.length) - 1];
    const json = text.slice(from, to);
    return { ...nothing, kind: "jsonl", source: plain(json, parsed(json), from), lines };
  }
  const inner = within(text);
  const broken = brokenFrom(text);
  // A body within JSON that is broken is a part of what was meant.
  const isPart =
    inner !== null &&
    broken !== null &&
    broken.offset < inner.from &&
    (endOf(text, broken.offset) ?? Infinity) >= inner.from + inner.json.length;
  if (inner !== null && !isPart) {
    const { from, json, value } = inner;
    const refusal = `${text.slice(0, from)}\n${text.slice(from + json.length)}`.trim();
    return { ...nothing, kind: refusal === "" ? "body" : "both", source: plain(json, value, from), refusal };
  }
  return broken === null ? { ...nothing, kind: "refusal", refusal: text } : { ...nothing, kind: "broken", fault: broken };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const plain = (json, value, from) => ({ json, value, at: (offset) => from + offset, written: (insert) => insert });

/** A list or an object in which a format is recognised. An error object of a provider is none. */
function isBody(value) {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) || !("error" in value) ? detectFormat(value) !== null : false;
}

/** Lines that are JSON each; null when they are not, or when one of them is an error. */
function linesOf(text) {
  const lines = [];
  let from = 0;
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() !== "") {
      const value = /^\s*[[{]/.test(line) ? parsed(line) : undefined;
      if (value === undefined || (!Array.isArray(value) && "error" in value)) return null;
      lines.push({ number: index + 1, from, to: from + line.length });
    }
    from += line.length + 1;
  }
  return lines.length > 1 && lines.some(({ from: start, to }) => isBody(parsed(text.slice(start, to)))) ? lines : null;
}

const ANSI = /\\(?:u([0-9a-fA-F]{1,4})|x([0-9a-fA-F]{1,2})|([0-7]{1,3})|([^]))/y;
const CONTROLS = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v", a: "\x07", e: "\x1b" };

/** The character that an escape of `$'…'` stands for, and the length of the escape; null for any other character. */
function ansi(text, at) {
  ANSI.lastIndex = at;
  const found = ANSI.exec(text);
  if (found === null) return null;
  const [whole, unicode, hex, octal, character] = found;
  const code = unicode ?? hex;
  const meant =
    code !== undefined
      ? String.fromCharCode(Number.parseInt(code, 16))
      : octal !== undefined
        ? String.fromCharCode(Number.parseInt(octal, 8))
        : (CONTROLS[character] ?? character);
  return [meant, whole.length];
}

/** How a shell writes a single character in each kind of quotes. */
const QUOTES = {
  "'": { escaped: (text, at) => (text.startsWith("'\\''", at) ? ["'", 4] : null), written: (insert) => insert.replaceAll("'", "'\\''") },
  "$'": { escaped: ansi, written: (insert) => insert.replace(/[\\']/g, "\\$&") },
  '"': {
    escaped: (text, at) => (text[at] === "\\" && '"\\$`'.includes(text[at + 1]) ? [text[at + 1], 2] : null),
    written: (insert) => insert.replace(/["\\$`]/g, "\\$&"),
  },
};

/** The argument of `-d`, `--data`, `--data-raw`, `--data-binary` or `--json`. */
function inCurl(text) {
  for (const match of text.matchAll(/(?:^|\s)(?:-d|--data(?:-raw|-binary|-ascii)?|--json)(?:\s+|=)(\$?'|")/g)) {
    const { escaped, written } = QUOTES[match[1]];
    const from = match.index + match[0].length;
    // Offsets in the body, with their places in the text, wherever the distance changes.
    const places = [[0, from]];
    let json = "";
    let at = from;
    for (; at < text.length; ) {
      const found = escaped(text, at);
      if (found === null && text[at] === match[1].at(-1)) break;
      const [character, length] = found ?? [text[at], 1];
      json += character;
      at += length;
      if (length > 1) places.push([json.length - 1, at - length], [json.length, at]);
    }
    const value = parsed(json);
    if (value === undefined) continue;
    const place = (offset) => {
      const [inner, outer] = places.findLast(([start]) => start <= offset);
      return outer + offset - inner;
    };
    return { json, value, at: place, written };
  }
  return null;
}

/** The largest JSON value within other text in which a format is recognised. */
function within(text) {
  const candidates = [];
  // Brackets that never close would make the time grow with the square of the text.
  let budget = 20 * text.length + 1_000_000;
  for (let at = 0; at < text.length && candidates.length < 50; at += 1) {
    if (text[at] !== "{" && text[at] !== "[") continue;
    const end = endOf(text, at);
    budget -= (end ?? text.length) - at;
    if (budget < 0) break;
    if (end === null) continue;
    const json = text.slice(at, end);
    const value = json.length > 8 ? parsed(json) : undefined;
    if (value === undefined) continue;
    if (isBody(value)) candidates.push({ from: at, json, value });
    at = end - 1;
  }
  return candidates.sort((one, other) => other.json.length - one.json.length)[0] ?? null;
}

/** The end of the value that opens at a place; null when it never closes. */
function endOf(text, from) {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === "\\") at += 1;
    } else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

/** Text that begins as JSON, or holds a line that does, was meant to be JSON. */
function brokenFrom(text) {
  const start = /(?:^|\n)\s*(?=[{[]\s*["'{[\]}])/.exec(text);
  return start === null ? null : { offset: start.index + start[0].length };
}
