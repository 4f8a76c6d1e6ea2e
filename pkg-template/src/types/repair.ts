// The public types of repairs.

/**
 * The kinds of changes in a report. The page on errors and repairs explains each.
 *
 * @example
 * const serious = new Set<RepairCode>(["missing-result-added", "reduction-step-failed"]);
 * const { repairs } = await conversation.prepare("openai-chat", { model: "gpt-5" });
 * const warnings = repairs.filter(({ code }) => serious.has(code));
 */
export type RepairCode =
  | "result-moved"
  | "result-paired"
  | "missing-result-added"
  | "orphan-result-dropped"
  | "duplicate-result-dropped"
  | "call-dropped"
  | "calls-divided"
  | "call-id-mapped"
  | "call-id-renamed"
  | "tool-name-mapped"
  | "name-mapped"
  | "arguments-filled"
  | "arguments-wrapped"
  | "arguments-encoded"
  | "content-filled"
  | "empty-text-dropped"
  | "empty-message-dropped"
  | "whitespace-dropped"
  | "part-dropped"
  | "part-moved"
  | "media-moved"
  | "media-replaced"
  | "written-as-text"
  | "reasoning-dropped"
  | "thinking-disabled"
  | "thinking-changed"
  | "tools-changed"
  | "system-moved"
  | "user-message-added"
  | "assistant-message-added"
  | "media-source-corrected"
  | "cache-breakpoint-dropped"
  | "field-dropped"
  | "field-respelled"
  | "role-corrected"
  | "tool-call-written-as-text"
  | "lone-surrogate-replaced"
  | "protected-message-kept"
  | "history-sent-whole"
  | "answer-continued"
  | "usage-not-believed"
  | "reserve-lowered"
  | "reduction-step-failed";

/**
 * One change to a request, so that the provider accepts it, or to a text, so that it can be kept.
 *
 * @example
 * const { repairs } = conversation.toRequest("anthropic", { model: "claude-sonnet-5-5", max_tokens: 1024 });
 * for (const { code, detail } of repairs) console.warn(`${code}: ${detail}`);
 */
export interface Repair {
  /** The kind of change. */
  code: RepairCode;
  /** The id of the provider's rule that required the change, such as `AN1`; absent if no rule did. `ruleSentence` returns its sentence. */
  rule?: string;
  /** The id of the message; absent if the change is not about a single message. */
  messageId?: string;
  /** The id of the call; absent if the change is not about a call. */
  toolCallId?: string;
  /** One readable sentence. */
  detail: string;
}
