// The public types: messages, requests, conversations and reductions. What is done with them is told where that is.

import type { Reducer } from "./strategy-types.js";

export type * from "./strategy-types.js";

/**
 * A `Uint8Array` over memory that is not shared, which `fetch` wants. Said in a way that every TypeScript since 5.4 reads: before
 * 5.7 the type has no parameter.
 */
export type Bytes = ReturnType<Uint8Array["slice"]>;

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

/**
 * What the model behind a target can do. An unset field takes the target's documented default: what its newest models accept.
 *
 * @example
 * const capabilities: Capabilities = { prefill: false, media: false, model: "gpt-5" };
 */
export interface Capabilities {
  /** Whether the last message may be the assistant's. */
  prefill?: boolean;
  /** Whether system messages may stand between others. */
  systemMidConversation?: boolean;
  /** Whether the first message may be the assistant's. */
  assistantFirst?: boolean;
  /** Whether images, sound and files are understood. */
  media?: boolean;
  /** Whether tools are declared in the request. */
  toolsDeclared?: boolean;
  /** The model that will read the request: reasoning of another one is left out. */
  model?: string;
  /** For vendors that want their `reasoning_content` back. Default false. */
  reasoningContent?: boolean;
}

/**
 * What to do with calls that have no result: `"close"` answers them with an error result, `"drop"` leaves them out, `"keep"` leaves
 * those of the newest message open. A call that something was said after cannot stay open, and `"keep"` closes it.
 */
export type OpenCalls = "close" | "keep" | "drop";

/**
 * How a request is written.
 *
 * @example
 * conversation.toRequest("mistral", params, { openCalls: "drop", capabilities: { prefill: true } });
 */
export interface FormatOptions {
  capabilities?: Capabilities;
  /** Default `"close"`. */
  openCalls?: OpenCalls;
  /** The text of results that closing adds. */
  interruptedText?: string;
  /** The role that a summary is written with, where the target leaves a choice. */
  summaryRole?: "system" | "user";
  /**
   * How Mistral's fields are spelled: `"camelCase"` for its own client, which passes over other names without a word, `"snake_case"` for
   * the API itself. Default: as the params are, else as what was read or answered last was, else `"snake_case"`. Others have one spelling.
   */
  spelling?: "camelCase" | "snake_case";
}

/**
 * What a provider would refuse in a request.
 *
 * @example
 * const [{ rule, path }] = validate("anthropic", body); // "AN1", "messages[3].content[0].id"
 */
export interface Violation {
  /** The number of the provider's rule in the list that the README links, such as `"AN1"`. `"I4"`: text that is no UTF-8. */
  rule: string;
  /** Where it is broken, as a path into the body; "" for the body itself. */
  path: string;
  /** One sentence: what must hold, and for which call it does not. */
  message: string;
  /** What the provider answers to that, where it is known. */
  providerError?: string;
  /** What `sanitize` would do about it; absent where it throws. */
  remedy?: string;
}

/**
 * How a conversation is converted. What a request demands (`openCalls`, `capabilities`) concerns the formats of providers alone.
 *
 * @example
 * const { body } = convert(messages, "openai-chat", "ai-sdk", { form: "ui" });
 */
export interface ConvertOptions extends FormatOptions {
  /**
   * Which of its forms a format is written in; all of them are read. `"ai-sdk"`: `"model"` (`ModelMessage`, the default) or `"ui"`
   * (`UIMessage`). `"langchain"`: `"stored"` (the default) or `"serialized"`. `"strands"`: `"agent"` (`{ systemPrompt, messages }`, the
   * default), `"messages"` (the list alone, without a system prompt) or `"python"` (`{ system_prompt, messages }`, in Python's words).
   * Others have one form, and take no name.
   */
  form?: "model" | "ui" | "stored" | "serialized" | "agent" | "messages" | "python";
}

