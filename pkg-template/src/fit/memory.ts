// The memory of a fit: checked, matched with the messages, and made.

import { describe, invalid, isArray, isObject } from "../input/check.js";
import type { FitMemory, Format } from "../types/index.js";

const VERSION = 1;

/** The memory of a caller; null for none. Refuses what `fit` did not make. */
export function checkedMemory(value: unknown, format: Format): FitMemory | null {
  if (value === undefined || value === null) return null;
  const given = isObject(value) && !isArray(value) ? (value as Partial<FitMemory>) : {};
  const { version, count, digest, kept } = given;
  if (typeof version === "number" && version > VERSION) {
    throw invalid(`\`options.memory\` is of version ${version}, and this package reads version ${VERSION}; update the package.`);
  }
  if (version !== VERSION || typeof count !== "number" || typeof digest !== "string" || !isObject(kept)) {
    throw invalid(`\`options.memory\` must be the \`memory\` that \`fit\` returned, as it was; given was ${describe(value)}.`);
  }
  if (given.format !== format) throw invalid(`\`options.memory\` is of a list in the format "${String(given.format)}", and this one is "${format}".`);
  return given as FitMemory;
}

/** The digests of a list: each item is looked at once, by the memory that is given and the one that is made. */
export class ListDigest {
  readonly #items: readonly unknown[];
  readonly #digest = new Digest();
  /** The items that were taken. */
  #taken = 0;
  /** False once an item is no instruction. */
  #isStart = true;

  constructor(items: readonly unknown[]) {
    this.#items = items;
  }

  /** Why a memory is not that of this list; null when it is. To be asked before `memory`. */
  mismatch({ count, digest, kept }: FitMemory): string | null {
    if (count > this.#items.length) return `the memory is of ${count} messages, and ${this.#items.length} are left`;
    return digest === this.#through(count, kept) ? null : `one of the first ${count} messages was changed since, or the memory was`;
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
      this.#digest.take(this.#isStart ? "" : JSON.stringify(item));
    }
    const own = new Digest();
    own.take(JSON.stringify(kept));
    return this.#digest.text + own.text;
  }
}

const INSTRUCTIONS: readonly unknown[] = ["system", "developer"];

function isInstruction(item: unknown): boolean {
  const { role, type } = (item ?? {}) as { role?: unknown; type?: unknown };
  return INSTRUCTIONS.includes(role) || (role === undefined && INSTRUCTIONS.includes(type));
}

/** Two sums of 32 bits (FNV-1a and one like it): they notice changes, and keep no secret. */
class Digest {
  #one = 0x811c9dc5;
  #other = 0x9e3779b9;

  take(text: string | undefined): void {
    let [one, other] = [this.#one, this.#other];
    // An item that JSON leaves out is `null` in a list.
    const units = text ?? "null";
    for (let at = 0; at < units.length; at += 1) {
      const unit = units.charCodeAt(at);
      one = Math.imul(one ^ unit, 0x01000193);
      other = Math.imul(other ^ unit, 0x85ebca6b) ^ (other >>> 15);
    }
    // The end of an item counts, too.
    this.#one = Math.imul(one ^ 0x1_0000, 0x01000193);
    this.#other = Math.imul(other ^ 0x1_0000, 0x85ebca6b);
  }

  get text(): string {
    return [this.#one, this.#other].map((sum) => (sum >>> 0).toString(16).padStart(8, "0")).join("");
  }
}
