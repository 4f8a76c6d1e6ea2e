// The public types of messages and their parts.

import type { Format } from "./format.js";

/**
 * The speaker of a message. A summary has the role `"system"` here, and is written as each target requires.
 *
 * @example
 * const speakers: Role[] = conversation.messages.map(({ role }) => role); // ["system", "user", "assistant", "tool"]
 */
export type Role = "system" | "user" | "assistant" | "tool";

/**
 * A call of a tool by the model.
 *
 * @example
 * const call: ToolCall = { id: "call_1", name: "weather", arguments: '{"city":"Oslo"}' };
 */
export interface ToolCall {
  /** The id of the call; its result has the same id. */
  id: string;
  /** The tool's name. */
  name: string;
  /** JSON text exactly as the model wrote it, or a value that you gave as an object. Text keeps its spelling and key order. */
  arguments: string | Record<string, unknown>;
  /**
   * `"custom"` is for OpenAI's custom tools, whose arguments are free text. `"mcp_approval"` asks you to approve a call to an MCP server:
   * its result is the text `{"approve":true}`. The others are tools that OpenAI defines and you run. Default `"function"`.
   */
  kind?: "function" | "custom" | "computer" | "shell" | "local_shell" | "apply_patch" | "tool_search" | "mcp_approval";
  /** Number of content parts before the call. Default: all. */
  afterParts?: number;
}

/**
 * A call of a tool in the form of OpenAI Chat Completions. A flat `name` or `arguments` beside these fields takes precedence.
 *
 * @example
 * const call: OpenAIToolCall = { id: "call_1", type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } };
 * conversation.addMessage("assistant", null, { toolCalls: [call] });
 */
export interface OpenAIToolCall {
  /** The id of the call; its result has the same id. */
  id: string;
  /** Written by OpenAI; has no effect here. */
  type?: "function";
  /** The tool and its arguments. */
  function: {
    /** The tool's name. */
    name: string;
    /** JSON text exactly as the model wrote it, or a value that you gave as an object. */
    arguments: string | object;
  };
}

/**
 * Tokens as reported by a provider; whole numbers, zero or more. `input - cachedInput - cacheWrite` is the input at the normal price.
 *
 * @example
 * const tokens: TokenUsage = { input: 1_200, output: 80, cachedInput: 1_024, cacheWrite: 150 };
 * conversation.addMessage("assistant", "Sunny.", { tokens });
 */
export interface TokenUsage {
  /** The whole input, including input that was read from the cache, written to it, or added by the provider's own tools. */
  input?: number;
  /** The output, including reasoning. */
  output?: number;
  /** The part of `input` that was read from the provider's cache. */
  cachedInput?: number;
  /** The part of `input` that was written to the provider's cache, for any lifetime. */
  cacheWrite?: number;
  /** The part of `cacheWrite` that is kept for five minutes, if the provider reports lifetimes. */
  cacheWrite5m?: number;
  /** The part of `cacheWrite` that is kept longer: for an hour, at OpenAI for twelve. Absent if the provider does not report it. */
  cacheWrite1h?: number;
  /** The part of `output` that was reasoning. */
  reasoning?: number;
  /** The part of `input` that the provider's own tools added; the next request does not hold it. */
  toolInput?: number;
}

/**
 * The provider's response from which a message was read.
 *
 * @example
 * const { response } = conversation.addResponse("openai-responses", await client.responses.create(body));
 * console.log(response?.id); // "resp_0a1b2c"
 */
export interface ProviderResponse {
  /** The id that the provider gave the response. */
  id: string;
  /** The provider's format. */
  format: Format;
  /** The id of OpenAI's conversation that holds the response. */
  conversation?: string;
  /** True if a later request can continue the response (see `RequestOptions`): it is complete, and the provider was asked to keep it. */
  isKept?: boolean;
}

/**
 * The provider and model that made an opaque part (signature, encrypted reasoning). The part is only sent to models that read it.
 *
 * @example
 * const origin: Origin = { format: "anthropic", model: "claude-sonnet-5-5" };
 * const thought: Part = { type: "reasoning", text: "Rain is likely.", signature: "EqQB...", origin };
 */
export interface Origin {
  /** The provider's format. */
  format: Format;
  /** The model, if known. */
  model?: string;
}

