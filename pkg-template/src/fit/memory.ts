// The memory of a fit: checked, matched with the messages, and made.
//
// The memory is data of the caller's database, so it is checked like any input. When it does not match the messages, or the excerpt that
// it names cannot be read, the whole list is read and replayed without it.

import { describe, invalid, isArray, isObject } from "../input/check.js";
import type { FitMemory, Format } from "../types/index.js";
import { MOST_VALUES, fingerprint, hex, mixed } from "./fingerprint.js";

const VERSION = 1;

/** The caller's memory; null if there is none. Refuses a value that `fit` did not make. */
export function checkedMemory(value: unknown, format: Format): FitMemory | null {
  if (value === undefined || value === null) return null;
  const given = isObject(value) && !isArray(value) ? (value as Partial<FitMemory>) : {};
  const { version, count, digest, kept } = given;
  if (typeof version === "number" && version > VERSION) {
    throw invalid(`\`options.memory\` is of version ${version}, and this package reads version ${VERSION}; update the package.`);
  }
  const { path, items } = (isObject(kept) ? kept : {}) as Partial<Kept>;
  if (version !== VERSION || typeof count !== "number" || typeof digest !== "string" || !isArray(path) || !isArray(items)) {
    throw invalid(`\`options.memory\` must be the \`memory\` that \`fit\` returned, as it was; given was ${describe(value)}.`);
  }
  if (given.format !== format)
    throw invalid(`\`options.memory\` is of a list in the format "${String(given.format)}", and this one is "${format}".`);
  return given as FitMemory;
}

/** The part of a memory that describes the kept messages. */
export interface Kept {
  /** The path of the list in the input. */
  readonly path: readonly string[];
  /** Ranges of the list's items of which something is kept. */
  readonly items: readonly (readonly [first: number, last: number])[];
}

/** The places of the items to read: the items that the memory kept, and all after the items that it covers. */
export function placesToRead({ count, kept }: FitMemory, length: number): number[] {
  const places: number[] = [];
  for (const [first, last] of (kept as Kept).items) for (let place = first; place <= last && place < count; place += 1) places.push(place);
  for (let place = count; place < length; place += 1) places.push(place);
  return places;
}

/** Ascending numbers as ranges. */
export function ranges(numbers: readonly number[]): [first: number, last: number][] {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const range = found.at(-1);
    if (range?.[1] === number - 1) range[1] = number;
    else found.push([number, number]);
  }
  return found;
}

/** The note for a caller whose memory was not used, with the reason; null if it was used. */
export function thrownAway(why: string | null): string | null {
  return why === null ? null : `the memory was thrown away, and the messages were cut as if there had been none: ${why}`;
}

/** The digests of a list. Each item is read only once, for both the given and the new memory. */
export class ListDigest {
  readonly #items: readonly unknown[];
  #sum = new Sum();
  /** The number of digested items. */
  #taken = 0;
  /** False after the first item that is not an instruction. */
  #isStart = true;

  constructor(items: readonly unknown[]) {
    this.#items = items;
  }

  /** The reason why a memory does not fit this list; null if it fits. Call it before `memory`. */
  mismatch({ count, digest, kept }: FitMemory): string | null {
    if (count > this.#items.length) return `the memory is of ${count} messages, and ${this.#items.length} are left`;
    return digest === this.#through(count, kept) ? null : `one of the first ${count} messages, or the memory itself, was changed since`;
  }

  /** The memory of the whole list. */
  memory(format: Format, kept: unknown): FitMemory {
    const { length: count } = this.#items;
    return { version: VERSION, format, count, digest: this.#through(count, kept), kept };
  }

  #through(count: number, kept: unknown): string {
    for (; this.#taken < count; this.#taken += 1) {
      const item = this.#items[this.#taken];
      // Instructions at the start may change from call to call, and nothing that is kept depends on them.
      this.#isStart &&= isInstruction(item);
      this.#sum.take(this.#isStart ? 0 : fingerprint(item, MOST_VALUES));
    }
    return `${this.#sum.text}${hex(fingerprint(kept, Infinity))}`;
  }
}

const INSTRUCTIONS: readonly unknown[] = ["system", "developer"];

function isInstruction(item: unknown): boolean {
  const { role, type } = (item ?? {}) as { role?: unknown; type?: unknown };
  return INSTRUCTIONS.includes(role) || (role === undefined && INSTRUCTIONS.includes(type));
}

/** Two sums of 32 bits (FNV-1a and one like it): they notice changes, and keep no secret. */
class Sum {
  #one = 0x811c9dc5;
  #other = 0x9e3779b9;

  take(print: number): void {
    this.#one = mixed(this.#one, print);
    this.#other = Math.imul(this.#other ^ print, 0x85ebca6b) ^ (this.#other >>> 15);
  }

  get text(): string {
    return hex(this.#one) + hex(this.#other);
  }
}
