// The public types of requests, of conversions, and of the options and reports of both.

import type { BodyEdit } from "./body-edit.js";
import type { Breakdown } from "./breakdown.js";
import type { CostOptions, Forecast } from "./cost.js";
import type { HasForeignTools, ToolField } from "./foreign-tools.js";
import type { Format, Target } from "./format.js";
import type { MessageInit } from "./message.js";
import type { Reduction } from "./reduction.js";
import type { Repair } from "./repair.js";
import type { RequestHistory } from "./target.js";
import type { Vendor } from "./vendor.js";

/** A `Uint8Array` over unshared memory, as `fetch` requires. Before TypeScript 5.7, `Uint8Array` has no type parameter; this form works since 5.4. */
export type Bytes = ReturnType<Uint8Array["slice"]>;

/**
 * The abilities of the model behind a target. By default, each field has the value for the target's newest models.
 *
 * @example
 * const capabilities: Capabilities = { prefill: false, media: false, model: "gpt-5" };
 */
export interface Capabilities {
  /**
   * True if the last message may be the assistant's. By default, the model's name decides for Anthropic, Gemini and Bedrock; an unknown
   * name counts as a new model, and new models refuse this.
   */
  prefill?: boolean;
  /** True if system messages may follow other messages. */
  systemMidConversation?: boolean;
  /** True if the first message may be the assistant's. */
  assistantFirst?: boolean;
  /** True if the model accepts images, audio and files. */
  media?: boolean;
  /** True if the request declares tools. */
  toolsDeclared?: boolean;
  /**
   * The model of the request, where the params or the body do not name it. Sizes are those of this model, reasoning that it does not read is
   * left out, and its rules apply where models differ.
   */
  model?: string;
  /** True if a vendor of chat completions gets its own fields back, such as `reasoning_content`. By default, the models' names decide. */
  reasoningContent?: boolean;
}

/**
 * The treatment of calls without a result: `"close"` adds an error result, `"drop"` leaves the calls out, `"keep"` leaves the calls of the
 * newest message open, and closes earlier ones. Asynchronous calls (`async: true`) stay open in requests to OpenAI Responses, except with
 * `"drop"`.
 *
 * @example
 * const openCalls: OpenCalls = "drop";
 * const { body } = conversation.toRequest("anthropic", params, { openCalls });
 */
export type OpenCalls = "close" | "keep" | "drop";

/**
 * Options of functions that write a request.
 *
 * @example
 * conversation.toRequest("mistral", params, { openCalls: "drop", capabilities: { prefill: true } });
 */
export interface FormatOptions {
  /** The abilities of the model. Default: the abilities of the target's newest models. */
  capabilities?: Capabilities;
  /** Default `"close"`. */
  openCalls?: OpenCalls;
  /** The text of results that `"close"` adds. */
  interruptedText?: string;
  /** The role of summaries, if the target allows both. */
  summaryRole?: "system" | "user";
  /**
   * The spelling of Mistral's fields: `"camelCase"` for Mistral's client, which silently ignores other names, `"snake_case"` for the API
   * itself. Default: the spelling of the params, else of the last body or response that was read, else `"snake_case"`. Other targets have
   * one spelling.
   */
  spelling?: "camelCase" | "snake_case";
  /**
   * The vendor that answers. Behind `"openai-chat"` it decides which reasoning is sent back, and which roles, fields and pictures are
   * accepted; behind `"anthropic"`, which thinking is sent back: Kimi, MiniMax and others take it without a signature. It is kept with
   * each answer, so that no other vendor gets what it cannot read. Default: the vendor at `baseURL`; without `baseURL`, the models'
   * names decide. An unknown name is `invalid-argument`.
   */
  vendor?: Vendor;
  /** The address of the vendor's API, such as `client.baseURL`, which selects the vendor. An unknown address selects none. */
  baseURL?: string;
  /** Rows about models, which override those of the package. Default: none. */
  models?: readonly ModelRow[];
}

/**
 * A row about a model: a new model, an alias, or a deployment whose name does not show the model.
 *
 * @example
 * const models: ModelRow[] = [{ name: "my-deployment", like: "claude-opus-5-5" }, { name: "claude-epic-*", prefill: false, thinking: ["adaptive"] }];
 * conversation.toRequest("anthropic", { model: "my-deployment", max_tokens: 1024 }, { models });
 */
