// The forms of reasoning blocks.

import type { NeutralPart } from "../formats/program-format.js";

/** Reasoning, as a part. */
export type ReasoningPart = NeutralPart & { type: "reasoning" };

/** The forms of blocks. `extras` is the block of version 1 with its opaque fields inside `extras`. */
export type Form = "thinking" | "reasoning_content" | "reasoningText" | "redactedContent" | "reasoning" | "extras";

/** All forms. */
export const FORMS: readonly unknown[] = ["thinking", "reasoning_content", "reasoningText", "redactedContent", "reasoning", "extras"];

/** The form that reasoning is written in when the source says none: that of its maker's package. */
export function usualForm({ text, encrypted, origin }: ReasoningPart): Form {
  switch (origin?.format) {
    case "anthropic":
      return "thinking";
    case "bedrock":
      return text === undefined && encrypted !== undefined ? "redactedContent" : "reasoningText";
    default:
      return "reasoning";
  }
}
