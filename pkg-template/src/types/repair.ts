// The public types of repairs.

/**
 * The kinds of changes that a report lists. The README says what each is.
 *
 * @example
 * const serious = new Set<RepairCode>(["missing-result-added", "reduction-step-failed"]);
 * const warnings = request.repairs.filter(({ code }) => serious.has(code));
 */
export type RepairCode =
  | "result-moved"
  | "missing-result-added"
  | "orphan-result-dropped"
  | "duplicate-result-dropped"
  | "call-dropped"
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
  | "media-moved"
  | "media-replaced"
  | "written-as-text"
  | "reasoning-dropped"
  | "thinking-disabled"
  | "system-moved"
  | "user-message-added"
  | "assistant-message-added"
  | "media-source-corrected"
  | "cache-marker-dropped"
  | "field-dropped"
  | "field-respelled"
  | "role-corrected"
  | "tool-call-written-as-text"
  | "lone-surrogate-replaced"
  | "protected-message-kept"
  | "reduction-step-failed";

/**
 * What was changed or left out so that a provider accepts a request, or so that text could be kept. One entry a change.
 *
 * @example
 * const { repairs } = conversation.toRequest("anthropic", { model: "claude-sonnet-4-5", max_tokens: 1024 });
 * for (const { code, detail } of repairs) console.warn(`${code}: ${detail}`);
 */
export interface Repair {
  /** The kind of change. */
  code: RepairCode;
  /** The number of the provider's rule that asked for it, such as `AN1`; absent where none did. */
  rule?: string;
  /** The message that it is about; absent where it is about no single one. */
  messageId?: string;
  /** The call that it is about; absent where it is about none. */
  toolCallId?: string;
  /** One readable sentence. */
  detail: string;
}
