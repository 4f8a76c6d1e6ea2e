// Reads a text without quotes around it: JSON, JSON lines, or values within other text.

import { escapedLayer, stringAt, stringLayer } from "./strings.js";
import type { Layer } from "./layer.js";
import { type Found, Look, addFound, isSingleMessage, named, nothing, requestOf } from "./look.js";
import { type ParseFault, type Parsed, type Style, newStyle } from "./node.js";
import { ABSENT, TOO_DEEP, parseAt, parseCall } from "./parse.js";
import { Place, linesPlace } from "./place.js";
import { SESSIONS } from "../sessions/programs.js";
import { type Fields, isMessage, isRecord } from "./shape.js";
import { answerOf } from "./stream.js";

/** A text, as read. */
export interface Reading {
  readonly found: Found;
  readonly form: string;
  readonly fault: ParseFault | null;
  /** The text beside the values. */
  readonly prose: readonly string[];
  /** The value of the whole text, or the first value in it. */
  readonly value?: unknown;
  /** True if a value was read whose place in the text is not known for sure. */
  readonly isGuess: boolean;
  /** The start of the first value, in the layer. */
  readonly from: number;
}

/** Work that is left, in characters. Brackets and quotes that never close would make the time grow with the square of the text. */
export interface Work {
  left: number;
}

export const workFor = (text: string): Work => ({ left: 4 * text.length + 500_000 });