export interface ModelRow {
  /** The model's name in requests. A `*` at the end matches any rest. The first matching row counts. */
  name: string;
  /** A model whose rules apply to this one, unless the row says otherwise. Default: the rules that its own name implies. */
  like?: string;
  /** True if the model continues an assistant message at the end of a request. */
  prefill?: boolean;
  /** The values of `thinking.type` that this Claude model accepts. Other values are replaced by an accepted one, or left out (AN27). */
  thinking?: readonly ("adaptive" | "enabled" | "disabled" | "between_tools")[];
  /** The names of other models whose thinking this model reads; a `*` at the end matches any rest. A model always reads its own thinking. */
  readsThinkingOf?: readonly string[];
}

/**
 * The lifetimes of cache breakpoints: 5 minutes or an hour. An hour costs more to write. If a model has only one lifetime, it gets that
 * one. OpenAI's breakpoints have the lifetime of `prompt_cache_options` in `params`.
 *
 * @example
 * const cacheBreakpoints: CacheBreakpoints = { systemTtl: "1h" }; // the tools and the system prompt; messages live for 5 minutes
 */
export interface CacheBreakpoints {
  /** Default `"5m"`. */
  ttl?: "5m" | "1h";
  /** The lifetime of the breakpoints in the tools and in the system prompt, not shorter than `ttl`. Default: `ttl`. */
  systemTtl?: "5m" | "1h";
}

/**
 * Options of the requests of a conversation.
 *
 * @example
 * const { body } = await conversation.prepare("openai-responses", { model: "gpt-5" }, { continue: true });
 * console.log(body.input); // what came after the response `previous_response_id`
 */
export interface RequestOptions extends FormatOptions {
  /**
   * True, or lifetimes: the request gets breakpoints for the provider's prompt cache. Each request then reads from the cache all that the
   * previous request wrote. There are breakpoints at the end of the newest input, at the end of the previous request (the input before the
   * newest answer), and at the end of the system prompt and of the tools. After a reduction, there are breakpoints at the newest unchanged
   * place that a request of `prepare` marked, and at the end of what the reduction changed. A request has at most four breakpoints, yours
   * included. The messages of the conversation itself get none.
   *
   * Anthropic, OpenRouter, LiteLLM and Qwen get `cache_control`. Name these vendors by `vendor` or `baseURL`. OpenAI gets
   * `prompt_cache_breakpoint` for GPT-5.6 and later models; `instructions` and outputs that are strings get none. Bedrock gets `cachePoint`
   * for Claude 3.7 and later models, and for Nova before Nova 2; give the `modelId` in `params`. The option has no effect for other
   * targets, models and vendors, and on Anthropic's threads. A string with a breakpoint is written as a list of one text. A provider
   * ignores a breakpoint with too few tokens before it. Default: false.
   */
  cacheBreakpoints?: boolean | CacheBreakpoints;
  /**
   * True: the request continues the newest response that the provider keeps, and holds only what came after it. OpenAI Responses gets a
   * `previous_response_id`, Anthropic a `thread`. The whole history is sent if there is no such response, if anything before the response
   * was changed since, for example by a reduction (`history-sent-whole`), and with `store: false`. Other targets keep nothing, and always
   * get the whole history. Sizes count the whole history, because the model reads all of it.
   *
   * `"anew"`: the whole history is sent, and the provider is asked to keep it again. Use it when the provider refuses to continue: see
   * `isContinuationRefused`.
   *
   * A `previous_response_id`, `conversation` or `thread` in `params` overrides this option. Default: false.
   */
  continue?: boolean | "anew";
}

/**
 * A part of a request that the provider would refuse.
 *
 * @example
 * const [first] = validate("anthropic", body);
 * console.log(first?.rule, first?.path); // AN1 messages[3].content[0].id
 */
export interface Violation {
  /**
   * The id of the provider's rule, such as `"AN1"`, as in `RULES` of `backscroll/doctor`. Absent if no rule is broken: for half of a
   * surrogate pair, which UTF-8 cannot hold, and for media that `capabilities` exclude.
   */
  rule?: string;
  /** The place, as a path into the body; "" for the body itself. */
  path: string;
  /** The fault, with the rule's id and the call that breaks it. `describeViolations` of `backscroll/doctor` has the rule's sentence. */
  message: string;
  /** True if the provider answers with the rule's words (`RULES` of `backscroll/doctor`). */
  isQuoted?: true;
  /** The repair that `sanitize` would make; absent if `sanitize` throws. For a parameter, what to do. */
  remedy?: string;
  /** True for a parameter, a tool or the output format. `sanitize` leaves these to the caller. */
  isParameter?: true;
  /** The repair of a parameter, if one is safe. `repairParameters` of `backscroll/doctor` makes it. */
  repair?: readonly BodyEdit[];
}

