// The input of `fit`, a list or a body, and the result made of the same objects.

import { Method } from "../../../build/method.js";
import { LISTS, TARGETS } from "../providers/names.js";
import { type PlainObject, invalid, isArray, isObject, reading } from "../input/check.js";
import { type Json, toJson, withBytes } from "../input/json.js";
import { DEFAULT_LIMITS } from "../input/options.js";
import { body as checkBody } from "../input/request.js";
import type { ProgramFormat, WriteRepair, WrittenMessage } from "../types/program-format.js";
import { programFormat } from "../formats/registry.js";
import { items as copied, withField } from "../request/copy-on-write.js";
import { type EditedFields, editedBody, isRange, sound } from "../request/edited-body.js";
import { UNBOUNDED, stateless } from "../wasm/stateless.js";
import { readProgram, readingJson } from "../wasm/program.js";
import type { Format, Target } from "../types/index.js";
import { type Kept, ranges } from "./memory.js";

/** A part of a body, or messages that a format of programs writes in place of the item at `place`. */
type Part = readonly [first: number, count: number] | { readonly new?: unknown[]; readonly place?: number; readonly written?: unknown[] };

/** The fields of a fitted body. */
export type FittedFields = EditedFields<Part>;

/** A value with cache breakpoints: a field of a body, or a message at this index of its list. */
interface Edit {
  readonly field: string;
  readonly index?: number;
  readonly value: unknown;
}

/** The memory of the core, by places of the items that were read. */
export type CoreKept = Pick<Kept, "items">;

/** The items at these places of the list at this path. */
export interface Excerpt {
  readonly path: readonly string[];
  readonly list: readonly unknown[];
  readonly places: readonly number[];
}

/** A part of an item that another item's message holds, and the place of that other item; see `Reading.held`. */
interface Held {
  readonly place: number;
  /** Absent if no item of the list holds the part. */
  readonly holder: number | undefined;
  readonly item: unknown;
}

/** The caller's value, which is never changed. */
export class Source {
  readonly format: Format;
  /** The path of the list in the input; empty if the input is the list. */
  readonly path: readonly string[];
  /** The messages to read: all of the caller's, or those at `places`. */
  readonly items: readonly unknown[];
  /** The places of these items in the caller's list; null if all are read. */
  readonly places: readonly number[] | null;
  /** The places among `items` of which the last result holds something, even if none of their messages is left. */
  loose: readonly number[] = [];
  /** The input with these items alone. */
  readonly #input: object;
  readonly #program: ProgramFormat | undefined;
  /** The form of a list of a program, once something is written. */
  #form: string | undefined;
  readonly #text: Json;
  /** The places of items that hold no message. */
  readonly #silent = new Set<number>();
  readonly #held: readonly Held[] = [];
  /** The repairs of reading, by the places of items. */
  readonly #readRepairs = new Map<number, WriteRepair>();
  /** The text that the core reads. */
  readonly json: string;
  /** The description of a format of programs; "" for others. */
  readonly description: string;

