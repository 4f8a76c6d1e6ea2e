// The reading half of a conversation: messages, sizes and requests.

import { Method } from "../../../build/method.js";
import { type BillRow, costOf } from "../cost/cost.js";
import type { Breakdown } from "../types/breakdown.js";
import type { Engine } from "../wasm/engine.js";
import { decode } from "../wasm/text.js";
import { markAsUncopied, newest, showAs } from "../wasm/inspect.js";
import { requestText } from "../tools/request-text.js";
import type * as types from "../types/index.js";

const engines = /* @__PURE__ */ new WeakMap<ConversationReader, Engine>();

/** Returns the engine of a conversation, for functions of this package. */
export function engineOf(conversation: ConversationReader): Engine {
  return engines.get(conversation) as Engine;
}

/** A message in a provider's form. */
type PlainMessage = {
  /** The speaker, in the provider's form. */
  role: types.Role;
  /** The other fields of the provider's form: `content`, and in OpenAI's `tool_calls` and `tool_call_id`. */
  [field: string]: any;
};

/** The methods that read a conversation. They change no message; `lastRepairs` lists the repairs of their requests. */
export class ConversationReader {
  readonly #engine: Engine;

  /** @internal */
  constructor(engine: Engine) {
    this.#engine = engine;
    engines.set(this, engine);
    markAsUncopied(this);
    showAs(ConversationReader.prototype, (own: ConversationReader & { tokenLimit?: number | null }) => ({
      messageCount: () => own.messageCount,
      contextTokens: () => own.contextTokens,
      tokenLimit: () => own.tokenLimit,
      newest: () => newest(own.messages),
    }));
  }

  /** The tag of the class. Frameworks that wrap data to see its changes, such as Vue, do not wrap objects with their own tag. */
  get [Symbol.toStringTag](): string {
    return "ConversationManager";
  }

  /** All messages, oldest first. Each read makes a copy, which is slow in a loop; changing the copy does not change the conversation. */
  get messages(): readonly types.Message[] {
    return this.#engine.messages();
  }

  /** Number of messages, including the system prompt. */
  get messageCount(): number {
    return this.#engine.messageCount;
  }

  /** The newest assistant message; null if there is none. */
  get lastAssistantMessage(): types.Message | null {
    return this.#engine.lastAssistant();
  }

  /**
   * The sum of reported input and output over the messages of the history, never an estimate. Each request sends the whole history again,
   * so this sum grows much faster than the history. For the history's size, see `contextTokens`.
   *
   * Only messages that are in the history now count: not those that reductions, `truncate` and `clear` removed, and after `edit`,
   * `regenerate`, `rewind` and `select` only those of the new path. For the bill, see `cost`.
   */
  get tokensSpent(): number {
    return this.#engine.tokensSpent;
  }

