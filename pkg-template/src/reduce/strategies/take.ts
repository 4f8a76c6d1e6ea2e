// Runs a strategy as a part of another.

import { applyResult } from "../own-draft.js";
import { type ReductionRequest, contextOf } from "../context.js";
import type { Draft } from "../draft.js";
import { callable, invalid, isObject, isSerious, quoted, reading, uncalled } from "../../input/check.js";
import { raced, refuseAborted } from "../../input/signal.js";
import type { ReduceCallback, Reducer } from "../../types/index.js";

/** A strategy as a part of another. */
export interface Link {
  readonly name: string;
  readonly reduce: ReduceCallback;
}

/**
 * Returns a strategy, or a function, as a part of another. `name` is the argument.
 *
 * @throws ConversationError `invalid-argument` for a value that is neither.
 */
export function linkOf(name: string, reducer: unknown): Link {
  const read = <T>(field: () => T) => reading(`\`${name}\``, field);
  if (typeof reducer === "function") return { name: read(() => reducer.name) || name, reduce: reducer as ReduceCallback };
  if (!isObject(reducer)) throw invalid(`\`${name}\` must be a function or an object with a method \`reduce\`.`);
  if (read(() => "draft" in reducer && "maxTokens" in reducer)) throw uncalled("reducer");
  const [method, ownName] = read(() => [reducer.reduce, reducer.name]);
  callable(`${name}.reduce`, method);
  return { name: typeof ownName === "string" ? ownName : name, reduce: (context) => (reducer as unknown as Reducer).reduce(context) };
}

/** Runs one strategy, and undoes its edits if they gain nothing. If the strategy fails, reports and returns its error; else returns undefined. */
export async function take(
  { name, reduce }: Link,
  draft: Draft,
  context: ReductionRequest,
): Promise<{ readonly error: unknown } | undefined> {
  const [mark, before] = [draft.mark(), draft.tokens];
  let isGain = false;
  let failure: { readonly error: unknown } | undefined;
  try {
    // The context with the current messages of the draft.
    const own = contextOf(draft, () => draft.messages(), context);
    isGain = applyResult(own, await raced(reduce(own), context.signal)) && draft.tokens < before;
  } catch (error) {
    failure = { error };
  }
  if (isGain) draft.forget(mark);
  else draft.goBack(mark);
  if (failure === undefined) return undefined;
  const { error } = failure;
  refuseAborted(context.signal);
  if (isSerious(error)) throw error;
  draft.noteSkipped(`the strategy \`${name}\` failed: ${quoted(error)}`);
  return failure;
}
