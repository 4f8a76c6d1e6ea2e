// The fit of a body that fits already.

import { LISTS, TARGETS } from "../providers/names.js";
import { type PlainObject, isArray } from "../input/check.js";
import { coreName } from "../input/options.js";
import { body as checkBody } from "../input/request.js";
import { asItIs } from "../request/as-it-is.js";
import { unchangedBody } from "../request/edited-body.js";
import type { FitMemory, Fitted, Format, Target } from "../types/index.js";
import { ListDigest, thrownAway } from "./memory.js";
import type { Goals } from "./replay.js";
import { listAt } from "./source.js";

/**
 * Returns the fit of a provider's body or list of messages if nothing was cut before and nothing has to be cut now: the same messages in a
 * new list. Returns null in all other cases, and if only a replay can judge.
 */
export function fittedAsItIs(
  format: Format,
  input: object,
  memory: FitMemory | null,
  { estimator, margin, maxTokens, options }: Goals,
): Fitted<object> | null {
  const field = LISTS[format];
  if (field === undefined || !TARGETS.includes(format as Target) || typeof estimator === "function") return null;
  const whole = checkBody(format, input);
  const body = (isArray(whole) ? { [field]: whole } : whole) as PlainObject;
  const path = isArray(whole) ? [] : [field];
  if (!isArray(body[field]) || (memory !== null && !isUncut(memory, path))) return null;
  const list = listAt(whole, path);
  const digest = new ListDigest(list);
  const mismatch = memory === null ? null : digest.mismatch(memory);
  const size = asItIs(format as Target, body, options, coreName(estimator, margin), maxTokens);
  if (size === null || size.tokens > maxTokens) return null;
  const { tokens, messages } = size;
  const result = isArray(whole) ? { messages: list } : { body: unchangedBody(body, field) };
  return {
    ...result,
    tokens,
    reduction: null,
    repairs: [],
    memory: digest.memory(format, uncut(path, list.length, messages)),
    memoryNote: thrownAway(mismatch),
  } as unknown as Fitted<object>;
}

/** The memory of messages of which nothing was cut or changed. */
function uncut(path: readonly string[], items: number, messages: number): object {
  return { path, items: [[0, items - 1]], messages, view: [[0, messages - 1]] };
}

function isUncut({ count, kept }: FitMemory, path: readonly string[]): boolean {
  const { messages } = kept as { messages?: number };
  return JSON.stringify(kept) === JSON.stringify(uncut(path, count, messages ?? 0));
}