/**
 * How text is turned into a number of tokens: a fitted estimate (`"script"`, the default), bytes divided by three, UTF-16 units
 * divided by four, or a function of the caller that returns a finite number, zero or more. The function is called once a text,
 * and not when a message is added but when a size is first asked for. When it throws or returns something else, whatever asked
 * throws `estimator-failed`.
 *
 * @example
 * const estimator: Estimator = (text) => tokenizer.encode(text).length;
 */
export type Estimator = "script" | "bytes/3" | "chars/4" | ((text: string) => number);

/**
 * Options of a conversation. Numbers of tokens are whole and zero or more; anything else, and any unknown option, is
 * `invalid-argument`.
 *
 * @example
 * const options: ConversationOptions = { systemPrompt: "Be brief.", tokenLimit: 128_000, reserveTokens: 4_000 };
 */
export interface ConversationOptions {
  /** Becomes the first message. `""` is a prompt too. */
  systemPrompt?: string;
  /** Context window in tokens. */
  tokenLimit?: number;
  /** Kept free for the reply, in tokens. Default 0. */
  reserveTokens?: number;
  /**
   * How to make the history shorter. Default: `fitBudget()`.
   */
  reduce?: Reducer | ReduceCallback;
  /** Reduce before the window is full. `true` is 0.7 of the window; a threshold outside (0, 1] is `invalid-argument`. */
  proactiveCompression?: boolean | { compressionThreshold: number };
  /** Default `"script"`. */
  estimator?: Estimator;
  /** Called for each reduction that is applied for good. What it throws reaches whoever asked for the reduction, which stays applied. */
  onReduce?: (reduction: Reduction) => void;
  /**
   * What is taken in at most: bytes of one message (default 33,554,432, the largest request that Anthropic takes), and arrays and
   * objects inside each other (default 128). Beyond are `too-large` and `too-deep`.
   */
  limits?: { messageBytes?: number; depth?: number };
}

/**
 * What a request adds to its `params`. The messages are any, so that every version of a provider's client takes the body without a
 * cast; the package knows none of them.
 */
interface RequestHistory {
  "openai-chat": { messages: any[] };
  anthropic: { messages: any[]; system?: any };
  "openai-responses": { input: any[]; instructions?: string };
  gemini: { contents: any[]; systemInstruction?: any };
  bedrock: { messages: any[]; system?: any[] };
  mistral: { messages: any[] };
}

/**
 * A request body: `params` as they were given, and the history as the target has it. A provider's client takes it as it is.
 *
 * @example
 * const body: RequestBody<"openai-chat", { model: string }> = conversation.toRequest("openai-chat", { model: "gpt-5" }).body;
 */
export type RequestBody<T extends Target = Target, Params extends object = object> = Params & RequestHistory[T];

/**
 * A request body that is valid for its target and fits the window.
 *
 * @example
 * const { body, tokens, reduction }: PreparedRequest = await conversation.prepare("openai-chat", { model: "gpt-5" });
 */
export interface PreparedRequest<Body extends object = object> {
  /** The body. */
  readonly body: Body;
  /** The same body as UTF-8 JSON, as it was prepared, whatever has happened to the conversation since. A fresh copy each time. */
  bytes(): Bytes;
  /** What was changed or left out for the target's sake. */
  readonly repairs: Repair[];
  /** What preparing removed or shortened, in all reductions that it took; null when nothing. */
  readonly reduction: Reduction | null;
  /** Size of the request in tokens, `params` included. */
  readonly tokens: number;
}

/**
 * Makes the history shorter, by editing `context.draft` or by returning the new history. It may be async, and may call any
 * method of the conversation.
 *
 * @example
 * const reduce: ReduceCallback = ({ draft }) => draft.keepRecentTurns(4) > 0;
 */
export type ReduceCallback = (context: ReduceContext) => ReduceResult | Promise<ReduceResult>;

