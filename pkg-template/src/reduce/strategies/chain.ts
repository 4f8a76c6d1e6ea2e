// Several strategies in turn.

import { invalid } from "../../input/check.js";
import { dueOf } from "../../input/options.js";
import { ownDraft } from "../own-draft.js";
import type { ReduceCallback, ReduceContext, Reducer } from "../../types/index.js";
import { goalOf } from "./goal.js";
import { type Link, linkOf, take } from "./take.js";

/**
 * Runs the strategies in turn until `maxTokens` is met. Without a target, or when a strategy is due before the request is too long, the
 * chain stops as soon as one makes the history smaller. Each strategy starts from the edits of the previous ones, and sees the result as
 * `context.messages`. If a strategy returns false, makes nothing smaller or fails, its edits are undone; a failure is reported as
 * `reduction-step-failed`. If no strategy makes the history smaller, the chain fails with the first failure, if there is one.
 *
 * @throws ConversationError `invalid-argument` without a strategy, or for a value that is not a strategy.
 * @example
 * const reduce = chain(summarizing({ summarize }), fitBudget());
 */
export function chain(...reducers: (Reducer | ReduceCallback)[]): Reducer {
  if (reducers.length === 0) throw invalid("`chain` needs at least one strategy.");
  const links = reducers.map(chainLinkOf);
  return { name: "chain", isDue: (size) => links.some(({ isDue }) => isDue(size)), reduce: (context) => climb(links, context) };
}

interface ChainLink extends Link {
  readonly isDue: NonNullable<Reducer["isDue"]>;
}

function chainLinkOf(reducer: unknown, place: number): ChainLink {
  if (Array.isArray(reducer)) throw invalid("`chain` takes strategies one by one, and no list: `chain(first, second)`.");
  const name = `reducers[${place}]`;
  return { ...linkOf(name, reducer), isDue: dueOf(name, reducer) };
}

async function climb(links: readonly Link[], context: ReduceContext): Promise<boolean> {
  const draft = ownDraft(context);
  const { target } = goalOf(context);
  const failures: unknown[] = [];
  const before = draft.tokens;
  // Below the target, or without one, the first gain is enough.
  const isOver = target !== null && before > target;
  for (const link of links) {
    const failure = await take(link, draft, context);
    if (failure !== undefined) failures.push(failure.error);
    const { tokens } = draft;
    if (isOver ? tokens <= target : tokens < before) return draft.isEdited;
  }
  if (!draft.isEdited && failures.length > 0) throw failures[0];
  return draft.isEdited;
}