/** Reads a text. */
export function readText(layer: Layer, work: Work, depth = 0): Reading {
  const { text } = layer;
  work.left -= text.length;
  const look = new Look((inner, deep) => (deep > 4 || work.left < 0 ? nothing() : readText(inner, work, deep).found));
  try {
    const value = JSON.parse(
      text.replace(/^[\ufeff\ufffe\ufffd]+/, ""),
      text.includes(`"${ABSENT}"`) ? withoutAbsent : undefined,
    ) as unknown;
    const whole = { form: "JSON", fault: null, prose: [], value, isGuess: false, from: 0 };
    if (!isSingleMessage(value)) return { ...whole, found: look.at(value, Place.at(layer), [], depth) };
    const found = nothing();
    const range = { from: text.search(/[{[]/), to: text.length };
    found.requests.push(requestOf([value], linesPlace(layer, [range]), [], true));
    return { ...whole, found, isGuess: true };
  } catch {
    return readLines(layer, look) ?? new Scan(layer, look, work, depth).read();
  }
}

const withoutAbsent = (name: string, value: unknown): unknown => (value === ABSENT && !/^\d*$/.test(name) ? undefined : value);

interface Line {
  readonly number: number;
  readonly from: number;
  readonly to: number;
  readonly value: unknown;
}

/** JSON lines; null if the text is none. */
function readLines(layer: Layer, look: Look): Reading | null {
  const { text } = layer;
  const lines: Line[] = [];
  let [failed, from, number]: [{ from: number; to: number } | null, number, number] = [null, 0, 0];
  for (const line of text.split("\n")) {
    number += 1;
    const range = { from, to: from + line.length };
    from += line.length + 1;
    if (line.trim() === "") continue;
    try {
      if (!/^[\s\ufeff]*[[{]/.test(line)) throw new SyntaxError("not an object");
      lines.push({ ...range, number, value: JSON.parse(line.replace(/^\ufeff/, "")) });
    } catch {
      if (lines.length === 0 || (failed !== null && lines.length < 3)) return null;
      failed ??= range;
    }
  }
  if (lines.length < 2 && !(lines.length === 1 && failed !== null)) return null;
  const cut = failed === null ? null : parseAt(text, failed.from, failed.to >= text.trimEnd().length ? text.length : failed.to);
  if (failed !== null && cut?.fault === null) return null;
  // One line that is whole, and another that does not begin as a value, is a value beside prose.
  if (cut !== null && !/^\s*[[{]/.test(text.slice(failed?.from))) return null;
  const values = lines.map(({ value }) => value);
  const records = values.filter(isRecord);
  const base = { fault: cut?.fault ?? null, prose: [], isGuess: false, from: 0, value: values[0] };
  const session = SESSIONS.find((one) => one.isOne(records));
  const found = nothing();
  if (session !== undefined) {
    for (const { value, format, place } of session.read(records))
      found.requests.push({ ...requestOf(value, null as never, [place], false), place: null, detected: named(value, format) });
    found.names.push(session.name);
    return { ...base, found, form: session.name };
  }
  if (values.every(isMessage) && values.some((value) => isSingleMessage(value))) {
    found.requests.push(requestOf(values, linesPlace(layer, lines), [], false));
    return { ...base, found, form: "JSON lines, a message each" };
  }
  const answer = records.some(
    ({ object, type }) => object === "chat.completion.chunk" || type === "message_start" || type === "response.created",
  )
    ? answerOf(records as Record<string, unknown>[])
    : null;
  if (answer !== null) {
    found.answers.push({ value: answer.value as Fields, format: answer.format });
    return { ...base, found, form: "lines of a stream" };
  }
  for (const { value, number: at, from: start, to } of lines) {
    const inner = look.at(value, Place.at(layer, start, to));
    addFound(found, { ...inner, requests: inner.requests.map((request) => ({ ...request, where: [`line ${at}`] })) });
  }
  if (cut !== null && failed !== null) {
    const inner = look.at(cut.node.value, new Place(() => ({ layer, node: cut.node, style: cut.style, fault: cut.fault })));
    if (cut.fault?.isTruncated === true)
      addFound(found, { ...inner, requests: inner.requests.map((request) => ({ ...request, where: [`line ${number}`] })) });
  }
  return { ...base, found, form: "JSON lines" };
}

/** Values within other text: in prose, in code, in logs, and values that are not strict JSON. */
class Scan {
  readonly #layer: Layer;
  readonly #look: Look;
  readonly #depth: number;
  readonly #found = nothing();
  readonly #spans: { readonly from: number; readonly to: number }[] = [];
  #style: Style | null = null;
  #fault: ParseFault | null = null;
  #slip: ParseFault | null = null;
  /** The first fault of a text that may have been meant as a value. */
  #firstFault: ParseFault | null = null;
  #first: { readonly value: unknown; readonly style: Style } | null = null;
  #singles: Parsed[] = [];
  #isEscaped = false;
  /** True within a value that breaks off or is broken. */
  #isWithin = false;
  readonly #work: Work;

  constructor(layer: Layer, look: Look, work: Work, depth: number) {
    this.#layer = layer;
    this.#look = look;
    this.#depth = depth;
    this.#work = work;
  }

  read(): Reading {
    const { text } = this.#layer;
    const opening = /[{[(]/g;
    for (let at = 0; at < text.length; ) {
      opening.lastIndex = at;
      const found = opening.exec(text);
      if (found === null || this.#work.left < 0) break;
      at = this.#candidate(found.index);
    }
    return this.#reading();
  }

  /** Reads the value that may open at a place. Returns the place at which the scan goes on. */
  #candidate(at: number): number {
    const { text } = this.#layer;
    const beginning = text.slice(at, at + 40);
    if (/^[{[]\s*(?:\{\s*)?\\+"/.test(beginning)) return this.#escaped(at);
    const inQuotes = this.#inQuotes(at);
    if (inQuotes !== null) return inQuotes;
    const isCall = text[at] === "(";
    let from = at;
    if (isCall) {
      const name = /[\p{L}_$][\p{L}\p{N}_$.]*$/u.exec(text.slice(Math.max(0, at - 80), at))?.[0];
      if (name === undefined || !/^\(\s*(?:[{["'`@*]|\w+\s*[=.,("'])/.test(beginning)) return at + 1;
      from = at - name.length;
    }
    const parsed = isCall ? parseCall(text, from, at) : parseAt(text, at);
    this.#work.left -= parsed.end - at + 50;
    const { node, fault, end, style } = parsed;
    const place = new Place(() => ({ layer: this.#layer, node, style, fault }));
    const inner = this.#look.at(node.value, place, [], this.#depth + (this.#isWithin || fault !== null ? 1 : 0));
    const hasRequest = inner.requests.length > 0;
    if (fault !== null && !fault.isTruncated && hasRequest) {
      this.#fault ??= fault;
      this.#style ??= style;
      this.#spans.push({ from, to: text.length });
      return Math.max(at + 1, fault.offset);
    }
    if (fault === null || (fault.isTruncated && (hasRequest || inner.answers.length + inner.refusals.length > 0))) {
      if (hasRequest || inner.answers.length > 0 || inner.refusals.length > 0) {
        addFound(this.#found, inner);
        this.#spans.push({ from, to: end });
        if (hasRequest || this.#style === null) this.#style = style;
        if (hasRequest) this.#slip ??= parsed.slip;
        this.#fault ??= fault;
        return end;
      }
      if (isSingleMessage(node.value) && !this.#isWithin) this.#singles.push(parsed);
      if (!isCall && node.entries.length > 0 && style.cuts.length === 0) this.#first ??= { value: node.value, style };
      return isCall || style.cuts.length > 0 || node.entries.length === 0 ? at + 1 : end;
    }
    if (!isCall) this.#firstFault ??= fault;
    if (fault.what === TOO_DEEP) return Math.max(at + 1, fault.offset);
    this.#isWithin ||= !isCall && node.entries.length > 0;
    return at + 1;
  }

  /** JSON in a string of a language: in code, or in the bytes that Python prints. Returns its end; null if there is none. */
  #inQuotes(at: number): number | null {
    const { text } = this.#layer;
    const quote = /(?:"""|'''|["'`])\s{0,80}$/.exec(text.slice(Math.max(0, at - 83), at))?.[0];
    if (quote === undefined || text[at] === "(") return null;
    const opens = at - quote.length;
    const mark = quote.trimEnd();
    const { end, isClosed } = stringAt(text, opens, mark, text.length);
    this.#work.left -= end - at;
    if (!isClosed || end - at < 12) return null;
    const layer = stringLayer(this.#layer, opens, mark);
    try {
      const found = this.#look.at(JSON.parse(layer.text), Place.at(layer), [], this.#depth + 1);
      if (found.requests.length === 0 && found.refusals.length === 0) return null;
      addFound(this.#found, found);
      this.#style ??= newStyle();
      this.#spans.push({ from: opens, to: end });
      return end;
    } catch {
      return null;
    }
  }

  /** JSON with escaped quotes, without quotes around it. */
  #escaped(at: number): number {
    const { layer, end } = escapedLayer(this.#layer, at);
    this.#work.left -= layer.text.length + 50;
    const reading = this.#depth > 4 || this.#work.left < 0 ? null : readText(layer, this.#work, this.#depth + 1);
    if (reading === null || reading.found.requests.length + reading.found.refusals.length === 0) return at + 2;
    addFound(this.#found, reading.found);
    this.#isEscaped = true;
    this.#fault ??= reading.fault === null ? null : { ...reading.fault, offset: layer.at(reading.fault.offset) - this.#layer.at(0) };
    this.#spans.push({ from: at, to: end });
    return end;
  }

  #reading(): Reading {
    const { text } = this.#layer;
    const base = { prose: this.#prose(), from: this.#spans[0]?.from ?? 0, value: this.#first?.value };
    const { requests } = this.#found;
    if (requests.length === 0 && this.#fault === null && this.#singles.length > 0) {
      const { style } = this.#singles[0] as Parsed;
      const nodes = this.#singles.map(({ node }) => node);
      const value = nodes.map((node) => node.value);
      this.#found.requests.push(requestOf(value, linesPlace(this.#layer, nodes), [], nodes.length === 1));
      this.#spans.push(...nodes);
      const prose = this.#prose();
      // Quotes beside messages are of what the messages were cut out of.
      const isGuess = nodes.length === 1 || prose.some((part) => part.includes('"'));
      return { ...base, prose: isGuess ? [] : prose, found: this.#found, form: formOf(style, text), fault: cutFault(style), isGuess };
    }
    const style = this.#style ?? this.#first?.style ?? newStyle();
    const lines = requests.length > 1 ? requests.map((request) => this.#withLine(request)) : requests;
    const isMeant = this.#spans.length === 0 && this.#first === null && /^[\s\ufeff]*[[{]|(?:^|\n)\s*[{[]\s*["'{[\]}]/.test(text);
    return {
      ...base,
      found: { ...this.#found, requests: lines },
      form: this.#isEscaped ? "escaped JSON" : formOf(style, text),
      fault: this.#fault ?? (isMeant ? this.#firstFault : null) ?? this.#slip ?? (this.#spans.length > 0 ? cutFault(style) : null),
      isGuess: requests.length > 0 && style.cuts.length > 0,
    };
  }

  #withLine(request: Found["requests"][number]): Found["requests"][number] {
    if (request.where.length > 0 || request.place === null) return request;
    const { layer, node } = request.place.located;
    return { ...request, where: [`line ${layer.text.slice(0, node.from).split("\n").length}`] };
  }

  #prose(): string[] {
    const { text } = this.#layer;
    const prose: string[] = [];
    let done = 0;
    for (const { from, to } of this.#spans) {
      if (from > done) prose.push(text.slice(done, from));
      done = Math.max(done, to);
    }
    prose.push(text.slice(done));
    return prose;
  }
}

function cutFault({ cuts }: Style): ParseFault | null {
  const [first] = cuts;
  return first === undefined ? null : { offset: first.offset, what: first.what, isTruncated: first.isInspected };
}

/** The name of a spelling. */
export function formOf(style: Style, text: string): string {
  const { quotes, bareKeys, namedArguments, arrows, pythonWords, jsonWords, comments, trailingCommas, strangeSpaces, calls, cuts } = style;
  const single = (quotes["'"] ?? 0) > (quotes['"'] ?? 0);
  if (quotes["“"] !== undefined) return "JSON with smart quotes";
  if (arrows > 0) return /\[\s*['"][^'"\n]*['"]\s*=>/.test(text) ? "PHP array" : "Ruby hash";
  if (/@\{/.test(text) && namedArguments > 0) return "PowerShell table";
  const isClass = calls.some((name) => /^[A-Z]\w*$/.test(name));
  if (namedArguments > 0) return isClass && !calls.some((name) => name.includes(".")) ? "Python repr" : "Python code";
  if (bareKeys > 0 && cuts.some(({ isInspected }) => isInspected)) return "Node's util.inspect";
  if (bareKeys > 0)
    return /\bfetch\s*\(|\.create\s*\(|\bconst\b|\bawait\b|\.\w+\(\s*\{/.test(text) ? "JavaScript code" : "JavaScript object";
  if (pythonWords > 0 || (single && jsonWords === 0)) return "Python dict";
  if (single) return "JavaScript object";
  if (comments > 0) return "JSON with comments";
  if (trailingCommas > 0) return "JSON with trailing commas";
  if (/\bfetch\s*\(/.test(text)) return "fetch call";
  if (strangeSpaces > 0) return "JSON with non-breaking spaces";
  return "JSON";
}
