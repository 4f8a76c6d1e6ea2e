// What decides how an agent's messages get shorter.

import { type ReduceCallback, type ReduceContext, type ReduceResult, type Reducer, slidingWindow } from "../index.js";
import { withoutResultMedia } from "./media.js";
import type { Transcript } from "./transcript.js";

/** A reducer that keeps a window of messages is also asked after each invocation that leaves more of them. */
export type WindowedReducer = Reducer & { readonly windowSize?: number };

export interface Strategy {
  /** Messages that an invocation may leave; null: as many as it likes. */
  readonly window: number | null;
  /** The callback for one reduction of these messages. */
  on(transcript: Transcript): ReduceCallback;
}

/** Messages that the SDK's own default keeps. */
const WINDOW = 40;

export function strategyOf(reduce: WindowedReducer | ReduceCallback | undefined): Strategy {
  if (reduce === undefined) return BY_DEFAULT;
  if (typeof reduce === "function") return { window: null, on: () => reduce };
  return { window: typeof reduce.windowSize === "number" ? reduce.windowSize : null, on: () => (context) => reduce.reduce(context) };
}

/**
 * The SDK's sliding window. Its messages are counted as the SDK counts them: the results of a round are one message there.
 *
 * The SDK's takes two messages a time from a history that is within the window, before each call over the threshold and in as many
 * attempts after an overflow as it takes. There are three attempts here, and each reduction costs the provider's prompt cache; so where
 * there is a target it goes down to that. After an overflow the media of tool results go when nothing else can: they may be all that
 * the request is made of.
 */
const BY_DEFAULT: Strategy = {
  window: WINDOW,
  on(transcript) {
    const window = slidingWindow({ windowSize: transcript.tellingNewest(WINDOW) });
    return async (context): Promise<ReduceResult> => {
      const result = await window.reduce(context);
      if (context.targetTokens === null || Array.isArray(result)) return result;
      const trimmed = trim(context);
      if (result !== false || trimmed > 0) return true;
      return context.error === undefined ? false : (withoutResultMedia(context.messages) ?? false);
    };
  },
};

/** What is kept of the messages in each step of trimming. */
const STEP = 0.8;

/** Drops the oldest messages until the target is met. Returns how many go. */
function trim({ draft, targetTokens, messages }: ReduceContext): number {
  let gone = 0;
  for (let keep = messages.length; targetTokens !== null && keep > 1 && draft.tokens > targetTokens; keep = Math.floor(keep * STEP)) {
    gone += draft.keepRecentMessages(keep);
  }
  return gone;
}
