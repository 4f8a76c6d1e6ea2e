// The context that a strategy gets. Adapters make one too, so this imports nothing but types.

import type { HistoryDraft, Message, ReduceContext } from "../types/index.js";

/** The arguments of a reduction. */
export interface ReductionRequest {
  readonly error?: unknown;
  readonly model?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly maxTokens: number | null;
  readonly isCold?: boolean | undefined;
}

/** @param read the history, asked for when it is first looked at: most strategies only need the draft */
export function contextOf(
  draft: HistoryDraft,
  read: () => Message[],
  { error, model, signal, maxTokens, isCold }: ReductionRequest,
): ReduceContext {
  let messages: Message[] | null = null;
  const context = {
    ...(error !== undefined && { error }),
    ...(model !== undefined && { model }),
    ...(signal !== undefined && { signal }),
    ...(isCold === true && { isCold }),
    draft,
    maxTokens,
    get messages() {
      return (messages ??= read());
    },
  };
  // Not enumerable: a copy of the context with another `maxTokens` must not carry the old value under the former name.
  return Object.defineProperty(context, "targetTokens", { value: maxTokens }) as typeof context & Pick<ReduceContext, "targetTokens">;
}

/** The base class of our drafts. It has its own file, because a strategy recognises a draft by this class, and must not import the engine. */
export abstract class OwnDraft {}