/**
 * A piece of content. Bytes are base64. A data URL in `url` or `data` is kept as bytes and media type. An image or audio without a
 * `mediaType` gets the type that its first bytes show; bytes of an unknown type are refused. `addMessage` and `edit` refuse URLs that no
 * provider can load: `blob:` and `file:`.
 *
 * @example
 * const parts: Part[] = [{ type: "text", text: "What is this?" }, { type: "image", mediaType: "image/png", data: "iVBORw0..." }];
 */
export type Part =
  | {
      /** A text. */
      type: "text";
      /** The text. */
      text: string;
    }
  | {
      /** An image: its bytes, its URL or its file id. */
      type: "image";
      /** MIME type, such as `"image/png"`. */
      mediaType?: string;
      /** The bytes in base64. */
      data?: string;
      /** The URL of the bytes. */
      url?: string;
      /** The provider's id of an uploaded file. */
      fileId?: string;
      /** OpenAI's hint about the resolution: `"auto"`, `"low"` or `"high"`. */
      detail?: string;
      /** In pixels. With `height`, it improves the estimate of tokens. */
      width?: number;
      /** In pixels. */
      height?: number;
      /** The provider that knows `fileId`. */
      origin?: Origin;
    }
  | {
      /** Sound. */
      type: "audio";
      /** MIME type, such as `"audio/wav"`. */
      mediaType: string;
      /** The bytes in base64. */
      data: string;
    }
  | {
      /** Sound by URL or file id. Few providers accept it. */
      type: "audio";
      /** MIME type, such as `"audio/wav"`. */
      mediaType?: string;
      /** Absent: the bytes are elsewhere. */
      data?: undefined;
      /** The URL of the bytes. */
      url?: string;
      /** The provider's id of an uploaded file. */
      fileId?: string;
      /** The provider that knows `fileId`. */
      origin?: Origin;
    }
  | {
      /** A document: its bytes, its URL or its file id. */
      type: "file";
      /** MIME type, such as `"application/pdf"`. */
      mediaType?: string;
      /** The file's name or title. */
      name?: string;
      /** The bytes in base64. */
      data?: string;
      /** The URL of the bytes. */
      url?: string;
      /** The provider's id of an uploaded file. */
      fileId?: string;
      /** The provider that knows `fileId`. */
      origin?: Origin;
    }
  | {
      /** Reasoning of the model before its answer. */
      type: "reasoning";
      /** The text, if the provider shows it. */
      text?: string;
      /** The provider's signature over the text. */
      signature?: string;
      /** Reasoning that only the provider can read. */
      encrypted?: string;
      /** The model that made the reasoning. */
      origin?: Origin;
    }
  | {
      /** The model's refusal to answer. */
      type: "refusal";
      /** The text. */
      text: string;
    }
  | {
      /**
       * A part of a type that this package does not model. It is kept verbatim for its own format, and reported if another format cannot
       * hold it.
       */
      type: "other";
      /** The format that understands it. */
      format: Format;
      /** The part as it came, any JSON value. */
      value: unknown;
      /** The part's text for other formats, from the reader of its format. Absent if the value itself holds the text. */
      words?: object;
    };

/**
 * A remark of the provider about a request, in its answer: reasoning that it withheld from the model, the cause of a cache miss, or an answer
 * that goes on in the next one. `reason` is one word for all providers, `said` the provider's own.
 *
 * Anthropic and OpenAI name the cause of a miss only where the request asks for it: `diagnostics: { previous_message_id }` and
 * `prompt_cache_options: { comparison_response_id }`.
 *
 * @example
 * for (const notice of conversation.addResponse("anthropic", response).notices ?? []) {
 *   if (notice.kind === "cache-missed") console.warn(`${notice.tokens} tokens were not read from the cache: other ${notice.reason}`);
 * }
 */
export type Notice =
  | {
      /** The model did not get reasoning that the request held. */
      kind: "reasoning-withheld";
      /** The thing that differs: the organization, the end user, the model, the messages before the reasoning (`"prefix"`), or the turn. */
      reason: "organization" | "end-user" | "model" | "prefix" | "turn" | (string & {});
      /** The provider's word. */
      said: string;
      /** The place in the request, as the provider names it: a path at Anthropic, the id of an item at OpenAI. */
      at?: string;
    }
  | {
      /** The prompt cache was read less far than it was written. */
      kind: "cache-missed";
      /** The part that changed, or `"not-found"`: the response to compare with is unknown, `"unavailable"`: the provider could not compare. */
      reason: "model" | "system" | "tools" | "messages" | "parameters" | "not-found" | "unavailable";
      /** The provider's word. */
      said: string;
      /** The input tokens that were not read from the cache. */
      tokens?: number;
    }
  | {
      /** The answer stopped at the limit of one response. */
      kind: "unfinished";
      /** Continues the answer. The next request to the same model of Gemini holds it; add nothing in between. */
      token: string;
    };

