// The context window and the system prompt of a conversation, and pins: what may change later.

import { Method } from "../../../build/method.js";
import { string, unlike } from "../input/check.js";
import type { Engine } from "../wasm/engine.js";
import { ConversationQueue } from "./queue.js";
import { engineOf } from "./reader.js";
import { type Window, fitting, limitOf, tokensOf } from "../input/window.js";
import { type Settings, promptOf } from "./settings.js";

/** The settings of a conversation that may change later. A request in preparation keeps the window with which it began. */
export class ConversationWindow extends ConversationQueue {
  readonly #engine = engineOf(this);
  readonly #window: Window;

  /** @internal */
  constructor(engine: Engine, settings: Settings) {
    super(engine);
    this.#window = settings;
  }

  /**
   * The text of the system prompt; null if there is none. May be set to another text, or to null.
   *
   * The prompt belongs to the conversation: it is the first message of all paths, `undo` does not restore an earlier prompt, and its id
   * stays. After a change, reasoning that models bind to their request is no longer sent, and a reduction in progress fails with
   * `stale-plan`. To change the prompt of one request, use the `systemPrompt` of `prepare`.
   *
   * @throws ConversationError `invalid-argument` unless it is set to a text or null; `too-large`.
   * @example
   * conversation.systemPrompt = "You are a travel assistant. The user is in Oslo.";
   */
  get systemPrompt(): string | null {
    return this.#engine.json(Method.SystemPrompt) as string | null;
  }

  set systemPrompt(text: string | null) {
    this.#engine.setSystemPrompt(promptOf("systemPrompt", text));
  }

  /**
   * The context window in tokens; `"auto"` for the window of each request's model, null without a limit. May be set, for example when the
   * model changes.
   *
   * @throws ConversationError `invalid-argument` unless it is set to null, `"auto"` or a whole number above `reserveTokens`.
   * @example
   * conversation.tokenLimit = 200_000;
   */
  get tokenLimit(): number | "auto" | null {
    this.#engine.check();
    return this.#window.tokenLimit;
  }

  set tokenLimit(tokenLimit: number | "auto" | null) {
    this.#engine.check();
    Object.assign(this.#window, fitting({ ...this.#window, tokenLimit: limitOf("tokenLimit", tokenLimit) }, ""));
  }

  /**
   * Tokens that are kept free for the answer; `"auto"` for what each request allows the answer. May be set.
   *
   * @throws ConversationError `invalid-argument` unless it is set to `"auto"` or a whole number, 0 or more, below `tokenLimit`.
   * @example
   * conversation.reserveTokens = 8_000;
   */
  get reserveTokens(): number | "auto" {
    this.#engine.check();
    return this.#window.reserveTokens;
  }

  set reserveTokens(reserveTokens: number | "auto") {
    this.#engine.check();
    Object.assign(this.#window, fitting({ ...this.#window, reserveTokens: tokensOf("reserveTokens", reserveTokens) }, ""));
  }

  /**
   * The free tokens of the window: `tokenLimit - contextTokens`; may be negative. Null without a limit, and with `"auto"` before the first
   * request.
   */
  get tokenRemaining(): number | null {
    const tokenLimit = this.#limit();
    return tokenLimit === null ? null : tokenLimit - this.#engine.contextTokens;
  }

  /**
   * Returns true when `contextTokens` has reached this share of `tokenLimit`; false without a limit, and with `"auto"` before the first
   * request.
   *
   * @throws ConversationError `invalid-argument` unless the threshold is a finite number, 0 or more.
   * @example
   * if (conversation.approachingLimit(0.9)) console.warn("Nine tenths of the window are full.");
   */
  approachingLimit(threshold = 0.8): boolean {
    if (!(Number.isFinite(threshold) && threshold >= 0)) {
      throw unlike("threshold", "a finite number, 0 or more", threshold);
    }
    const tokenLimit = this.#limit();
    return tokenLimit !== null && this.#engine.contextTokens >= threshold * tokenLimit;
  }

  #limit(): number | null {
    const { tokenLimit } = this;
    return tokenLimit === "auto" ? this.#engine.lastKnown().window || null : tokenLimit;
  }

  /**
   * Pins a message of the path, so that no reduction removes it. With `false`, unpins it. If that changes the message, a reduction in
   * progress fails with `stale-plan`.
   *
   * @throws ConversationError `invalid-argument` when the history has no message of this id. When a reduction removed it, `undo` the
   * reduction first.
   * @example
   * conversation.pin(messageId);
   */
  pin(messageId: string, pinned = true): void {
    string("messageId", messageId);
    if (typeof pinned !== "boolean") throw unlike("pinned", "true or false", pinned);
    this.#engine.call(Method.Pin, [messageId, pinned]);
  }
}
