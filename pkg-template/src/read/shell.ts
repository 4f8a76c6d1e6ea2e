// Words of shells: bash, cmd and PowerShell, with the text that their quotes spell.

import { type Encode, type Layer, LayerBuilder } from "./layer.js";

/** A word of a command line. */
export interface Word {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** The text of the word, with its places. */
  layer(): Layer;
}

const inSingle: Encode = (insert) => insert.replaceAll("'", "'\\''");
const inDouble: Encode = (insert) => insert.replace(/["\\$`]/g, "\\$&");
const inAnsi: Encode = (insert) => insert.replace(/[\\']/g, "\\$&");
const bare: Encode = (insert) => insert.replace(/[^\w@%+=:,./-]/g, "\\$&");

const ANSI = /\\(?:u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|x([0-9a-fA-F]{1,2})|([0-7]{1,3})|([^]))/y;
const CONTROLS: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v", a: "\x07", e: "\x1b" };

/** Reads the word at a place of a command line of bash, and gives its pieces to the builder. Returns the end. */
function readWord(text: string, from: number, builder: LayerBuilder): { end: number; closing: number } {
  let at = from;
  let closing = from;
  while (at < text.length) {
    const letter = text[at] as string;
    if (letter === "'") {
      at = readSingle(text, at + 1, builder);
      closing = at - 1;
    } else if (letter === '"') {
      at = readEscaped(text, at + 1, { builder, closing: '"', encode: inDouble, escape: doubleEscape });
      closing = at - 1;
    } else if (letter === "$" && text[at + 1] === "'") {
      at = readEscaped(text, at + 2, { builder, closing: "'", encode: inAnsi, escape: ansiEscape });
      closing = at - 1;
    } else if (letter === "\\") {
      const next = text[at + 1];
      builder.spell(bare);
      if (next === "\n") at += 2;
      else if (next === "\r" && text[at + 2] === "\n") at += 3;
      else {
        builder.escaped(at, next ?? "");
        at += 2;
      }
      closing = at;
    } else if (/[\s;|&<>()]/.test(letter)) break;
    else {
      builder.spell(bare);
      const run = /[^\s;|&<>()'"\\$]+|\$/y;
      run.lastIndex = at;
      const end = at + (run.exec(text)?.[0].length ?? 1);
      builder.raw(at, end);
      at = end;
      closing = at;
    }
  }
  return { end: Math.min(at, text.length), closing: Math.min(closing, text.length) };
}

function readSingle(text: string, from: number, builder: LayerBuilder): number {
  builder.spell(inSingle);
  for (let at = from; ; ) {
    const quote = text.indexOf("'", at);
    if (quote < 0) {
      builder.raw(at, text.length);
      return text.length + 1;
    }
    builder.raw(at, quote);
    // Quotes within are written outside of them: `'\''` or `'"'"'`.
    const escape = text.startsWith("'\\''", quote) ? 4 : text.startsWith(`'"'"'`, quote) ? 5 : 0;
    if (escape === 0) return quote + 1;
    builder.escaped(quote, "'");
    at = quote + escape;
  }
}

type EscapeOf = (text: string, at: number) => { meant: string; length: number } | null;

interface Quoted {
  readonly builder: LayerBuilder;
  readonly closing: string;
  readonly encode: Encode;
  readonly escape: EscapeOf;
}

/** Reads up to the closing quote. Returns the place behind it; more than the length of the text if there is none. */
function readEscaped(text: string, from: number, { builder, closing, encode, escape }: Quoted): number {
  builder.spell(encode);
  let raw = from;
  const special = /[\\`"'^]/g;
  for (special.lastIndex = from; ; ) {
    const found = special.exec(text);
    if (found === null) break;
    const at = found.index;
    const escaped = escape(text, at);
    if (escaped !== null) {
      builder.raw(raw, at);
      builder.escaped(at, escaped.meant);
      raw = at + escaped.length;
      special.lastIndex = raw;
    } else if (found[0] === closing) {
      builder.raw(raw, at);
      return at + 1;
    }
  }
  builder.raw(raw, text.length);
  return text.length + 1;
}

const doubleEscape: EscapeOf = (text, at) => {
  if (text[at] !== "\\") return null;
  const next = text[at + 1] ?? "";
  if (next === "\n") return { meant: "", length: 2 };
  return next !== "" && '"\\$`'.includes(next) ? { meant: next, length: 2 } : null;
};

const ansiEscape: EscapeOf = (text, at) => {
  ANSI.lastIndex = at;
  const found = ANSI.exec(text);
  if (found === null) return null;
  const [whole, four, eight, two, octal, letter] = found;
  const code = four ?? eight ?? two;
  const meant =
    code !== undefined
      ? String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff))
      : octal !== undefined
        ? String.fromCharCode(Number.parseInt(octal, 8))
        : (CONTROLS[letter as string] ?? (letter as string));
  return { meant, length: whole.length };
};

/** In cmd, backslashes before quotes are escapes; browsers write all of them so. */
const windowsEscape: EscapeOf = (text, at) =>
  text[at] === "\\" && (text[at + 1] === '"' || text[at + 1] === "\\") ? { meant: text[at + 1] as string, length: 2 } : null;

const powerShellEscape: EscapeOf = (text, at) => {
  if (text[at] === '"') return text[at + 1] === '"' ? { meant: '"', length: 2 } : null;
  if (text[at] !== "`") return null;
  const next = text[at + 1] ?? "";
  return { meant: { n: "\n", t: "\t", r: "\r", "0": "\0", "\n": "" }[next] ?? next, length: 2 };
};

const wordOf = (outer: Layer, from: number, to: number, layer: Layer): Word => ({
  from,
  to: Math.min(to, outer.text.length),
  text: layer.text,
  layer: () => layer,
});

/** The words of a command of bash from a place, up to the end of its line, and where it ends. Here-documents are words. */
export function bashCommand(outer: Layer, from: number): { words: Word[]; end: number } {
  const { text } = outer;
  const words: Word[] = [];
  const documents: { readonly name: string; readonly isRaw: boolean }[] = [];
  let at = from;
  while (at < text.length) {
    const space = /(?:[ \t\r]|\\\r?\n)+/y;
    space.lastIndex = at;
    at += space.exec(text)?.[0].length ?? 0;
    const letter = text[at];
    if (letter === undefined) break;
    if (letter === "\n") {
      at += 1;
      for (const { name, isRaw } of documents) {
        const [word, end] = hereDocument(outer, at, name, isRaw);
        words.push(word);
        at = end;
      }
      break;
    }
    const opened = /<<-?\s*(['"]?)(\w+)\1/y;
    opened.lastIndex = at;
    const document = opened.exec(text);
    if (document !== null) {
      documents.push({ name: document[2] as string, isRaw: document[1] !== "" });
      at += document[0].length;
    } else if (/[;|&<>()]/.test(letter)) at += 1;
    else {
      const builder = new LayerBuilder(outer);
      const { end, closing } = readWord(text, at, builder);
      words.push(wordOf(outer, at, end, builder.end(closing)));
      at = Math.max(end, at + 1);
    }
  }
  return { words, end: at };
}

function hereDocument(outer: Layer, from: number, name: string, isRaw: boolean): [Word, number] {
  const { text } = outer;
  const closing = new RegExp(`^[ \\t]*${name}[ \\t]*\\r?$`, "gm");
  closing.lastIndex = from;
  const found = closing.exec(text);
  // A document that breaks off is read only if it is the first.
  const to = found?.index ?? text.length;
  const builder = new LayerBuilder(outer);
  if (isRaw) builder.raw(from, to);
  else {
    builder.spell((insert) => insert.replace(/[\\$`]/g, "\\$&"));
    let raw = from;
    for (const escape of text.slice(from, to).matchAll(/\\[\\$`]/g)) {
      builder.raw(raw, from + escape.index);
      builder.escaped(from + escape.index, escape[0][1] as string);
      raw = from + escape.index + 2;
    }
    builder.raw(raw, to);
  }
  return [wordOf(outer, from, to, builder.end(to)), found === null ? text.length : to + found[0].length];
}

/** A text of cmd without its carets. */
export function withoutCarets(outer: Layer): Layer {
  const builder = new LayerBuilder(outer);
  builder.spell((insert) => insert.replace(/["{}&|<>^%!]/g, "^$&").replace(/\r?\n/g, "^\n\n"));
  let raw = 0;
  for (const { 0: whole, 1: letter, index } of outer.text.matchAll(/\^(\r?\n\r?\n|\r?\n|[^])/g)) {
    builder.raw(raw, index);
    // A caret before a line break continues the command; before two, it is one in the text.
    if (!/^\r?\n$/.test(letter as string)) builder.escaped(index, /^\r?\n/.test(letter as string) ? "\n" : (letter as string));
    else builder.escaped(index, " ");
    raw = index + whole.length;
  }
  builder.raw(raw, outer.text.length);
  return builder.end(outer.text.length);
}

/** The words of a command of cmd. */
export function cmdCommand(outer: Layer, from: number): { words: Word[]; end: number } {
  const { text } = outer;
  const words: Word[] = [];
  let at = from;
  while (at < text.length && text[at] !== "\n") {
    if (/\s/.test(text[at] as string)) {
      at += 1;
      continue;
    }
    const builder = new LayerBuilder(outer);
    const start = at;
    let closing = at;
    while (at < text.length && !/\s/.test(text[at] as string)) {
      if (text[at] === '"') {
        at = readEscaped(text, at + 1, {
          builder,
          closing: '"',
          encode: (insert) => insert.replace(/["\\]/g, "\\$&"),
          escape: windowsEscape,
        });
        closing = at - 1;
      } else {
        const run = /[^\s"]+/y;
        run.lastIndex = at;
        const end = at + (run.exec(text)?.[0].length ?? 1);
        builder.raw(at, end);
        at = closing = end;
      }
    }
    at = Math.min(at, text.length);
    words.push(wordOf(outer, start, at, builder.end(Math.min(closing, text.length))));
  }
  return { words, end: at };
}

/** Strings of PowerShell that a request may be in: of `-Body`, of variables, and here-strings. */
export function powerShellStrings(outer: Layer): Word[] {
  const { text } = outer;
  const words: Word[] = [];
  const opening =
    /@(['"])[ \t]*\r?\n|(?:-Body|-d|--data(?:-raw|-binary)?|GetBytes\(|=)[ \t]*\(?(?:\[[\w.]+\]::\w+\.GetBytes\()?[ \t]*(["'])/gi;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const from = found.index + found[0].length;
    const builder = new LayerBuilder(outer);
    let to: number;
    if (found[1] !== undefined) {
      const closed = text.indexOf(`\n${found[1]}@`, from - 1);
      to = closed < 0 ? text.length : closed;
      if (found[1] === "'") builder.raw(from, to);
      else hereString(text, from, to, builder);
    } else {
      const quote = found[2] as string;
      const isSingle = quote === "'";
      const escape: EscapeOf = isSingle ? (all, at) => (all.startsWith("''", at) ? { meant: "'", length: 2 } : null) : powerShellEscape;
      const encode: Encode = isSingle ? (insert) => insert.replaceAll("'", "''") : (insert) => insert.replace(/[`"$]/g, "`$&");
      to = readEscaped(text, from, { builder, closing: quote, encode, escape }) - 1;
    }
    words.push(wordOf(outer, from, to, builder.end(Math.min(to, text.length))));
    opening.lastIndex = Math.max(to, from);
  }
  return words;
}

/** A here-string in double quotes: only backticks are escapes. */
function hereString(text: string, from: number, to: number, builder: LayerBuilder): void {
  builder.spell((insert) => insert.replace(/[`$]/g, "`$&"));
  let raw = from;
  for (const escape of text.slice(from, to).matchAll(/`([^])/g)) {
    builder.raw(raw, from + escape.index);
    builder.escaped(from + escape.index, escape[1] as string);
    raw = from + escape.index + 2;
  }
  builder.raw(raw, to);
}