  /**
   * Returns the bill: the usage that providers reported for every answer, by model, and its cost in US dollars. Reductions, changes of the
   * path and `clear` take nothing off the bill; snapshots keep it. A `fork` begins its own bill. Messages that were added with `tokens` are
   * on the bill, too.
   *
   * Prices are the public list prices that this version of the package knows, for the standard tier. Some change on a known day: all answers
   * have the prices of the moment `at`, by default of now. Models without a known price are in `unpriced`, and not in `usd`. Give `prices`
   * for such models, and for batches, peak hours or contracts. The bill omits answers without reported usage, fees for each use of a
   * provider's tools, and your own requests, such as for a summary.
   *
   * @throws ConversationError `invalid-argument` for a price that is not a number of 0 or more, or a moment that is not a whole number.
   * @example
   * const { usd, unpriced } = conversation.cost();
   * const { models } = conversation.cost({ prices: [{ model: "my-deployment", input: 4, cachedInput: 0.2, output: 20 }] });
   */
  cost(options?: types.CostOptions): types.Cost {
    return costOf(this.#engine.json(Method.Bill) as BillRow[], options);
  }

  /**
   * Estimated size of the history in the next request, in tokens, without `params`. The provider's counts of this conversation's requests
   * correct the estimate: a higher count raises it, and a lower count lowers it while the requests stay alike. The newest count of each of
   * 16 models is kept, also in snapshots. The count of the last request's model applies; if that model has none, the newest count. After a provider's
   * own summary (`compaction`), the size counts from the summary on, until a request is written for a provider that cannot read the
   * summary.
   */
  get contextTokens(): number {
    return this.#engine.contextTokens;
  }

  /**
   * Returns the size of the history and of its parts, with the tools and the schema of the last request.
   *
   * @throws ConversationError `estimator-failed`.
   * @example
   * const { parts, largest } = conversation.breakdown();
   */
  breakdown(): Breakdown {
    return this.#engine.breakdown();
  }

  /**
   * Returns the messages in OpenAI's form, one for one, without repairs. To send a request, use `toRequest`.
   *
   * @example
   * const messages = conversation.toOpenAIMessages(); // [{ role: "user", content: "Hello" }, ...]
   */
  toOpenAIMessages(): PlainMessage[] {
    return this.#engine.json(Method.PlainOpenai) as PlainMessage[];
  }

  /**
   * Returns the messages in Anthropic's form. Empty or null arguments become `{}`; there are no other repairs. To send a request, use
   * `toRequest`.
   *
   * @example
   * const { system, messages } = conversation.toAnthropicMessages();
   */
  toAnthropicMessages(): {
    /** The system prompt; null when there is none. */
    system: string | null;
    /** The messages without the system prompt. */
    messages: PlainMessage[];
  } {
    return this.#engine.json(Method.PlainAnthropic) as ReturnType<ConversationReader["toAnthropicMessages"]>;
  }

  /**
   * Returns a request body: `params` (model, tools, ...) and the history in the target's form, with only the fields that the target
   * defines. `repairs` lists each change. Unlike `prepare`, it ignores `tokenLimit`.
   *
   * The next response of this target's provider counts as the answer to the newest of these bodies. But while a request of `prepare` for
   * the target waits for its answer, these bodies are only previews.
   *
   * @throws ConversationError `unknown-format`, `invalid-argument` (as for `params` with `messages`), `nothing-to-send`; `awaiting-approval`
   * while a checkpoint is open, unless `openCalls` says what to do with its calls.
   * @example
   * const { body, repairs } = conversation.toRequest("anthropic", { model: "claude-sonnet-5-5", max_tokens: 1024 });
   */
  toRequest<T extends types.Target, const Params extends object = object>(
    target: T,
    params?: Params,
    options?: types.RequestOptions,
  ): {
    /** The body, for the provider's client. */
    body: types.RequestBody<T, Params>;
    /** The changes. */
    repairs: types.Repair[];
  } {
    const body = JSON.parse(decode(this.toRequestView(target, params, options))) as types.RequestBody<T, Params>;
    return { body, repairs: this.lastRepairs };
  }

  /**
   * Returns the body of `toRequest` as UTF-8 JSON, ready for `fetch`. A new copy; the repairs are in `lastRepairs`.
   *
   * @throws ConversationError as `toRequest`.
   * @example
   * await fetch(url, { method: "POST", headers, body: conversation.toRequestBytes("openai-chat", { model: "gpt-5" }) });
   */
  toRequestBytes(target: types.Target, params?: object, options?: types.RequestOptions): types.Bytes {
    return this.toRequestView(target, params, options).slice();
  }

  /**
   * Returns the bytes of `toRequestBytes` without a copy: a view into WebAssembly memory, valid until the next call on any conversation.
   * Use it for code that reads the bytes at once; a client that sends them again on a retry needs `toRequestBytes`.
   *
   * @throws ConversationError as `toRequest`.
   * @example
   * const { byteLength } = conversation.toRequestView("openai-chat", { model: "gpt-5" });
   */
  toRequestView(target: types.Target, params?: object, options?: types.RequestOptions): types.Bytes {
    return this.#engine.request(requestText(target, params, options, this.#engine.limits));
  }

  /** The changes that the last append, `from` or request made. */
  get lastRepairs(): types.Repair[] {
    return this.#engine.repairs();
  }

  /** The report of the last applied reduction, also of `truncate` and `clear`; null if there was none. */
  get lastReduction(): types.Reduction | null {
    return this.#engine.reduction();
  }
}
