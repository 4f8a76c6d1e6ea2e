// The public types of what is said, of the formats that it is said in, and of what is changed so that it can be.

/** Who speaks. A summary of what was removed has the role `"system"` here, and is written as each target wants it. */
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

/** A call of a tool in the form of OpenAI Chat Completions. Beside these fields, a flat `name` or `arguments` wins. */
export interface OpenAIToolCall {
  id: string;
  type?: "function";
  function: { name: string; arguments: string | object };
}

/** Tokens as a provider reported them; whole numbers, zero or more. */
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

/** Which provider and model made an opaque part (signature, encrypted reasoning): it is only ever sent back there. */
export interface Origin {
  format: Format;
  model?: string;
}

/**
 * A piece of content. Bytes are base64, without the `data:` prefix.
 *
 * @example
 * const parts: Part[] = [{ type: "text", text: "What is this?" }, { type: "image", mediaType: "image/png", data: "iVBORw0..." }];
 */
export type Part =
  | { type: "text"; text: string }
  | { type: "image"; mediaType?: string; data?: string; url?: string; fileId?: string; detail?: string; width?: number; height?: number; origin?: Origin }
  | { type: "audio"; mediaType: string; data: string }
  /** Sound that lies elsewhere, as Gemini and Bedrock take it. */
  | { type: "audio"; mediaType?: string; data?: undefined; url?: string; fileId?: string; origin?: Origin }
  | { type: "file"; mediaType?: string; name?: string; data?: string; url?: string; fileId?: string; origin?: Origin }
  | { type: "reasoning"; text?: string; signature?: string; encrypted?: string; origin?: Origin }
  | { type: "refusal"; text: string }
  /** What is not modelled, kept verbatim for the format it came from, reported when another format cannot carry it. */
  | { type: "other"; format: Format; value: unknown };

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
  role: Role;
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

/** A message of the history: a copy, with which its owner may do what they like. */
export type Message = Readonly<MessageInit> & {
  readonly id: string;
  readonly role: Role;
  readonly createdAt: number;
  /** Stands for what was removed. */
  readonly isSummary?: true;
};

/**
 * Request formats of providers: OpenAI Chat Completions, Anthropic Messages, OpenAI Responses, Gemini generateContent, Amazon
 * Bedrock Converse and Mistral chat completions.
 */
export type Target = "openai-chat" | "anthropic" | "openai-responses" | "gemini" | "bedrock" | "mistral";

/**
 * Every format that can be read and written: those of providers, and those in which programs keep conversations. `"ai-sdk"` is the
 * Vercel AI SDK (`ModelMessage` and `UIMessage`), `"langchain"` and `"strands"` are the messages of those; `"backscroll"` is this
 * library's own, an array of {@link MessageInit}.
 */
export type Format = Target | "ai-sdk" | "langchain" | "strands" | "backscroll";

/**
 * What was changed or left out so that a provider accepts a request, or so that text could be kept. One entry a change.
 *
 * @example
 * const { repairs } = conversation.toRequest("anthropic", { model: "claude-sonnet-4-5", max_tokens: 1024 });
 * for (const { rule, detail } of repairs) console.warn(`${rule}: ${detail}`);
 */
export interface Repair {
  /** Stable and kebab-case, such as `orphan-result-dropped`; the README lists them. */
  code: string;
  /** The rule of the target that it serves, such as `AN1`. */
  rule: string;
  messageId?: string;
  toolCallId?: string;
  /** One readable sentence. */
  detail: string;
}
