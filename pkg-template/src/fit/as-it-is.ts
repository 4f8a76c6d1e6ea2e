// The fit of a body that fits already.

import { LISTS, TARGETS } from "../formats/names.js";
import { type PlainObject, isArray } from "../input/check.js";
import { body as checkBody } from "../input/request.js";
import { asItIs } from "../request/as-it-is.js";
import type { FitMemory, Fitted, Format, Target } from "../types/index.js";
import { type Kept, ListDigest, thrownAway } from "./memory.js";
import type { Goals } from "./replay.js";
import { listAt } from "./source.js";

/**
 * Returns the fit of a provider's body, or of a list of its messages, of which nothing was cut and nothing has to be: the same messages in a
 * new list. Returns null for all else, and for what only a replay can judge.
 */
export function fittedAsItIs(format: Format, input: object, memory: FitMemory | null, { estimator, maxTokens, options }: Goals): Fitted<object> | null {
  const field = LISTS[format];
  if (field === undefined || !TARGETS.includes(format as Target) || typeof estimator === "function") return null;
  const whole = checkBody(format, input);
  const path = isArray(whole) ? [] : [field];
  if (!isArray(isArray(whole) ? whole : (whole as PlainObject)[field])) return null;
  const list = listAt(whole, path);
  if (memory !== null && !isUncut(memory, path)) return null;
  const digest = new ListDigest(list);
  const mismatch = memory === null ? null : digest.mismatch(memory);
  const size = asItIs(format as Target, isArray(whole) ? { [field]: list } : whole, options, estimator);
  if (size === null || size.tokens > maxTokens) return null;
  const { tokens, messages } = size;
  const kept = { path, items: [[0, list.length - 1]], messages, view: [[0, messages - 1]] };
  const result = isArray(whole) ? { messages: list } : { body: { ...defined(whole as PlainObject), [field]: list } };
  return { ...result, tokens, reduction: null, repairs: [], memory: digest.memory(format, kept), memoryNote: thrownAway(mismatch) } as unknown as Fitted<object>;
}

/** Reports whether the memory is of messages of which nothing was cut or changed. */
function isUncut({ count, kept }: FitMemory, path: readonly string[]): boolean {
  const { messages } = kept as { messages?: unknown };
  return JSON.stringify(kept) === JSON.stringify({ path, items: [[0, count - 1]], messages, view: [[0, Number(messages) - 1]] } satisfies Kept & object);
}

function defined(fields: PlainObject): PlainObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
