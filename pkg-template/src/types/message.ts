// The public types of messages and their parts.

import type { Format } from "./format.js";

/**
 * Who speaks. A summary of what was removed has the role `"system"` here, and is written as each target wants it.
 *
 * @example
 * const speakers: Role[] = conversation.messages.map(({ role }) => role); // ["system", "user", "assistant", "tool"]
 */
export type Role = "system" | "user" | "assistant" | "tool";

/**
 * A call of a tool, asked for by the model.
 *
 * @example
 * const call: ToolCall = { id: "call_1", name: "weather", arguments: '{"city":"Oslo"}' };
 */
export interface ToolCall {
  /** Names the call; its result carries the same id. */
  id: string;
  /** The tool's name. */
  name: string;
  /** JSON text exactly as the model wrote it, or a value that was given as an object. Text keeps its spelling and key order. */
  arguments: string | Record<string, unknown>;
  /**
   * `"custom"` for OpenAI's custom tools, whose arguments are free text; the others are tools that OpenAI defines and you run, and
   * `"mcp_approval"` asks whether the provider may call a tool of a server: its result is the text `{"approve":true}`. Default `"function"`.
   */
  kind?: "function" | "custom" | "computer" | "shell" | "local_shell" | "apply_patch" | "tool_search" | "mcp_approval";
  /** How many parts of the message's content stand before the call; absent: all of them. */
  afterParts?: number;
}

/**
 * A call of a tool in the form of OpenAI Chat Completions. Beside these fields, a flat `name` or `arguments` wins.
 *
 * @example
 * const call: OpenAIToolCall = { id: "call_1", type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } };
 * conversation.addMessage("assistant", null, { toolCalls: [call] });
 */
export interface OpenAIToolCall {
  /** Names the call; its result carries the same id. */
  id: string;
  /** What OpenAI writes; it says nothing here. */
  type?: "function";
  /** What is called, and with what. */
  function: {
    /** The tool's name. */
    name: string;
    /** JSON text exactly as the model wrote it, or a value that was given as an object. */
    arguments: string | object;
  };
}

/**
 * Tokens as a provider reported them; whole numbers, zero or more.
 *
 * @example
 * const tokens: TokenUsage = { input: 1_200, output: 80, cachedInput: 1_024 };
 * conversation.addMessage("assistant", "Sunny.", { tokens });
 */
export interface TokenUsage {
  /** What was sent, cached input and what the provider's own tools put in included. */
  input?: number;
  /** What the model wrote, reasoning included. */
  output?: number;
  /** The part of `input` that was read from the provider's cache. */
  cachedInput?: number;
  /** The part of `output` that was reasoning. */
  reasoning?: number;
  /** The part of `input` that the provider's own tools put in; the next request does not hold it. */
  toolInput?: number;
}

/**
 * Which provider and model made an opaque part (signature, encrypted reasoning): it is only ever sent back there.
 *
 * @example
 * const origin: Origin = { format: "anthropic", model: "claude-sonnet-4-5" };
 * const thought: Part = { type: "reasoning", text: "Rain is likely.", signature: "EqQB...", origin };
 */
export interface Origin {
  /** The format of the provider. */
  format: Format;
  /** The model, where it is known. */
  model?: string;
}

/**
 * A piece of content. Bytes are base64. A data URL in `url` or `data` is kept as its bytes and their type. A picture or a sound without
 * a `mediaType` gets the one that its first bytes show; bytes that show none are refused.
 *
 * @example
 * const parts: Part[] = [{ type: "text", text: "What is this?" }, { type: "image", mediaType: "image/png", data: "iVBORw0..." }];
 */
