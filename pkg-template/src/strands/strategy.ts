// The strategies that reduce an agent's messages.

import { type ReduceCallback, type Reducer, slidingWindow } from "../index.js";
import type { Transcript } from "./transcript.js";

/**
 * A reducer that keeps a window of messages. It is also called after each invocation that leaves more messages.
 *
 * @example
 * const lastTen: WindowedReducer = { name: "last-ten", windowSize: 10, reduce: ({ draft }) => draft.keepRecentMessages(10) > 0 };
 * const manager = new StrandsConversationManager({ reduce: lastTen });
 */
export type WindowedReducer = Reducer & {
  /** The most messages that an invocation may leave. Absent: no limit. */
  readonly windowSize?: number;
};

export interface Strategy {
  /** The most messages that an invocation may leave; null: no limit. */
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
 * The SDK's sliding window. It counts messages as the SDK does: the results of a round are one message.
 *
 * If the history is within the window, the SDK removes two messages at a time: before each call over the threshold, and after an overflow
 * as often as needed. Here there are only three attempts, and each reduction costs the provider's prompt cache. So this window reduces to
 * the target at once, if there is one.
 */
const BY_DEFAULT: Strategy = {
  window: WINDOW,
  on(transcript) {
    const window = slidingWindow({ windowSize: transcript.countNewest(WINDOW) });
    return (context) => window.reduce(context);
  },
};