/**
 * Options of `convert`. The options of requests (`openCalls`, `capabilities`) only affect providers' formats.
 *
 * @example
 * const { body } = convert("openai-chat", aiSdk, messages, { form: "ui" });
 */
export interface ConvertOptions<To extends Format = Format, Form extends FormOf<To> = FormOf<To>> extends FormatOptions {
  /**
   * The form to write, if the format has several; all forms are read. `"ai-sdk"`: `"model"` (`ModelMessage`, the default) or `"ui"`
   * (`UIMessage`). `"langchain"`: `"stored"` (the default) or `"serialized"`. `"strands"`: `"agent"` (`{ systemPrompt, messages }`, the
   * default), `"messages"` (the list alone, without a system prompt) or `"python"` (`{ system_prompt, messages }`, with Python's names).
   * `"cohere"`, `"ollama"`, `"gemini-interactions"` and `"mistral-conversations"`: `"request"` (the fields of a request, the default) or
   * `"list"` (the list alone); `"cohere"` also `"camelCase"` (the field names of its JavaScript client), `"mistral-conversations"` also
   * `"client"` and `"client-list"` (the field names of Mistral's client). Other formats have one form, and accept no `form`.
   */
  form?: Form;
}

/**
 * The result of `convert`.
 *
 * @example
 * const { body, losses }: Conversion<"anthropic"> = convert("openai-chat", "anthropic", messages);
 */
export interface Conversion<To extends Format = Format, Form = unknown> {
  /** The conversation in the other format. */
  body: ConvertedBody<To, Form>;
  /** The changes. */
  repairs: Repair[];
  /** The content that the other format cannot hold. */
  losses: Repair[];
}

/** The forms of each format with several, the default first. */
type Forms = {
  /** `ModelMessage` and `UIMessage`. */
  "ai-sdk": "model" | "ui";
  /** Stored and serialised messages. */
  langchain: "stored" | "serialized";
  /** An agent's data, its list of messages, and the data with Python's names. */
  strands: "agent" | "messages" | "python";
  /** Attributes of events, attributes of spans, and the list of messages. */
  opentelemetry: "attributes" | "span" | "list";
  /** The fields of a request, their list alone, and the fields with the names of the JavaScript client. */
  cohere: "request" | "list" | "camelCase";
  /** The fields of a request, and their list alone. */
  ollama: "request" | "list";
  /** The fields of a request, and their list alone. */
  "gemini-interactions": "request" | "list";
  /** The fields of a request, or the list alone, with the API's field names; the same two with the names of Mistral's client. */
  "mistral-conversations": "request" | "list" | "client" | "client-list";
};

/** The forms of a format; `never` if it has only one. */
export type FormOf<To extends Format> = To extends keyof Forms ? Forms[To] : never;

/**
 * The result of `convert`: the body of a request without its params for a provider, the messages for a framework. Messages of other
 * packages have the type `any`, so that every version of these packages accepts the result without a cast.
 *
 * @example
 * const body: ConvertedBody<"anthropic"> = convert("openai-chat", "anthropic", messages).body;
 */
export type ConvertedBody<To extends Format = Format, Form = unknown> = To extends Target
  ? RequestHistory[To]
  : To extends "backscroll"
    ? MessageInit[]
    : To extends keyof ProgramBodies
      ? ProgramBody<ProgramBodies[To], Form>
      : To extends "strands"
        ? StrandsBody<Form>
        : any[];

/**
 * The bodies of programs' formats, by form, and `default` without a form. The entry of a format declares them with the types of its SDK;
 * without the entry, messages are `any`.
 *
 * @example
 * import { aiSdk } from "backscroll/ai-sdk";
 * const messages: ModelMessage[] = convert("anthropic", aiSdk, body).body;
 */
// biome-ignore lint/suspicious/noEmptyInterface: entries of formats add to it.
export interface ProgramBodies {}

