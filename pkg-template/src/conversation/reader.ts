// The reading half of a conversation: messages, sizes and requests.

import { type BillRow, costOf } from "../cost/cost.js";
import type { Breakdown } from "../types/breakdown.js";
import type { Engine } from "../wasm/engine.js";
import { markAsUncopied, newest, showAs } from "../wasm/inspect.js";
import { requestText } from "../tools/request-text.js";
import { decode, readJson } from "../wasm/text.js";
import type * as types from "../types/index.js";

const engines = /* @__PURE__ */ new WeakMap<ConversationReader, Engine>();

/** Returns the engine of a conversation, for the functions of this package that work on one. */
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

/** The reading half of a conversation. It changes no message; the repairs of its requests are in `lastRepairs`. */
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

  /** The name of its kind. Frameworks that wrap data to see its changes, such as Vue, leave objects with such a name alone. */
  get [Symbol.toStringTag](): string {
    return "ConversationManager";
  }

  /** All messages, oldest first. A copy each time, which is slow in a loop; changing it changes nothing. */
  get messages(): types.Message[] {
    return this.#engine.messages();
  }

  /** Number of messages, with the system prompt. */
  get messageCount(): number {
    return this.#engine.messageCount;
  }

  /** The newest assistant message; null when there is none. */
  get lastAssistantMessage(): types.Message | null {
    return this.#engine.lastAssistant();
  }

  /**
   * Tokens spent: the sum of reported input and output over the messages of the history, never an estimate. Each request sends the whole
   * history again, so this grows much faster than the history. For its size see `contextTokens`.
   *
   * It is the sum of the messages that are in the history now. Reductions, `truncate` and `clear` take out what they remove, and `undo`
   * brings it back. After `edit`, `regenerate`, `rewind` and `select` it is the sum of the new path. So it is no bill: see `cost`.
   */
  get tokensSpent(): number {
    return this.#engine.tokensSpent;
  }

  /**
   * Returns the bill: what providers reported for every answer that came in, by model, and what it costs in US dollars. Reductions, other
   * paths and `clear` take nothing out of it; snapshots keep it. A `fork` begins a bill of its own. Messages that were added with `tokens`
   * are on it, too.
   *
   * Prices are the public list prices that this version of the package knows, for the standard tier. Models without a known price are in
   * `unpriced`, and not in `usd`: give their `prices`, and those that you pay in batches, in peak hours or under a contract. Not on the
   * bill are answers without a report, fees for single uses of a provider's tools, and requests that you make yourself, such as for a summary.
   *
   * @throws ConversationError `invalid-argument` for a price that is no number, 0 or more.
   * @example
   * const { usd, unpriced } = conversation.cost();
   * const { models } = conversation.cost({ prices: [{ model: "my-deployment", input: 4, cachedInput: 0.2, output: 20 }] });
   */
  cost(options?: types.CostOptions): types.Cost {
    return costOf(
      this.#engine.call((core) => readJson(core, core.bill()) as BillRow[]),
      options,
    );
  }

  /**
   * Size of the history in the next request, in tokens, without `params`: an estimate. The provider's counts of requests that this
   * conversation wrote correct it: a higher one raises it, and a lower one lowers it while the requests stay alike. The newest count of each
   * of 16 models is kept, also in snapshots: that of the model which the last written request names holds. Without one, the newest does. After a provider's own summary (`compaction`) the size counts from that summary on, until a request for a provider that
   * cannot read the summary is written.
   */
  get contextTokens(): number {
    return this.#engine.contextTokens;
  }

  /**
   * Returns the size of the history by what it is made of, with the tools and the schema of the last request.
   *
   * @throws ConversationError `estimator-failed`.
   * @example
   * const { parts, largest } = conversation.breakdown();
   */
  breakdown(): Breakdown {
    return this.#engine.breakdown();
  }

  /**
   * Returns the messages in OpenAI's form, one for one, without repairs. For a request to send use `toRequest`.
   *
   * @example
   * const messages = conversation.toOpenAIMessages(); // [{ role: "user", content: "Hello" }, ...]
   */
  toOpenAIMessages(): PlainMessage[] {
    return this.#engine.plainOpenai() as PlainMessage[];
  }

  /**
   * Returns the messages in Anthropic's form. Empty or null arguments become `{}`; there are no other repairs. For a request to send use
   * `toRequest`.
   *
   * @example
   * const { system, messages } = conversation.toAnthropicMessages();
   */
  toAnthropicMessages(): {
    /** The system prompt; null when there is none. */
    system: string | null;
    /** The messages without it. */
    messages: PlainMessage[];
  } {
    return this.#engine.plainAnthropic() as ReturnType<ConversationReader["toAnthropicMessages"]>;
  }

  /**
   * Returns a request body: `params` (model, tools, ...) and the history in the target's form, with only the fields that the target
   * defines. `repairs` lists each change. It ignores `tokenLimit`; `prepare` does not.
   *
   * The next response of this target's provider counts as the answer to the newest of these bodies. While a request of `prepare` for the
   * target waits for its answer, they are previews, and change nothing.
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
   * For code that reads them at once; a client that sends them again on a retry needs `toRequestBytes`.
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

  /** The report of the last applied reduction, of `truncate` and `clear` too; null when there was none. */
  get lastReduction(): types.Reduction | null {
    return this.#engine.reduction();
  }
}
