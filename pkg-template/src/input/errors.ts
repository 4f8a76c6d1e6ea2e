// The errors of the package. It throws nothing else, except an error of the host's own `onReduce`.

/**
 * The codes of the errors of this package. `ConversationError` explains each.
 *
 * @example
 * const retryable = new Set<ErrorCode>(["stale-plan", "ledger-failed"]);
 */
export type ErrorCode =
  | "invalid-argument"
  | "invalid-role"
  | "wrong-format"
  | "system-not-first"
  | "invalid-message"
  | "duplicate-id"
  | "too-deep"
  | "too-large"
  | "unknown-format"
  | "nothing-to-send"
  | "cannot-fit"
  | "stale-plan"
  | "awaiting-approval"
  | "nothing-pending"
  | "decision-missing"
  | "wrong-agent"
  | "invalid-checkpoint"
  | "checkpoint-tampered"
  | "checkpoint-expired"
  | "checkpoint-already-resumed"
  | "ledger-failed"
  | "save-failed"
  | "already-persisted"
  | "store-conflict"
  | "store-failed"
  | "tools-running"
  | "crypto-unavailable"
  | "wasm-unavailable"
  | "invalid-pending"
  | "invalid-snapshot"
  | "snapshot-version"
  | "reducer-failed"
  | "summary-refused"
  | "estimator-failed"
  | "aborted"
  | "stream-broken"
  | "stream-failed"
  | "context-overflow"
  | "disposed"
  | "poisoned"
  | "internal";

/** The origin of an error. */
type ErrorOrigin = {
  /** The error that caused it. */
  cause?: unknown;
  /** Numbers and names that belong to the code. */
  details?: Record<string, unknown>;
};

/**
 * An error with a code for programs. The call that threw has not changed the history; `resume` documents two exceptions.
 *
 * | code | meaning |
 * |---|---|
 * | `invalid-argument` | an argument or option is of the wrong type, out of range or unknown |
 * | `invalid-role`, `system-not-first`, `duplicate-id` | the message cannot be added to this history |
 * | `invalid-message` | a message or body does not have the form that its format defines; the error names the place |
 * | `wrong-format` | the body is clearly in another format than you named; `details.looksLike` names the likely format |
 * | `too-deep`, `too-large` | over `limits` |
 * | `unknown-format` | no format or target of this name; `backscroll-vocabularies` has another major version than `backscroll/o200k` reads |
 * | `nothing-to-send` | the request would have no messages |
 * | `cannot-fit` | no reduction makes the request fit; `details` holds the numbers, `cause` the reducer's own error |
 * | `stale-plan` | the history was rewritten while the reduction ran, or a draft was used after its reduction |
 * | `awaiting-approval` | calls wait for approval, and the request does not say what to do with them |
 * | `nothing-pending`, `decision-missing`, `wrong-agent` | no call waits for approval; a decision is missing (`details.missing`); the checkpoint is for another agent |
 * | `invalid-checkpoint`, `checkpoint-tampered` | a checkpoint is corrupt, contradicts the conversation, or belongs to another one; a sealed one was changed |
 * | `checkpoint-expired` | a call of the checkpoint was approved after `expiresAt` (`details`); it can only be denied |
 * | `checkpoint-already-resumed` | the checkpoint was resumed, or is being resumed |
 * | `ledger-failed`, `save-failed` | the host's ledger or `save` threw; `cause` is its error |
 * | `already-persisted` | the conversation is already saved as a thread (`details`): close that thread first |
 * | `store-conflict`, `store-failed` | another writer changed or deleted the stored thread (`details`); the store threw, and `cause` is its error |
 * | `tools-running` | the open calls of this message are already running |
 * | `crypto-unavailable` | sealing needs WebCrypto, which this runtime lacks |
 * | `wasm-unavailable` | WebAssembly cannot be compiled (a content security policy needs `'wasm-unsafe-eval'`); `backscroll/slim` has no wasm yet, cannot fetch it, or got the wasm of another build |
 * | `invalid-pending` | a message cannot be enqueued; the message says why |
 * | `invalid-snapshot`, `snapshot-version` | a snapshot is corrupt; it was made by a later version |
 * | `reducer-failed` | the reducer threw, and `cause` is its error; or it reduced its own conversation |
 * | `summary-refused` | as `cause`: the summary was blank, too long or not a text, or there was nothing to summarize |
 * | `estimator-failed` | the caller's estimator threw or did not return a number; `cause` is its error |
 * | `aborted` | the signal was aborted; `cause` is its reason |
 * | `stream-broken`, `stream-failed` | as `error` of a stream's result: the stream stopped early; the provider sent an error, which is in `details` |
 * | `disposed` | the conversation was used after `dispose()` |
 * | `poisoned` | the engine failed and was reset after this conversation was made |
 * | `internal` | the engine failed: our fault |
 * | `context-overflow` | a {@link ContextWindowOverflowError} |
 *
 * @example
 * try {
 *   await conversation.prepare("openai-chat", { model: "gpt-5" });
 * } catch (error) {
 *   if (error instanceof ConversationError && error.code === "cannot-fit") console.error(error.details);
 * }
 */
export class ConversationError extends Error {
  /** The kind of error, stable from version to version. An error that a program makes with its own code has that code. */
  readonly code: ErrorCode;
  /** Numbers and names that belong to the code. */
  declare readonly details?: Record<string, unknown>;

  constructor(code: ErrorCode | (string & {}), message: string, options: ErrorOrigin = {}) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code as ErrorCode;
    if (options.details !== undefined) this.details = options.details;
  }

  /** @internal An accessor, because bundlers keep an unused class when a statement outside of it refers to it. */
  override get name(): string {
    return "ConversationError";
  }

  /** @internal */
  override set name(value: string) {
    rename(this, value);
  }
}

/**
 * An overflow of the context window that you report yourself, usually to `recover`. Its code is `context-overflow`.
 *
 * @example
 * if (reply.stopReason === "model_context_window_exceeded") await conversation.recover(new ContextWindowOverflowError());
 */
export class ContextWindowOverflowError extends ConversationError {
  constructor(message = "The request is longer than the model's context window.", options: ErrorOrigin = {}) {
    super("context-overflow", message, options);
  }

  /** @internal */
  override get name(): string {
    return "ContextWindowOverflowError";
  }

  /** @internal */
  override set name(value: string) {
    rename(this, value);
  }
}

/** Defines `name` as an assignment to a plain property would. */
function rename(error: Error, value: string): void {
  Object.defineProperty(error, "name", { value, writable: true, enumerable: true, configurable: true });
}
