// The provider that a message must name, so that its blocks are read as that provider's.

import { extrasOf } from "../formats/extras.js";
import type { NeutralPart } from "../formats/program-format.js";
import type { Format } from "../types/index.js";
import { providerOf } from "./maker.js";
import { usualForm } from "./reasoning.js";

/**
 * The provider that `model_provider` must name for the ids of items and for reasoning to be read as that provider's: the blocks
 * themselves do not say so.
 */
export function providerToName(parts: readonly NeutralPart[]): string | undefined {
  for (const part of parts) {
    const { itemId, writtenAs } = extrasOf(part);
    if (part.type === "text" && itemId !== undefined) return providerOf("openai-responses");
    if (part.type !== "reasoning" || part.origin === undefined) continue;
    const shown = formatShownBy(writtenAs ?? usualForm(part), part.encrypted !== undefined || itemId !== undefined);
    const provider = shown === part.origin.format ? undefined : providerOf(part.origin.format);
    if (provider !== undefined) return provider;
  }
  return undefined;
}

/** The format that reasoning in this form is read as when no provider is named. */
function formatShownBy(form: unknown, isOpaque: boolean): Format | undefined {
  switch (form) {
    case "thinking":
      return "anthropic";
    case "reasoning_content":
    case "reasoningText":
    case "redactedContent":
      return "bedrock";
    case "reasoning":
    case "extras":
      return isOpaque ? "openai-responses" : undefined;
    default:
      return "openai-responses";
  }
}
