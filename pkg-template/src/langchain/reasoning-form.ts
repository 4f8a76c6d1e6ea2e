// The forms of reasoning blocks.

import type { NeutralPart } from "../types/program-format.js";
import { providerOf } from "../providers/registry/langchain.js";
import type { Form } from "./provider.js";

/** Reasoning, as a part. */
export type ReasoningPart = NeutralPart & { type: "reasoning" };

/** All forms. */
export const FORMS: readonly unknown[] = ["thinking", "reasoning_content", "reasoningText", "redactedContent", "reasoning", "extras"];

/** The form that reasoning is written in when the source says none: that of its maker's package. */
export function usualForm({ text, encrypted, origin }: ReasoningPart): Form {
  const own = providerOf(origin?.format)?.reasoning;
  if (own === undefined) return "reasoning";
  return text === undefined && encrypted !== undefined ? own.sealed : own.forms[0];
}