/** The body in one of the forms. */
type ProgramBody<
  Bodies extends {
    /** The body in the default form. */
    default: unknown;
  },
  Form,
> = [Form] extends [never] ? Bodies["default"] : [Form] extends [keyof Bodies] ? Bodies[Form] : Bodies["default"];

/** The forms of Strands. */
type StrandsBody<Form> = [Form] extends [never] ? Agent : Form extends "messages" ? any[] : Form extends "python" ? PythonAgent : Agent;

/** The messages of a Strands agent of TypeScript. */
type Agent = {
  /** The system prompt; absent when there is none. */
  systemPrompt?: any;
  /** The messages without the system prompt. */
  messages: any[];
};

/** The messages of a Strands agent of Python. */
type PythonAgent = {
  /** The system prompt; absent when there is none. */
  system_prompt?: any;
  /** The messages without the system prompt. */
  messages: any[];
};

/**
 * A request body: your `params`, and the history in the target's form. A provider's client accepts it without a cast: literals keep their
 * types (`stream: true`, `type: "enabled"`), and `readonly` lists in `params` are writable in the body, which is a copy. Tools in another
 * provider's form are converted: they and their choice have the type `any`.
 *
 * @example
 * const body: RequestBody<"openai-chat", { model: string }> = conversation.toRequest("openai-chat", { model: "gpt-5" }).body;
 */
export type RequestBody<T extends Target = Target, Params extends object = object> = {
  -readonly [Field in keyof Params]: Field extends ToolField
    ? HasForeignTools<T, Params> extends true
      ? any
      : Writable<Params[Field]>
    : Writable<Params[Field]>;
} & RequestHistory[T] &
  Continued<T, Params>;

/** The field by which a request continues a response: with the option `continue`, unless the params have it. */
type Continued<T extends Target, Params> = T extends "openai-responses"
  ? "previous_response_id" extends keyof Params
    ? unknown
    : {
        /** The response that the request continues; absent when the whole history is sent. */
        previous_response_id?: string;
      }
  : unknown;

/** A JSON value without `readonly`. A type without `readonly`, such as a list of a client's own type, stays the same type. */
type Writable<Value> = Value extends
  | string
  | number
  | boolean
  | bigint
  | null
  | undefined
  | ArrayBufferView
  | ((...args: never[]) => unknown)
  ? Value
  : Value extends unknown[]
    ? number extends Value["length"]
      ? Value
      : { -readonly [Place in keyof Value]: Writable<Value[Place]> }
    : Value extends readonly (infer Item)[]
      ? number extends Value["length"]
        ? Item[]
        : { -readonly [Place in keyof Value]: Writable<Value[Place]> }
      : Value extends object
        ? { -readonly [Field in keyof Value]: Writable<Value[Field]> }
        : Value;

/**
 * A request body that is valid for its target and fits the window.
 *
 * @example
 * const { body, tokens, reduction }: PreparedRequest = await conversation.prepare("openai-chat", { model: "gpt-5" });
 */
export interface PreparedRequest<Body extends object = object> {
  /** The body. */
  readonly body: Body;
  /** Returns the body as UTF-8 JSON, unaffected by later changes of the conversation. A new copy each time. */
  bytes(): Bytes;
  /**
   * The changes that the target required, and each failed step of a reduction by `prepare` or `recover`, such as a summary
   * (`reduction-step-failed`).
   */
  readonly repairs: Repair[];
  /** One report of all reductions for this request; null if there were none. */
  readonly reduction: Reduction | null;
  /** Size of the request in tokens, `params` included. */
  readonly tokens: number;
  /**
   * Returns the size of the request and of its parts. If `estimator` is a function, it is not called: `correction` is then the difference
   * from the size that it counted.
   */
  breakdown(): Breakdown;
  /**
   * Returns the cost of the request's input, in US dollars, with a warm and with a cold prompt cache. If `params` are the same, a warm
   * cache serves what the request shares with the start of the last prepared request for the target, in the steps of the model's cache:
   * nothing below the least length that it accepts, and nothing to Claude without a breakpoint. The model in `params` decides the price; see
   * `cost`. New input counts as written to the cache. The forecast ignores the output.
   *
   * @throws ConversationError `invalid-argument` for a price that is not a number of 0 or more.
   */
  forecast(options?: CostOptions): Forecast;
}
