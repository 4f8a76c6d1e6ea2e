// Finding our own draft in a context.

import { invalid, isObject, reading } from "./check.js";
import { Draft } from "./draft.js";

/** An override of `reduce` may hand on a context of its own making, but the draft in it must be ours. */
export function ownDraft(context: unknown): Draft {
  const draft = isObject(context) ? reading("`context`", () => (context.draft instanceof Draft ? context.draft : null)) : null;
  if (draft !== null) return draft;
  throw invalid(
    "`context.draft` must be the draft that the reduction was begun with, and the strategy of the same copy of the package; " +
      "`reduce` is for `prepare` and `recover` to call.",
  );
}
