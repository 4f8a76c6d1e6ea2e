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
  /** JSON text exactly as the model wrote it, or a value that was given as an object. Text keeps its spelling and key order. */
  arguments: string | Record<string, unknown>;
  /**
   * `"custom"` for OpenAI's custom tools, whose arguments are free text. The others are tools that OpenAI defines and you run, except
   * `"mcp_approval"`, which asks you to approve a call to an MCP server: its result is the text `{"approve":true}`. Default `"function"`.
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
    /** JSON text exactly as the model wrote it, or a value that was given as an object. */
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
  /** The whole input: also what was read from the cache, written to it, and added by the provider's own tools. */
  input?: number;
  /** The output, including reasoning. */
  output?: number;
  /** The part of `input` that was read from the provider's cache. */
  cachedInput?: number;
  /** The part of `input` that was written to the provider's cache, for any lifetime. */
  cacheWrite?: number;
  /** The part of `cacheWrite` that is kept for five minutes, where the provider reports lifetimes. */
  cacheWrite5m?: number;
  /** The part of `cacheWrite` that is kept for an hour, where the provider reports lifetimes. */
  cacheWrite1h?: number;
  /** The part of `output` that was reasoning. */
  reasoning?: number;
  /** The part of `input` that the provider's own tools added; the next request does not hold it. */
  toolInput?: number;
}

/**
 * The provider's response that a message was read from.
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
  /** The id of the conversation that OpenAI added the response to. */
  conversation?: string;
  /** True if a later request can continue the response, see `RequestOptions`: it is complete, and the provider was to keep it. */
  isKept?: boolean;
}

/**
 * The provider and model that made an opaque part (signature, encrypted reasoning). The part is only ever sent back to them.
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
 * A piece of content. Bytes are base64. A data URL in `url` or `data` is kept as its bytes and media type. An image or a sound
 * without a `mediaType` gets the one that its first bytes show; bytes of an unknown type are refused. `addMessage` and `edit` refuse
 * URLs that no provider can load: `blob:` and `file:`.
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
      /** Sound by reference, as few providers accept it. */
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
      /** The text, where the provider shows it. */
      text?: string;
      /** The provider's signature over the text. */
      signature?: string;
      /** Reasoning that only the provider can read. */
      encrypted?: string;
      /** The model that made it, and that may get it back. */
      origin?: Origin;
    }
  | {
      /** The model's refusal to answer. */
      type: "refusal";
      /** The text. */
      text: string;
    }
  | {
      /** A part that is not modelled: kept verbatim for the format it came from, and reported when another format cannot carry it. */
      type: "other";
      /** The format that understands it. */
      format: Format;
      /** The part as it came, any JSON value. */
      value: unknown;
      /** Its text for formats that do not know it. The reader of its format gives it; absent where the value holds the text itself. */
      words?: object;
    };

/**
 * A message to add.
 *
 * Absent means `undefined`; `""`, `0`, `false`, `{}` and (where it is allowed) `null` are values and are kept. Values inside
 * `toolArguments`, `toolResult` and tool call arguments are kept as `JSON.stringify` writes them: a `Date` becomes text, `NaN`
 * becomes `null`, `undefined` fields vanish. Values without a form in JSON (functions, symbols, BigInts, a `Map`, an `Error`, a
 * promise, cycles) are `invalid-message`.
 *
 * @example
 * const message: MessageInit = { role: "tool", toolCallId: "call_1", content: "Sunny, 21 degrees." };
 */
export interface MessageInit {
  /** The speaker. `addMessage` accepts a `"system"` message only as the first one. */
  role: Role;
  /** A text, or parts in order. Null: no content, as in a message with calls alone; so is an absent one of the assistant or a tool. */
  content?: string | Part[] | null;
  /** Unique on all paths; made when absent. Adding a known id has no effect (equal content) or is `duplicate-id`; so is the id of a message on another path. */
  id?: string;
  /** Milliseconds since the epoch; now when absent. */
  createdAt?: number;
  /** Calls of tools; for assistant messages. */
  toolCalls?: (ToolCall | OpenAIToolCall)[];
  /** The id of the call that a tool message answers. Empty in a message that was read from a source that named no call. */
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
   * 16 hexadecimal digits: a digest of the request that this answer with reasoning belongs to. It decides whether a model that checks what
   * stands before reasoning gets it back. Keep it in your rows; without it, reasoning counts as unchanged until a reduction. Never sent.
   */
  prefixDigest?: string;
  /** The usage that the provider reported for this answer. */
  tokens?: TokenUsage;
  /** Name of the speaker, for targets with such a field. */
  name?: string;
  /** Pinned messages are never removed by a reduction. */
  pinned?: boolean;
  /**
   * Fields of a provider's message that are not modelled, unchanged; sent to targets that define them. Parts and calls hold theirs
   * inline, or as `extras` where another field has that name.
   */
  extras?: Record<string, unknown>;
  /** The format that `extras` belong to: only it gets them. Absent: every format that defines them. Parts and calls have their own. */
  extrasFrom?: Format;
}

/**
 * A message of the history. It is a copy, so changing it changes no conversation. Its calls are flat, in whichever form they were given.
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
  /** The calls of the model, of tools that the provider defines too; for assistant messages. */
  readonly toolCalls?: ToolCall[];
  /** True for a summary, which replaces removed messages. */
  readonly isSummary?: true;
};
