// The package through `require`: separate declarations with the same names.

import backscroll = require("backscroll");
import type { Message, Reducer } from "backscroll";

const {
  ContextWindowOverflowError,
  ConversationError,
  ConversationManager,
  estimateTokens,
  isContextOverflow,
  noReduction,
  recentTurns,
  sanitize,
  sanitizeToolCalls,
} = backscroll;

class Mine extends ConversationManager {
  override reduce({ draft }: backscroll.ReduceContext): boolean {
    return draft.keepRecentTurns(1) > 0;
  }
}

const reducers: Reducer[] = [noReduction(), recentTurns({ keep: 1 })];
const messages: readonly Message[] = new Mine({ reduce: reducers[0] }).messages;
const sound: backscroll.MessageInit[] = sanitizeToolCalls(messages);
const { body } = sanitize("anthropic", { messages: [{ role: "user", content: "Hello" }] });
const isOverflow: boolean = isContextOverflow(new ContextWindowOverflowError()) && new ConversationError("aborted", "b").code === "aborted";

// @ts-expect-error: no such export
backscroll.Core;

export = { body, isOverflow, sound, tokens: estimateTokens("text") };
