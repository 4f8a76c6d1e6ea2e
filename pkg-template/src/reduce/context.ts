// The context that a strategy gets. Adapters make one too, so this imports nothing but types.

import type { HistoryDraft, Message, ReduceContext } from "../types/index.js";

/** The arguments of a reduction. */
export interface ReductionRequest {
  readonly error?: unknown;
  readonly model?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly targetTokens: number | null;
  readonly isCold?: boolean | undefined;
}

/** @param read the history, asked for when it is first looked at: most strategies only need the draft */
export function contextOf(
  draft: HistoryDraft,
  read: () => Message[],
  { error, model, signal, targetTokens, isCold }: ReductionRequest,
): ReduceContext {
  let messages: Message[] | null = null;
  return {
    ...(error !== undefined && { error }),
    ...(model !== undefined && { model }),
    ...(signal !== undefined && { signal }),
    ...(isCold === true && { isCold }),
    draft,
    targetTokens,
    get messages() {
      return (messages ??= read());
    },
  };
}

/** The base class of our drafts. It has its own file, because a strategy recognises a draft by this class, and must not import the engine. */
export abstract class OwnDraft {}