/**
 * A message to add.
 *
 * Only `undefined` is absent; `""`, `0`, `false`, `{}` and (where allowed) `null` are values and are kept. Values inside `toolArguments`,
 * `toolResult` and tool call arguments are kept as `JSON.stringify` writes them: a `Date` becomes text, `NaN` becomes `null`, `undefined`
 * fields vanish. Values without a form in JSON (functions, symbols, BigInts, a `Map`, an `Error`, a promise, cycles) are `invalid-message`.
 *
 * @example
 * const message: MessageInit = { role: "tool", toolCallId: "call_1", content: "Sunny, 21 degrees." };
 */
export interface MessageInit {
  /** The speaker. `addMessage` accepts a `"system"` message only as the first one. */
  role: Role;
  /** A text, or parts in order. Null: no content, as in a message with calls alone. The assistant and tools may also leave it out. */
  content?: string | Part[] | null;
  /**
   * Unique on all paths; made when absent. If a message of the path has the id, adding the message has no effect (equal content) or is
   * `duplicate-id`. An id of another path is `duplicate-id`.
   */
  id?: string;
  /** Milliseconds since the epoch; now when absent. */
  createdAt?: number;
  /** Calls of tools; for assistant messages. */
  toolCalls?: (ToolCall | OpenAIToolCall)[];
  /** The id of the call that a tool message answers. Empty if the source of the message named no call. */
  toolCallId?: string;
  /** A note of yours; never sent. */
  toolName?: string;
  /** A note of yours; never sent. */
  toolArguments?: unknown;
  /** A note of yours; never sent. */
  toolResult?: unknown;
  /** True for a tool result that is an error. */
  isError?: boolean;
  /** The model that answered; never sent. */
  model?: string;
  /** The provider's response that this answer was read from; never sent. */
  response?: ProviderResponse;
  /** The vendor that answered, if the request named it; never sent. */
  vendor?: string;
  /**
   * A digest of the request to which this answer with reasoning belongs, as 16 hexadecimal digits. Some models accept reasoning only after
   * an unchanged request; the digest shows whether it is unchanged. Keep it in your rows: without it, the request counts as unchanged until
   * a reduction. Never sent.
   */
  prefixDigest?: string;
  /** The usage that the provider reported for this answer. */
  tokens?: TokenUsage;
  /** Remarks of the provider about the request of this answer; never sent. */
  notices?: Notice[];
  /** Name of the speaker, for targets with such a field. */
  name?: string;
  /** Pinned messages are never removed by a reduction. */
  pinned?: boolean;
  /**
   * Other fields of a provider's message, unchanged; sent to targets that define them. Parts and calls hold such fields inline, or as
   * `extras` if another field has the name.
   */
  extras?: Record<string, unknown>;
  /**
   * The format of `extras`: only requests in this format hold them. Absent: every format that defines them. Parts and calls have their own
   * `extrasFrom`.
   */
  extrasFrom?: Format;
}

/**
 * A copy of a message of the history: changing it does not change the conversation. Its calls are flat, in whichever form they were given.
 *
 * @example
 * const message: Message = conversation.addMessage("user", "Hello");
 * console.log(message.id, new Date(message.createdAt).toISOString());
 */
export type Message = Readonly<Omit<MessageInit, "toolCalls">> & {
  /** Unique in the history. */
  readonly id: string;
  /** The speaker. */
  readonly role: Role;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The model's calls, also of tools that the provider defines; for assistant messages. */
  readonly toolCalls?: ToolCall[];
  /** True for a summary, which replaces removed messages. */
  readonly isSummary?: true;
};

/**
 * A value of any type but a promise, for which `await` was forgotten. The text is what the compiler says of a promise. (`unknown` would
 * accept promises. `Value extends PromiseLike` would refuse the values of generic functions, whose types are decided later.)
 */
export type Arrived<Value> = Value & AnyObject extends AnyObject & Partial<Record<"then", undefined>>
  ? Value
  : "`await` it: this is a promise";

/** Any object. The field, which all objects have, keeps the type apart from constraints such as `Value extends object`. */
type AnyObject = object & Partial<Record<"toString", unknown>>;
