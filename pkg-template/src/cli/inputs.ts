// The values of the files, one by one.

import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { type Pasted, type PastedRequest, readPaste } from "../read/index.js";
import { BadInput } from "./bad-input.js";

/** A value of an input, or the reason why it is none. */
export interface Input {
  /** The name of the file, with the line for JSONL. */
  readonly place: string;
  readonly value: unknown;
  /** Why the value cannot be read. */
  readonly fault: string | null;
  /** The request in its text; null for a value that is all of its text, and no request that the reader knows. */
  readonly source: Source | null;
  /** The provider's words beside the value. */
  readonly refusal: string | null;
}

/** The text that a request is written back into. */
export interface Source {
  readonly text: string;
  readonly request: PastedRequest;
  /** True for a line of JSONL, which is written by itself. */
  readonly isLine: boolean;
}

export interface InputOptions {
  readonly jsonl: boolean;
  readonly field?: string;
  readonly given?: string;
}

/** The names of files with a value a line. */
export const LINES = /\.(jsonl|ndjson)$/i;
/** Bytes of a file of lines that say whether they belong together. */
const HEAD = 65_536;

/** Reads the values of a file; `-` is standard input. */
export async function* inputsOf(file: string, { jsonl, field, given }: InputOptions): AsyncGenerator<Input> {
  const name = nameOf(file, given);
  if ((jsonl || LINES.test(file)) && !(await isWhole(file, field))) {
    let line = 0;
    for await (const text of linesOf(file, given)) {
      line += 1;
      if (text.trim() !== "") yield* valuesOf(text, `${name}:${line}`, { field, line });
    }
    return;
  }
  const text = await textOf(file, given);
  // Standard input has no name that would tell: lines that are JSON each are JSONL.
  const lines = text.split("\n");
  const first = lines.find((line) => line.trim() !== "") ?? "";
  if (file === "-" && lines.filter((line) => line.trim() !== "").length > 1 && isJson(first) && !belongTogether(readPaste(text))) {
    for (const [place, line] of lines.entries())
      if (line.trim() !== "") yield* valuesOf(line, `${name}:${place + 1}`, { field, line: place + 1 });
    return;
  }
  yield* valuesOf(text, name, { field, line: null });
}

export const nameOf = (file: string, given?: string): string => (file !== "-" ? file : given === undefined ? "standard input" : "the text");

/** Reads a file, or standard input, as text. */
export async function textOf(file: string, given?: string): Promise<string> {
  if (file === "-" && given !== undefined) return given;
  try {
    if (file !== "-") return decoded(await readFile(file));
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    return decoded(Buffer.concat(chunks));
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** PowerShell writes UTF-16. */
function decoded(bytes: Buffer): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.subarray(2).toString("utf16le") : bytes.toString("utf8");
}

/** Reports whether the lines of a file are one session or one list of messages. */
async function isWhole(file: string, field: string | undefined): Promise<boolean> {
  if (file === "-" || field !== undefined) return false;
  const head = await headOf(file);
  return head !== null && belongTogether(readPaste(head));
}

/** The first whole lines of a file; null if it cannot be read, of which the reason is said when it is read whole. */
export async function headOf(file: string): Promise<string | null> {
  try {
    const handle = await open(file);
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
      const head = buffer.subarray(0, bytesRead).toString("utf8");
      return bytesRead < HEAD ? head : head.slice(0, head.lastIndexOf("\n") + 1);
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}

const belongTogether = ({ requests, form }: Pasted): boolean =>
  requests.length === 1 && (requests[0]?.isInText === false || form.endsWith("a message each"));

async function* linesOf(file: string, given?: string): AsyncGenerator<string> {
  if (file === "-" && given !== undefined) return yield* given.split("\n");
  const stream = file === "-" ? process.stdin : createReadStream(file);
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) yield line;
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): BadInput {
  return new BadInput(`${file} cannot be read: ${(error as Error).message}`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface Reading {
  readonly field: string | undefined;
  /** The number of the line; null for a text that is all of its file. */
  readonly line: number | null;
}

/** The values of a text: its requests, or the value that it is. */
function* valuesOf(text: string, place: string, { field, line }: Reading): Generator<Input> {
  const plain = { place, value: undefined, fault: null, source: null, refusal: null };
  if (field !== undefined) {
    yield inField(text, plain, field, line);
    return;
  }
  const pasted = readPaste(text);
  if (pasted.kind === "empty") return;
  for (const request of pasted.requests)
    yield {
      ...plain,
      place: placeOf(place, request),
      value: request.value,
      source: { text, request, isLine: line !== null },
      refusal: request.refusal ?? pasted.refusal,
    };
  if (pasted.requests.length > 0) return;
  yield isJson(text)
    ? { ...plain, value: JSON.parse(text) as unknown, refusal: pasted.refusal }
    : { ...plain, ...brokenAt(place, pasted, line) };
}

/** `line 2` of a file is `file:2`. */
function placeOf(place: string, request: PastedRequest): string {
  if (request.place === "") return place;
  const line = /^line (\d+)$/.exec(request.place);
  return line === null ? `${place} ${request.place}` : `${place}:${line[1]}`;
}

/** Says why a text has no value, with the line and the column. */
function brokenAt(place: string, { fault, taken }: Pasted, line: number | null): { place: string; fault: string } {
  if (fault === null) return { place, fault: `This is no JSON. ${taken}` };
  return {
    place: line === null ? `${place}:${fault.line}:${fault.column}` : `${place}:${fault.column}`,
    fault: `This is no JSON: ${fault.what}.`,
  };
}

function inField(text: string, plain: Input, field: string, line: number | null): Input {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ...plain, ...brokenAt(plain.place, readPaste(text), line) };
  }
  const inner = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[field] : undefined;
  return inner === undefined ? { ...plain, fault: `There is no field ${JSON.stringify(field)}.` } : { ...plain, value: inner };
}

/** Reads the values of a file as they are, without a search for the request in them. */
export async function* recordsOf(file: string, options: InputOptions): AsyncGenerator<Input> {
  const name = nameOf(file);
  const isLines = options.jsonl || LINES.test(file);
  const lines = isLines ? linesOf(file) : textLines(await textOf(file), file === "-");
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() === "") continue;
    const isLine = isLines || line > 1;
    const place = isLine || file === "-" ? `${name}:${line}` : name;
    if (isJson(text)) yield { place: isLine ? place : name, value: JSON.parse(text) as unknown, fault: null, source: null, refusal: null };
    else yield* valuesOf(text, isLine ? place : name, { field: undefined, line: isLine ? line : null });
  }
}

function* textLines(text: string, isStandardInput: boolean): Generator<string> {
  const lines = text.split("\n");
  const filled = lines.filter((line) => line.trim() !== "");
  if (isStandardInput && filled.length > 1 && isJson(filled[0] as string)) yield* lines;
  else yield text;
}
