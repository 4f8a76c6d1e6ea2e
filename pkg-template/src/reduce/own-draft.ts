// Finding our own draft in a context.

import { describe, invalid, isObject, reading } from "../input/check.js";
import { OwnDraft } from "./context.js";
import type { Draft } from "./draft.js";
import { ConversationError } from "../input/errors.js";
import type { ReduceContext } from "../types/index.js";

/** An override of `reduce` may hand on a context of its own making, but the draft in it must be ours. */
export function ownDraft(context: unknown): Draft {
  const draft = isObject(context)
    ? reading("`context`", () => (context.draft instanceof OwnDraft ? (context.draft as Draft) : null))
    : null;
  if (draft !== null) return draft;
  throw invalid(
    "`context.draft` must be the draft that the reduction was begun with, and the strategy of the same copy of the package; " +
      "`reduce` is for `prepare` and `recover` to call.",
  );
}

/** Reads the result of a reducer: true if the draft is to be applied. An array is put into the draft first. */
export function applyResult(context: ReduceContext, result: unknown): boolean {
  if (result === undefined || result === true) return true;
  if (result === false) return false;
  if (!Array.isArray(result)) {
    const message = `A reducer must return the new messages, true, false or nothing; it returned ${describe(result)}.${returnAdvice(result)}`;
    throw new ConversationError("reducer-failed", message);
  }
  ownDraft(context).replace(result);
  return true;
}

function returnAdvice(result: unknown): string {
  if (typeof result === "number")
    return " A draft's methods return how much they changed: compare it, as in `draft.keepRecentTurns(4) > 0`.";
  if (!isObject(result)) return "";
  if (typeof result.reduce === "function")
    return " That is a strategy: give it as `reduce`, or return what its own `reduce(context)` returns.";
  return Array.isArray(result.messages) ? " Return the list of messages itself." : "";
}