export type Part =
  | {
      /** What is said or shown. */
      type: "text";
      /** The text. */
      text: string;
    }
  | {
      /** A picture: its bytes, or where they are. */
      type: "image";
      /** MIME type, such as `"image/png"`. */
      mediaType?: string;
      /** The bytes in base64. */
      data?: string;
      /** Where the bytes can be fetched. */
      url?: string;
      /** The provider's id of an uploaded file. */
      fileId?: string;
      /** OpenAI's hint at the resolution: `"auto"`, `"low"` or `"high"`. */
      detail?: string;
      /** In pixels. With `height` it makes the estimate of tokens a better one. */
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
      /** Sound that lies elsewhere, as Gemini and Bedrock take it. */
      type: "audio";
      /** MIME type, such as `"audio/wav"`. */
      mediaType?: string;
      /** Not here: the bytes lie elsewhere. */
      data?: undefined;
      /** Where the bytes can be fetched. */
      url?: string;
      /** The provider's id of an uploaded file. */
      fileId?: string;
      /** The provider that knows `fileId`. */
      origin?: Origin;
    }
  | {
      /** A document: its bytes, or where they are. */
      type: "file";
      /** MIME type, such as `"application/pdf"`. */
      mediaType?: string;
      /** The file's name or title. */
      name?: string;
      /** The bytes in base64. */
      data?: string;
      /** Where the bytes can be fetched. */
      url?: string;
      /** The provider's id of an uploaded file. */
      fileId?: string;
      /** The provider that knows `fileId`. */
      origin?: Origin;
    }
  | {
      /** What the model thought before it spoke. */
      type: "reasoning";
      /** The thoughts, where the provider shows them. */
      text?: string;
      /** The provider's signature over the text. */
      signature?: string;
      /** Thoughts that only the provider can read. */
      encrypted?: string;
      /** Who made it, and may have it back. */
      origin?: Origin;
    }
  | {
      /** The model's refusal to answer. */
      type: "refusal";
      /** What it said. */
      text: string;
    }
  | {
      /** What is not modelled, kept verbatim for the format it came from, reported when another format cannot carry it. */
      type: "other";
      /** The format that understands it. */
      format: Format;
      /** The part as it came, any JSON value. */
      value: unknown;
    };

/**
 * A message to be added.
 *
 * Absent means `undefined`; `""`, `0`, `false`, `{}` and (where it is allowed) `null` are values and are kept. Values inside
 * `toolArguments`, `toolResult` and tool call arguments are taken as `JSON.stringify` writes them: a `Date` becomes text, `NaN`
 * becomes `null`, `undefined` fields vanish. What JSON has no form for at all (functions, symbols, BigInts, a `Map`, an `Error`,
 * a promise that nobody awaited, cycles) is `invalid-message`.
 *
 * @example
 * const message: MessageInit = { role: "tool", toolCallId: "call_1", content: "Sunny, 21 degrees." };
 */
export interface MessageInit {
  /** Who speaks. `addMessage` takes a `"system"` as the first message only. */
  role: Role;
  /** A text, or parts in their order. Absent or null: nothing was said, as beside calls. */
  content?: string | Part[] | null;
  /** Unique in the history; minted when absent. An id that is there already is a no-op (equal content) or `duplicate-id`. */
  id?: string;
  /** Milliseconds since the epoch; now when absent. */
  createdAt?: number;
  /** What the model wants called; for assistant messages. */
  toolCalls?: (ToolCall | OpenAIToolCall)[];
  /** The call that a tool message answers. */
  toolCallId?: string;
  /** The host's own note; never sent. */
  toolName?: string;
  /** The host's own note; never sent. */
  toolArguments?: unknown;
  /** The host's own note; never sent. */
  toolResult?: unknown;
  /** A tool result that is an error. */
  isError?: boolean;
  /** The model that answered; never sent. */
  model?: string;
  /** What the provider reported for this answer. */
  tokens?: TokenUsage;
  /** Name of the speaker, for targets that have one. */
  name?: string;
  /** Never given up by a reduction. */
  pinned?: boolean;
  /**
   * Fields of a provider's message that are not modelled, as they came; sent to targets that define them. Parts and calls keep theirs
   * inline, or as `extras` where another field has their name.
   */
  extras?: Record<string, unknown>;
  /** The format whose fields `extras` are: no other is sent them. Absent: any that defines them. Parts and calls have one of their own. */
  extrasFrom?: Format;
}

/**
 * A message of the history: a copy, with which its owner may do what they like. Its calls are flat, in whichever form they were given.
 *
 * @example
 * const message: Message = conversation.addMessage("user", "Hello");
 * console.log(message.id, new Date(message.createdAt).toISOString());
 */
export type Message = Readonly<Omit<MessageInit, "toolCalls">> & {
  /** Unique in the history. */
  readonly id: string;
  /** Who speaks. */
  readonly role: Role;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The calls that the model asks for, tools that the provider defines included; for assistant messages. */
  readonly toolCalls?: ToolCall[];
  /** Stands for what was removed. */
  readonly isSummary?: true;
};
