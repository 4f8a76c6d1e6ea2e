// The input of `fit`, a list or a body, and the result made of the same objects.

import { LISTS, TARGETS } from "../formats/names.js";
import { type PlainObject, invalid, isArray, isObject, reading } from "../input/check.js";
import { type Json, toJson, withBytes } from "../input/json.js";
import { DEFAULT_LIMITS } from "../input/options.js";
import { body as checkBody } from "../input/request.js";
import type { ProgramFormat, WriteRepair, WrittenMessage } from "../formats/program-format.js";
import { programFormat } from "../formats/registry.js";
import { items as copied, withField } from "../request/copy-on-write.js";
import { UNBOUNDED } from "../wasm/stateless.js";
import { readProgram, readingJson } from "../wasm/program.js";
import type { Format, Target } from "../types/index.js";

/** A stretch of messages as they were, by place and count, or others. */
type Part = readonly [first: number, count: number] | { readonly new?: unknown[]; readonly place?: number; readonly written?: unknown[] };

/** The fields of a fitted body: `[]` for one that did not change, `[value]` for another, and the list. */
export type FittedFields = Readonly<Record<string, readonly unknown[] | { readonly parts: readonly Part[] }>>;

/** The value of a caller. Nothing of it is changed. */
export class Source {
  readonly format: Format;
  /** The messages. */
  readonly items: readonly unknown[];
  readonly #input: object;
  /** The path of the list in the input; empty where the input is the list. */
  readonly #path: readonly string[];
  readonly #program: ProgramFormat | undefined;
  readonly #text: Json;
  /** The places of items that hold no message. */
  readonly #silent: ReadonlySet<number>;
  /** The text that the core reads. */
  readonly json: string;
  /** The description of a format of programs; "" for others. */
  readonly description: string;

  constructor(format: Format, given: unknown) {
    const input = checkBody(format, given);
    const list = LISTS[format];
    const isList = isArray(input);
    this.format = format;
    this.#input = input;
    this.#program = programFormat(format);
    // A list of a provider's messages is the only field of a body.
    this.#text = toJson(isList && list !== undefined ? { [list]: input } : input, { ...UNBOUNDED, name: isList ? "The list" : "The body" });
    const silent = new Set<number>();
    if (this.#program === undefined) {
      this.#path = isList ? [] : [list ?? "messages"];
      [this.json, this.description] = [this.#text.json, ""];
    } else {
      const { holds, hasDocumentBlocks, carriesAudio, needsCallIds } = this.#program;
      const read = readProgram(this.#program, this.#text.json, DEFAULT_LIMITS);
      this.#path = isList ? [] : (read.path || "messages").split(".");
      const spoken = new Set(read.messages.map(({ wire }) => wire));
      const { length } = this.#path.reduce((value, name) => (value as PlainObject)[name] as unknown[], input as unknown) as unknown[];
      for (let place = 0; place < length; place += 1) if (!spoken.has(place)) silent.add(place);
      [this.json, this.description] = [readingJson(read), JSON.stringify({ holds, hasDocumentBlocks, carriesAudio, needsCallIds })];
    }
    this.#silent = silent;
    const items = reading("`input`", () => this.#path.reduce((value, name) => (value as PlainObject)[name] as object, input));
    // A single message may stand in place of a list.
    this.items = isArray(items) ? copied(items) : [items];
    if (!isArray(items) && !this.isBody) throw invalid("`input` must be a list of messages, or a body with one.");
  }

  /** True for a body of a provider, or a list of its messages. */
  get isBody(): boolean {
    return TARGETS.includes(this.format as Target);
  }

  /** True for a list. */
  get isList(): boolean {
    return this.#path.length === 0;
  }

  /** Lone surrogates that were replaced in the text. */
  get replaced(): number {
    return this.#text.replaced;
  }

  /** The input with what is left of its messages. The lists are new; what did not change in them is the same. */
  result(fitted: FittedFields): { result: PlainObject; repairs: readonly WriteRepair[] } {
    const repairs: WriteRepair[] = [];
    if (!this.isBody) {
      const messages = this.#joined(fitted.parts as unknown as readonly Part[], repairs);
      return { result: this.isList ? { messages } : { body: within(this.#input, this.#path, messages) }, repairs };
    }
    const list = LISTS[this.format] as string;
    const body: PlainObject = {};
    for (const [name, value] of Object.entries(fitted)) {
      if ("parts" in value) body[name] = this.#joined(value.parts, repairs);
      else if (value.length > 0) body[name] = withBytes(value, this.#text)[0];
      else body[name] = name === list && isArray(this.#given(list)) ? [...this.items] : this.#given(name);
    }
    if (!this.isList) return { result: { body }, repairs };
    const [other] = Object.keys(body).filter((name) => name !== list);
    if (other === undefined) return { result: { messages: body[list] }, repairs };
    throw invalid(`the instructions in the list stand in \`${other}\`, beside the messages, in this format: give \`fit\` the whole body.`);
  }

  /** The JSON text of a fitted body, with the messages of a list as its only field. */
  written(fitted: FittedFields): string {
    const { result } = this.result(fitted);
    return toJson(this.isList ? { [LISTS[this.format] as string]: result.messages } : result.body, { ...UNBOUNDED, name: "The body" }).json;
  }

  #given(name: string): unknown {
    return this.isList ? this.#input : (this.#input as PlainObject)[name];
  }

  #joined(parts: readonly Part[], repairs: WriteRepair[]): unknown[] {
    const messages: unknown[] = [];
    // Items that hold no message stay with the message before them.
    const take = (first: number, count: number) => {
      let end = first + count;
      while (this.#silent.has(end)) end += 1;
      messages.push(...this.items.slice(first, end));
    };
    take(0, 0);
    for (const part of parts) {
      if (isRange(part)) take(...part);
      else messages.push(...(withBytes(part.new ?? this.#written(part.written ?? [], repairs), this.#text) as unknown[]));
    }
    return messages;
  }

  #written(written: unknown[], repairs: WriteRepair[]): unknown[] {
    const program = this.#program;
    if (program === undefined) return written;
    const form = program.formOf?.(this.#input) ?? program.forms[0] ?? "";
    const outcome = program.write(written as WrittenMessage[], form);
    repairs.push(...outcome.repairs);
    const { body } = outcome;
    return isArray(body) ? body : ((isObject(body) ? body.messages : null) as unknown[] | null) ?? [];
  }
}

function isRange(part: Part): part is readonly [number, number] {
  return isArray(part);
}

/** The value with `messages` at this path, a copy along the way. */
function within(value: object, [name, ...path]: readonly string[], messages: unknown[]): unknown {
  if (name === undefined) return messages;
  const fields = value as PlainObject;
  return withField(fields, name, fields[name], within(fields[name] as object, path, messages));
}
