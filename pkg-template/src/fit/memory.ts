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

/** Why a memory is not that of this list; null when it is. */
export function mismatch({ count, digest, kept }: FitMemory, items: readonly unknown[]): string | null {
  if (count > items.length) return `the memory is of ${count} messages, and ${items.length} are left`;
  return digest === digestOf(items.slice(0, count), kept) ? null : `one of the first ${count} messages was changed since, or the memory was`;
}

export function memoryOf(format: Format, items: readonly unknown[], kept: unknown): FitMemory {
  return { version: VERSION, format, count: items.length, digest: digestOf(items, kept), kept };
}

/** Instructions at the start may change from call to call, and nothing that is kept depends on them. */
function digestOf(items: readonly unknown[], kept: unknown): string {
  const digest = new Digest();
  const start = items.findIndex((item) => !isInstruction(item));
  for (const item of start === -1 ? [] : items.slice(start)) digest.take(JSON.stringify(item));
  digest.take(String(start));
  digest.take(JSON.stringify(kept));
  return digest.text;
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
