// The YAML in which people keep requests: blocks of keys and lists, quoted texts, texts in lines, and JSON within. No anchors, tags or
// several documents.

import { setField } from "./node.js";
import { parseAt } from "./parse.js";
import { stringAt } from "./strings.js";

/** Blocks nested deeper are not read. */
const DEEPEST = 60;

interface Line {
  readonly indent: number;
  readonly text: string;
}

/** Reads a value; undefined if the text is no YAML that is known. */
export function readYaml(text: string): unknown {
  const lines = text
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .map((line): Line => ({ indent: line.length - line.trimStart().length, text: line.trimStart() }));
  const reader = new Reader(lines);
  const value = reader.block(0, 0);
  return reader.isKnown && reader.isAtEnd() ? value : undefined;
}

const KEY = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s\-?:,[\]{}#&*!|>'"%@`][^:#]*?|-[^\s:#][^:#]*?)\s*:(?:\s+(.*))?$/s;

/** Puts the bare words of a list or a record in brackets into quotes. */
const inQuotes = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|'[^']*'|([:,[]\s*)([\p{L}_/][^,:[\]{}"'\n]*?)(?=\s*[,\]}])/gu, (whole, before?: string, word?: string) =>
    before === undefined || word === undefined || /^(?:null|true|false)$/.test(word) ? whole : `${before}${JSON.stringify(word)}`,
  );

class Reader {
  readonly #lines: readonly Line[];
  #at = 0;
  /** False once something is not of this part of YAML. */
  isKnown = true;

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
  }

  isAtEnd(): boolean {
    this.#skip();
    return this.#at >= this.#lines.length;
  }

  /** Reads the block of the lines that are indented by `least` or more. */
  block(least: number, depth: number): unknown {
    this.#skip();
    const line = this.#lines[this.#at];
    if (line === undefined || line.indent < least || depth > DEEPEST) return this.#give(depth > DEEPEST, null);
    if (/^-(?:\s|$)/.test(line.text)) return this.#list(line.indent, depth);
    return KEY.test(line.text) ? this.#record(line.indent, depth) : this.#scalar(this.#take().text, line.indent);
  }

  #give<T>(isUnknown: boolean, value: T): T {
    if (isUnknown) this.isKnown = false;
    return value;
  }

  #take(): Line {
    return this.#lines[this.#at++] as Line;
  }

  #skip(): void {
    while (this.#at < this.#lines.length && /^(?:#|---\s*$|$)/.test((this.#lines[this.#at] as Line).text)) this.#at += 1;
  }

  #list(indent: number, depth: number): unknown[] {
    const list: unknown[] = [];
    for (this.#skip(); this.isKnown; this.#skip()) {
      const line = this.#lines[this.#at];
      if (line === undefined || line.indent < indent) break;
      const item = /^-(\s*)(.*)$/s.exec(line.text);
      if (line.indent !== indent || item === null || (item[1] === "" && item[2] !== "")) {
        if (line.indent > indent || !KEY.test(line.text)) this.isKnown = false;
        break;
      }
      if (item[2] === "" || item[2]?.startsWith("#")) {
        this.#at += 1;
        list.push(this.block(indent + 1, depth + 1));
        continue;
      }
      // The item begins on the line of its dash.
      const inner = indent + 1 + (item[1] as string).length;
      const text = item[2] as string;
      if (KEY.test(text) || /^-\s/.test(text)) {
        (this.#lines as Line[])[this.#at] = { indent: inner, text };
        list.push(this.block(inner, depth + 1));
      } else {
        this.#at += 1;
        list.push(this.#scalar(text, indent));
      }
    }
    return list;
  }

  #record(indent: number, depth: number): Record<string, unknown> {
    const record: Record<string, unknown> = {};
    for (this.#skip(); this.isKnown; this.#skip()) {
      const line = this.#lines[this.#at];
      if (line === undefined || line.indent < indent) break;
      const entry = line.indent === indent ? KEY.exec(line.text) : null;
      if (entry === null) {
        this.isKnown = false;
        break;
      }
      this.#at += 1;
      const [, key, rest = ""] = entry as unknown as [string, string, string | undefined];
      const name = /^["']/.test(key) ? String(this.#quoted(key)) : key;
      setField(record, name, rest === "" || rest.startsWith("#") ? this.#below(indent, depth) : this.#scalar(rest, indent));
    }
    return record;
  }

  /** The value below its key. A list may be indented as its key is. */
  #below(indent: number, depth: number): unknown {
    this.#skip();
    const line = this.#lines[this.#at];
    if (line === undefined || line.indent < indent) return null;
    if (line.indent > indent) return this.block(indent + 1, depth + 1);
    return /^-(?:\s|$)/.test(line.text) ? this.#list(indent, depth + 1) : null;
  }

  /** A value that begins on a line, and may go on in the lines that are indented more. */
  #scalar(text: string, indent: number): unknown {
    const block = /^([|>])([+-]?)\s*(?:#.*)?$/.exec(text);
    if (block !== null) return this.#textBlock(indent, block[1] === ">", block[2] as string);
    if (/^[&*!%@`]/.test(text)) return this.#give(true, null);
    const more: string[] = [text];
    while (this.#at < this.#lines.length && (this.#lines[this.#at] as Line).indent > indent && (this.#lines[this.#at] as Line).text !== "")
      more.push(this.#take().text);
    const whole = more.join(/^[[{]/.test(text) ? "\n" : " ");
    if (/^["']/.test(whole)) return this.#quoted(whole);
    if (/^[[{]/.test(whole)) {
      const spelled = inQuotes(whole);
      const { node, fault, end, style } = parseAt(spelled, 0);
      return this.#give(fault !== null || style.cuts.length > 0 || !/^\s*(?:#.*)?$/s.test(spelled.slice(end)), node.value);
    }
    const plain = whole.replace(/\s+#.*$/s, "").trim();
    if (/^(?:null|~|)$/i.test(plain)) return null;
    if (/^(?:true|false)$/i.test(plain)) return plain.toLowerCase() === "true";
    return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(plain) ? Number(plain) : plain;
  }

  #quoted(text: string): unknown {
    if (text.startsWith('"')) {
      const { value, end, isClosed } = stringAt(text, 0, '"', text.length);
      return this.#give(!isClosed || !/^\s*(?:#.*)?$/s.test(text.slice(end)), value);
    }
    const single = /^'((?:[^']|'')*)'\s*(?:#.*)?$/s.exec(text);
    return this.#give(single === null, single?.[1]?.replaceAll("''", "'") ?? null);
  }

  /** The lines of `|`, or those of `>`, which are joined. */
  #textBlock(indent: number, isFolded: boolean, end: string): string {
    const taken: Line[] = [];
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at] as Line;
      if (line.text !== "" && line.indent <= indent) break;
      taken.push(this.#take());
    }
    const base = taken.find(({ text }) => text !== "")?.indent ?? 0;
    const rows = taken.map(({ indent: own, text }) => (text === "" ? "" : " ".repeat(Math.max(0, own - base)) + text));
    const text = isFolded ? rows.join("\n").replace(/([^\n ])\n(?=[^\n ])/g, "$1 ") : rows.join("\n");
    return end === "+" ? `${text}\n` : text.replace(/\n+$/, "") + (end === "-" ? "" : "\n");
  }
}