/** An array: the new history (messages are matched by id; new ones may be put in). `true` or nothing: apply the draft. `false`: discard it. */
export type ReduceResult = MessageInit[] | boolean | void;

/** What a reduction starts from. */
export interface ReduceContext {
  /** Set: the model refused the request as too long, with this error. Unset: over the window or the threshold, or the strategy was due. */
  readonly error?: unknown;
  /** What was given to `recover` as `model`. */
  readonly model?: unknown;
  /** Aborted when nobody waits for the result any more. */
  readonly signal?: AbortSignal;
  /** The history, copied when first read. The copy may be edited and returned. */
  readonly messages: Message[];
  /** Collects edits; applied together, or not at all. */
  readonly draft: HistoryDraft;
  /** Tokens that the history may take, to compare `draft.tokens` with: what `params` take is off already. Null when there is no limit. */
  readonly targetTokens: number | null;
}

/**
 * A proposal to make the history shorter. Edits are collected, checked and applied together when the reduction ends, or not at
 * all. No operation splits a call from its results. Counts are messages unless said. Used after its reduction has ended it throws
 * `stale-plan`.
 *
 * @example
 * const reduce = ({ draft, targetTokens }) => {
 *   draft.clearToolResults({ keep: 5 });
 *   if (targetTokens !== null && draft.tokens > targetTokens) draft.keepRecentTurns(8);
 * };
 */
export interface HistoryDraft {
  /** Size of the next request in tokens, were the draft applied. */
  readonly tokens: number;
  /** A turn is a user message and what follows up to the next one. */
  readonly turnCount: number;
  /** Drops all but the newest turns. Returns how many messages go. */
  keepRecentTurns(turns: number): number;
  /** Drops all but the newest messages; the cut moves to where it splits nothing. Returns how many messages go. */
  keepRecentMessages(count: number): number;
  /** Drops messages, with the results of their calls. Returns how many go. An unknown id is `invalid-argument`. */
  remove(messageIds: string[]): number;
  /**
   * Keeps the first `head` and last `tail` characters (200 each) of results that are longer than `longerThan` (head + tail + 50), and with
   * `media` a line in place of pictures, sound, documents and parts that are not modelled. All of them; or, given an `order`, beginning
   * with the `"oldest"` or the `"largest"` and only until `targetTokens` of the context is met. Returns how many results changed.
   */
  shortenToolResults(options?: { longerThan?: number; head?: number; tail?: number; media?: boolean; order?: "oldest" | "largest" }): number;
  /** Replaces the content of all but the newest `keep` (3) results by `placeholder` ("[result cleared]"). Returns how many results changed. */
  clearToolResults(options?: { keep?: number; placeholder?: string; exclude?: string[] }): number;
  /** Puts a summary in place of everything up to and including this message. Returns how many messages go. */
  summarize(throughMessageId: string, summary: string): number;
}

/** What a reduction did. */
export interface Reduction {
  reduced: boolean;
  tokensBefore: number;
  tokensAfter: number;
  /** What went, whole, in order: keep it if you want the full transcript. */
  removed: Message[];
  /** Shortened or cleared in place. */
  shortened: { messageId: string; tokensBefore: number; tokensAfter: number; original: Message }[];
  summary: Message | null;
  /** Index of the first message that differs from before: all ahead of it can still come from a prompt cache. Null: none differs. */
  firstChangedIndex: number | null;
  repairs: Repair[];
  /**
   * How it was done, in order: what each step was, how many messages it removed or changed, and the size of the history then (with an
   * estimator function, about that size, for it is asked afterwards). Steps are `drop-orphans`, `clear-results`, `shorten-results`,
   * `shorten-newest-results`, `summarize`, `drop-turns`, `drop-rounds`, `cut-results`, `drop-summary`, `drop-question`, `slide-window`,
   * `keep-recent-turns`, `keep-recent-messages`, `remove` and `replace`.
   */
  steps: { name: string; messages: number; tokensAfter: number }[];
}
