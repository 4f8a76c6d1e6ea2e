// What was said, as it stands: read, counted, and written for a provider.

import type { Engine } from "../wasm/engine.js";
import { markAsUncopied, newest, showAs } from "../wasm/inspect.js";
import { requestText } from "../input/request.js";
import { decode } from "../wasm/text.js";
import type * as types from "../types/index.js";

const engines = /* @__PURE__ */ new WeakMap<ConversationReader, Engine>();

/** The engine of a conversation, for the functions of this package that work on one. */
export function engineOf(conversation: ConversationReader): Engine {
  return engines.get(conversation) as Engine;
}

/** A message in a provider's form. */
type PlainMessage = {
  /** Who speaks, as the provider has it. */
  role: types.Role;
  /** The other fields of the provider's form: `content`, and in OpenAI's `tool_calls` and `tool_call_id`. */
  [field: string]: any;
};

/** The reading half of a conversation: no message comes or goes by it. What a request had to mend is in `lastRepairs`. */
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

  /** What it is called. Frameworks that wrap data to see its changes, such as Vue, leave alone what has a name of its own. */
  get [Symbol.toStringTag](): string {
    return "ConversationManager";
  }

  /** All messages, oldest first. A copy: reading it in a loop is slow, and changing it changes nothing. */
  get messages(): types.Message[] {
    return this.#engine.messages();
  }

  /** How many messages there are, the system prompt included. */
  get messageCount(): number {
    return this.#engine.messageCount;
  }

  /** The newest message of the assistant. */
  get lastAssistantMessage(): types.Message | null {
    return this.#engine.lastAssistant();
  }

  /**
   * Tokens spent: the sum of reported input and output over all messages, never an estimate. Each request holds the history anew, so this
   * grows much faster than the history. For its size see `contextTokens`.
   */
  get tokensSpent(): number {
    return this.#engine.tokensSpent;
  }

  /**
   * Size of the history in the next request, in tokens, `params` not included: an estimate. Where the provider counted more than the
   * estimate for the last request that this conversation wrote, it is raised by that.
   */
  get contextTokens(): number {
    return this.#engine.contextTokens;
  }

  /**
   * The messages in OpenAI's form, one for one: nothing is mended or left out. For a request to send use `toRequest`.
   *
   * @example
   * const messages = conversation.toOpenAIMessages(); // [{ role: "user", content: "Hello" }, ...]
   */
  toOpenAIMessages(): PlainMessage[] {
    return this.#engine.plainOpenai() as PlainMessage[];
  }

  /**
   * The messages in Anthropic's form, where empty or null arguments become `{}` and nothing else is mended. For a request to send use
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
   * A request body: `params` (model, tools, ...) and the history in the target's form, with only what the target defines. What was mended
   * or left out is in `repairs`. Does not look at `tokenLimit`; `prepare` does.
   *
   * @throws ConversationError `unknown-format`, `invalid-argument` (as for `params` with `messages`), `nothing-to-send`; `awaiting-approval`
   * while a checkpoint is open, unless `openCalls` says what to do with its calls.
   * @example
   * const { body, repairs } = conversation.toRequest("anthropic", { model: "claude-sonnet-4-5", max_tokens: 1024 });
   */
  toRequest<T extends types.Target, const Params extends object = object>(
    target: T,
    params?: Params,
    options?: types.FormatOptions,
  ): {
    /** The body, for the provider's client. */
    body: types.RequestBody<T, Params>;
    /** What was mended or left out. */
    repairs: types.Repair[];
  } {
    const body = JSON.parse(decode(this.toRequestView(target, params, options))) as types.RequestBody<T, Params>;
    return { body, repairs: this.lastRepairs };
  }

  /**
   * The same body as UTF-8 JSON, ready for `fetch`. A fresh copy; the repairs are in `lastRepairs`.
   *
   * @throws ConversationError as `toRequest`.
   * @example
   * await fetch(url, { method: "POST", headers, body: conversation.toRequestBytes("openai-chat", { model: "gpt-5" }) });
   */
  toRequestBytes(target: types.Target, params?: object, options?: types.FormatOptions): types.Bytes {
    return this.toRequestView(target, params, options).slice();
  }

  /**
   * The same bytes without a copy: a view into WebAssembly memory, valid until the next call on any conversation. For code that
   * reads them at once; a client that sends them again on a retry needs `toRequestBytes`.
   *
   * @throws ConversationError as `toRequest`.
   * @example
   * const { byteLength } = conversation.toRequestView("openai-chat", { model: "gpt-5" });
   */
  toRequestView(target: types.Target, params?: object, options?: types.FormatOptions): types.Bytes {
    return this.#engine.request(requestText(target, params, options, this.#engine.limits));
  }

  /** What the last append, `from` or request had to change or leave out. */
  get lastRepairs(): types.Repair[] {
    return this.#engine.repairs();
  }

  /** What the last applied reduction did, `truncate` and `clear` included; null when there was none. */
  get lastReduction(): types.Reduction | null {
    return this.#engine.reduction();
  }
}
