// The strategies that reduce an agent's messages.

import { type ReduceCallback, type Reducer, slidingWindow } from "../index.js";
import type { Transcript } from "./transcript.js";

/**
 * A reducer that keeps a window of messages. It is also asked after each invocation that leaves more of them.
 *
 * @example
 * const lastTen: WindowedReducer = { name: "last-ten", windowSize: 10, reduce: ({ draft }) => draft.keepRecentMessages(10) > 0 };
 * const manager = new ConversationManager({ reduce: lastTen });
 */
export type WindowedReducer = Reducer & {
  /** Messages of the agent that an invocation may leave. Absent: as many as it likes. */
  readonly windowSize?: number;
};

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
 * The SDK's own window removes two messages at a time from a history that is within it, before each call over the threshold, and after an
 * overflow as often as it takes. Here there are three attempts, and each reduction costs the provider's prompt cache. So this window
 * reduces to the target at once, where there is one.
 */
const BY_DEFAULT: Strategy = {
  window: WINDOW,
  on(transcript) {
    const window = slidingWindow({ windowSize: transcript.countNewest(WINDOW) });
    return (context) => window.reduce(context);
  },
};
