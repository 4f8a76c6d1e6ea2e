// The values of the files, one by one.

import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { type ParseError, parse as parseWithPlaces, printParseErrorCode } from "jsonc-parser";
import { BadInput } from "./bad-input.js";

/** A value of an input, or the reason why it is none. */
export interface Input {
  /** The name of the file, with the line for JSONL. */
  readonly place: string;
  readonly value: unknown;
  /** Why the value cannot be read. */
  readonly fault: string | null;
}

export interface InputOptions {
  readonly jsonl: boolean;
  readonly field?: string;
}

const LINES = /\.(jsonl|ndjson)$/i;

/** Reads the values of a file; `-` is standard input. */
export async function* inputsOf(file: string, { jsonl, field }: InputOptions): AsyncGenerator<Input> {
  const name = file === "-" ? "standard input" : file;
  if (jsonl || LINES.test(file)) {
    let line = 0;
    for await (const text of linesOf(file)) {
      line += 1;
      if (text.trim() !== "") yield inputOf(`${name}:${line}`, text, line, field);
    }
    return;
  }
  const text = await textOf(file);
  // Standard input has no name that would tell: lines that are JSON each are JSONL.
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (file === "-" && lines.length > 1 && isJson(lines[0] as string)) {
    for (const [place, line] of lines.entries()) yield inputOf(`${name}:${place + 1}`, line, place + 1, field);
    return;
  }
  yield inputOf(name, text, null, field);
}

/** Reads a file, or standard input, as text. */
export async function textOf(file: string): Promise<string> {
  try {
    if (file !== "-") return await readFile(file, "utf8");
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString("utf8");
  } catch (error) {
    throw unreadable(file, error);
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
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

function inputOf(place: string, text: string, line: number | null, field: string | undefined): Input {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return {
      place: line === null ? `${place}:${placeOf(text)}` : `${place}:${placeOf(text).split(":")[1]}`,
      value: undefined,
      fault: faultOf(text, error),
    };
  }
  if (field === undefined) return { place, value, fault: null };
  const inner = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[field] : undefined;
  return inner === undefined
    ? { place, value, fault: `There is no field ${JSON.stringify(field)}.` }
    : { place, value: inner, fault: null };
}

function firstError(text: string): ParseError | undefined {
  const errors: ParseError[] = [];
  parseWithPlaces(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  return errors[0];
}

/** The line and the column of the first fault. */
function placeOf(text: string): string {
  const before = text.slice(0, firstError(text)?.offset ?? text.length).split("\n");
  return `${before.length}:${(before.at(-1) ?? "").length + 1}`;
}

function faultOf(text: string, error: unknown): string {
  const found = firstError(text);
  // `InvalidSymbol` is `invalid symbol`.
  const what =
    found === undefined
      ? (error as Error).message
      : printParseErrorCode(found.error)
          .replace(/([A-Z])/g, " $1")
          .trim()
          .toLowerCase();
  return `This is no JSON: ${what}.`;
}