  /** Reads a list or a body; with an excerpt, only its items. */
  constructor(format: Format, given: unknown, excerpt: Excerpt | null) {
    const whole = checkBody(format, given);
    const input = excerpt === null ? whole : (within(whole, excerpt.path, picks(excerpt.list, excerpt.places)) as object);
    const list = LISTS[format];
    const isList = isArray(input);
    this.format = format;
    this.places = excerpt?.places ?? null;
    this.#input = input;
    this.#program = programFormat(format);
    // A list of a provider's messages is the only field of a body.
    this.#text = toJson(isList && list !== undefined ? { [list]: input } : input, { ...UNBOUNDED, name: isList ? "The list" : "The body" });
    if (this.#program === undefined) {
      this.path = isList ? [] : [list ?? "messages"];
      this.items = listAt(input, this.path);
      [this.json, this.description] = [this.#text.json, ""];
    } else {
      const { holds, hasDocumentBlocks, carriesAudio, needsCallIds } = this.#program;
      const read = readProgram(this.#program, this.#text.json, DEFAULT_LIMITS);
      const { messages, repairs, held = [] } = read;
      const placeOf = (message: number | undefined) => (message === undefined ? undefined : messages[message]?.wire);
      this.path = isList ? [] : (read.path || "messages").split(".");
      this.items = listAt(input, this.path);
      const spoken = new Set(messages.map(({ wire }) => wire));
      for (let place = 0; place < this.items.length; place += 1) if (!spoken.has(place)) this.#silent.add(place);
      this.#held = held.map(({ wire, message, item }) => ({ place: wire, holder: placeOf(message), item }));
      for (const { code, detail, message } of repairs) this.#readRepairs.set(placeOf(message) ?? -1, { code, detail });
      [this.json, this.description] = [readingJson(read), JSON.stringify({ holds, hasDocumentBlocks, carriesAudio, needsCallIds })];
    }
    if (!this.isBody && !isArray(valueAt(input, this.path))) throw invalid("`input` must be a list of messages, or a body with one.");
  }

  /** True for a body of a provider, or a list of its messages. */
  get isBody(): boolean {
    return TARGETS.includes(this.format as Target);
  }

  /** True for a list. */
  get isList(): boolean {
    return this.path.length === 0;
  }

  /** Lone surrogates that were replaced in the text. */
  get replaced(): number {
    return this.#text.replaced;
  }

  /** The input with its remaining messages. The lists are new; unchanged items are the same objects. */
  result(fitted: FittedFields): { result: PlainObject; repairs: readonly WriteRepair[] } {
    const repairs: WriteRepair[] = [];
    if (!this.isBody) {
      const messages = this.#joined(fitted.parts as unknown as readonly Part[], repairs);
      return { result: this.isList ? { messages } : { body: within(this.#input, this.path, messages) }, repairs };
    }
    const list = LISTS[this.format] as string;
    const given = (this.isList ? { [list]: this.#input } : this.#input) as PlainObject;
    const body = editedBody(
      fitted,
      given,
      list,
      this.#text,
      (parts) => this.#joined(parts, repairs),
      (value) => sound(value, this.#text),
    );
    if (!this.isList) return { result: { body }, repairs };
    const [other] = Object.keys(body).filter((name) => name !== list);
    if (other === undefined) return { result: { messages: body[list] }, repairs };
    throw invalid(`the instructions in the list stand in \`${other}\`, beside the messages, in this format: give \`fit\` the whole body.`);
  }

  /** The part of a memory that describes the messages: the core's, with places in the caller's list. */
  kept({ items, ...kept }: CoreKept): Kept {
    const places = new Set(this.loose);
    for (const [first, last] of items) for (let place = first; place <= last; place += 1) places.add(place);
    const ascending = [...places].sort((one, other) => one - other);
    return { path: this.path, items: ranges(this.places === null ? ascending : picks(this.places, ascending)), ...kept };
  }

  /** The JSON text of a fitted body, with the messages of a list as its only field. */
  written(fitted: FittedFields): string {
    const { result } = this.result(fitted);
    return toJson(this.isList ? { [LISTS[this.format] as string]: result.messages } : result.body, { ...UNBOUNDED, name: "The body" }).json;
  }

  /** The result with cache breakpoints. What gets one is a copy. */
  marked(result: PlainObject, options: string): PlainObject {
    const list = LISTS[this.format];
    if (!this.isBody || list === undefined) return result;
    const body = (this.isList ? { [list]: result.messages } : result.body) as PlainObject;
    const text = toJson(body, { ...UNBOUNDED, name: "The body" });
    const edits = stateless(
      (core) => core.json(Method.Breakpoints, [TARGETS.indexOf(this.format as Target), text.json, options]) as Edit[],
    );
    const marked: PlainObject = {};
    const lists: Record<string, unknown[]> = {};
    for (const { field, index, value } of edits) {
      const [own] = withBytes([value], text);
      if (index === undefined) marked[field] = own;
      else (lists[field] ??= [...(body[field] as unknown[])])[index] = own;
    }
    const whole = { ...body, ...marked, ...lists };
    return this.isList ? { messages: whole[list] } : { body: whole };
  }

  #joined(parts: readonly Part[], repairs: WriteRepair[]): unknown[] {
    const messages: unknown[] = [];
    const loose = this.#looseItems(parts, repairs);
    let next = 0;
    let last = -1;
    const flush = (isDue: (entry: LooseItem) => boolean) => {
      for (let entry = loose[next]; entry !== undefined && isDue(entry); entry = loose[next]) {
        messages.push(sound(entry.item, this.#text));
        next += 1;
      }
    };
    for (const part of parts) {
      const place = placeOf(part);
      // A new message stands behind all items that belong to the message before it.
      flush(place === undefined ? ({ owner }) => owner <= last : (entry) => entry.place < place);
      last = place ?? last;
      if (isRange(part)) messages.push(...this.items.slice(part[0], part[0] + part[1]).map((item) => sound(item, this.#text)));
      else messages.push(...(withBytes(part.new ?? this.#written(part.written ?? [], repairs), this.#text) as unknown[]));
    }
    flush(() => true);
    return messages;
  }

  /** Returns the items without a message that stay, and other content that would be lost with changed items. */
  #looseItems(parts: readonly Part[], repairs: WriteRepair[]): LooseItem[] {
    const kept = new Set<number>();
    const left = new Set<number>();
    for (const part of parts) {
      const place = placeOf(part);
      if (place === undefined) continue;
      left.add(place);
      if (isRange(part)) kept.add(place);
      else if (this.#readRepairs.has(place)) repairs.push(this.#readRepairs.get(place) as WriteRepair);
    }
    const loose: LooseItem[] = [];
    const read: number[] = [];
    for (const { place, holder, item } of this.#held) {
      if (holder === undefined || left.has(holder)) read.push(place);
      // The writer writes what a message holds that is written anew; what a removed message holds is in its report.
      const isWanted = holder === undefined || (holder !== place && kept.has(holder));
      if (!isWanted || kept.has(place) || loose.at(-1)?.item === this.items[place]) continue;
      loose.push({ place, owner: holder ?? -1, item: this.#silent.has(place) ? this.items[place] : item });
    }
    const holding = new Set(this.#held.map(({ place }) => place));
    for (const place of this.#silent) {
      if (holding.has(place)) continue;
      // An item that holds nothing goes with the message before it.
      let before = place - 1;
      while (this.#silent.has(before)) before -= 1;
      if (before < 0 || left.has(before)) loose.push({ place, owner: before, item: this.items[place] });
      else
        repairs.push({
          code: "empty-message-dropped",
          detail: `the item at ${this.places?.[place] ?? place}, which holds nothing, was left out with the message before it`,
        });
    }
    this.loose = [...read, ...loose.map(({ place }) => place)];
    return loose.sort((one, other) => one.place - other.place);
  }

  #written(written: unknown[], repairs: WriteRepair[]): unknown[] {
    const program = this.#program;
    if (program === undefined) return written;
    this.#form ??= program.formOf?.(this.#input) ?? program.forms[0] ?? "";
    const outcome = program.write(written as WrittenMessage[], this.#form);
    repairs.push(...outcome.repairs);
    const { body } = outcome;
    return isArray(body) ? body : (((isObject(body) ? body.messages : null) as unknown[] | null) ?? []);
  }
}

/** An item that is no message of its own. */
interface LooseItem {
  readonly place: number;
  /** The place of the message to which it belongs; -1 if there is none. */
  readonly owner: number;
  readonly item: unknown;
}

/** The place of a part's items; undefined if the part does not come from a single item. */
function placeOf(part: Part): number | undefined {
  return isRange(part) ? part[0] : part.place;
}

/** The items of the list at this path. A single message may stand in place of a list. */
export function listAt(input: object, path: readonly string[]): unknown[] {
  const list = valueAt(input, path);
  return isArray(list) ? copied(list) : [list];
}

function valueAt(input: object, path: readonly string[]): unknown {
  return reading("`input`", () => path.reduce((value: unknown, name) => (isObject(value) ? value[name] : undefined), input));
}

function picks<T>(list: readonly T[], places: readonly number[]): T[] {
  return places.map((place) => list[place] as T);
}

/** The value with `messages` at this path, a copy along the way. */
function within(value: object, [name, ...path]: readonly string[], messages: unknown[]): unknown {
  if (name === undefined) return messages;
  const fields = value as PlainObject;
  return withField(fields, name, fields[name], within(fields[name] as object, path, messages));
}
