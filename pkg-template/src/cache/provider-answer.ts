// The provider's own word on a miss, beside the cause that was found.

import type { Notice, Target } from "../types/index.js";
import type { CacheMiss, CacheMissCause, CacheComparison } from "./types.js";

type Reason = Extract<Notice, { kind: "cache-missed" }>["reason"];

const REASONS: Readonly<Partial<Record<CacheMissCause, Reason>>> = {
  "model-changed": "model",
  "parameter-changed": "parameters",
  "tools-added": "tools",
  "tools-removed": "tools",
  "tools-reordered": "tools",
  "tool-changed": "tools",
  "system-changed": "system",
  "message-edited": "messages",
  "message-inserted": "messages",
  "message-removed": "messages",
  "result-shortened": "messages",
  "result-cleared": "messages",
  "reasoning-left-out": "messages",
  "images-changed": "messages",
};

/** Compares the first cause with a notice. */
export function providerAnswer(
  target: Target,
  misses: readonly CacheMiss[],
  notice: Notice,
): NonNullable<CacheComparison["provider"]> | null {
  if (notice.kind !== "cache-missed") return null;
  const { reason, tokens } = notice;
  const agrees =
    reason === "not-found" || reason === "unavailable" ? null : misses.some((miss) => reasonsOf(target, miss).includes(reason));
  return { agrees, reason, ...(tokens !== undefined && { tokens }) };
}

/** The reasons by which the provider may name a cause. */
function reasonsOf(target: Target, { cause, path }: CacheMiss): Reason[] {
  // Anthropic counts the speed as a part of the model.
  if (cause === "parameter-changed" && path === "speed") return ["model", "parameters"];
  const reason = REASONS[cause] ?? sectionOf(path);
  // OpenAI counts instructions as input.
  return target === "openai-responses" && reason === "system" ? ["system", "messages"] : reason === null ? [] : [reason];
}

function sectionOf(path: string): Reason | null {
  if (path === "") return null;
  if (/^tool/.test(path)) return "tools";
  return /^(system|instructions)/i.test(path) ? "system" : "messages";
}
