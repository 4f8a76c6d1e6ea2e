// The public types of what is written for a provider, and of what is told about it.

import type { Format, Target } from "./format.js";
import type { MessageInit } from "./message.js";
import type { Reduction } from "./reduction.js";
import type { Repair } from "./repair.js";

/**
 * A `Uint8Array` over memory that is not shared, which `fetch` wants. Said in a way that every TypeScript since 5.4 reads: before
 * 5.7 the type has no parameter.
 */
export type Bytes = ReturnType<Uint8Array["slice"]>;

/**
 * What the model behind a target can do. An unset field takes the target's documented default: what its newest models accept.
 *
 * @example
 * const capabilities: Capabilities = { prefill: false, media: false, model: "gpt-5" };
 */
export interface Capabilities {
  /**
   * True if the last message may be the assistant's. By default the model's name decides for Anthropic, Gemini and Bedrock; a name
   * that says nothing is taken for that of a new model, which refuses it.
   */
  prefill?: boolean;
  /** Whether system messages may stand between others. */
  systemMidConversation?: boolean;
  /** Whether the first message may be the assistant's. */
  assistantFirst?: boolean;
  /** Whether images, sound and files are understood. */
  media?: boolean;
  /** Whether tools are declared in the request. */
  toolsDeclared?: boolean;
  /** The model that will read the request: reasoning of another one is left out, and rules that differ by model follow it. */
  model?: string;
  /** True if a vendor of chat completions gets its fields back, such as `reasoning_content`. By default, the names of the models decide. */
  reasoningContent?: boolean;
}

/**
 * What to do with calls that have no result: `"close"` answers them with an error result, `"drop"` leaves them out, `"keep"` leaves
 * those of the newest message open. A call that something was said after cannot stay open, and `"keep"` closes it.
 *
 * @example
 * const openCalls: OpenCalls = "drop";
 * const { body } = conversation.toRequest("anthropic", params, { openCalls });
 */
export type OpenCalls = "close" | "keep" | "drop";

/**
 * How a request is written.
 *
 * @example
 * conversation.toRequest("mistral", params, { openCalls: "drop", capabilities: { prefill: true } });
 */
export interface FormatOptions {
  /** What the model can do. Default: what the target's newest models can. */
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
  /**
   * The number of the provider's rule in the list that the README links, such as `"AN1"`. Absent where it is no rule: half of a surrogate
   * pair, for which UTF-8 has no form, and media for a model that sees none by `capabilities`.
   */
  rule?: string;
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
export interface ConvertOptions<To extends Format = Format, Form extends FormOf<To> = FormOf<To>> extends FormatOptions {
  /**
   * Which of its forms a format is written in; all of them are read. `"ai-sdk"`: `"model"` (`ModelMessage`, the default) or `"ui"`
   * (`UIMessage`). `"langchain"`: `"stored"` (the default) or `"serialized"`. `"strands"`: `"agent"` (`{ systemPrompt, messages }`, the
   * default), `"messages"` (the list alone, without a system prompt) or `"python"` (`{ system_prompt, messages }`, in Python's words).
   * Others have one form, and take no name.
   */
  form?: Form;
}

/** The forms that formats of programs are written in, the usual one first. */
type Forms = {
  /** `ModelMessage` and `UIMessage`. */
  "ai-sdk": "model" | "ui";
  /** Stored and serialised messages. */
  langchain: "stored" | "serialized";
  /** An agent's data, its list of messages, and both in Python's words. */
  strands: "agent" | "messages" | "python";
};

/** The forms that a format is written in; none where it has only one. */
export type FormOf<To extends Format> = To extends keyof Forms ? Forms[To] : never;

/**
 * A conversation as `convert` writes it: for a provider the body of a request without its params, for a program what it keeps. Messages of
 * other packages are any, so that every version of them takes the result without a cast.
 *
 * @example
 * const body: ConvertedBody<"anthropic"> = convert(messages, "openai-chat", "anthropic").body;
 */
export type ConvertedBody<To extends Format = Format, Form = unknown> = To extends Target
  ? RequestHistory[To]
  : To extends "backscroll"
    ? MessageInit[]
    : To extends "strands"
      ? StrandsBody<Form>
      : any[];

/** The forms of Strands. */
type StrandsBody<Form> = [Form] extends [never] ? Agent : Form extends "messages" ? any[] : Form extends "python" ? PythonAgent : Agent;

/** The messages of a Strands agent of TypeScript. */
type Agent = {
  /** The system prompt; absent when there is none. */
  systemPrompt?: any;
  /** The messages without it. */
  messages: any[];
};

/** The messages of a Strands agent of Python. */
type PythonAgent = {
  /** The system prompt; absent when there is none. */
  system_prompt?: any;
  /** The messages without it. */
  messages: any[];
};

/**
 * What a request adds to its `params`. The messages are any, so that every version of a provider's client takes the body without a
 * cast; the package knows none of them.
 */
type RequestHistory = {
  /** The body of a request to OpenAI Chat Completions. */
  "openai-chat": {
    /** The history as Chat Completions has it, the system prompt in it. */
    messages: any[];
  };
  /** The body of a request to Anthropic Messages. */
  anthropic: {
    /** The history as Anthropic has it, without the system prompt. */
    messages: any[];
    /** The system prompt; absent when there is none. */
    system?: any;
  };
  /** The body of a request to OpenAI Responses. */
  "openai-responses": {
    /** The history as items. */
    input: any[];
    /** The system prompt; absent when there is none. */
    instructions?: string;
  };
  /** The body of a request to Gemini generateContent. */
  gemini: {
    /** The history as Gemini has it, without the system prompt. */
    contents: any[];
    /** The system prompt; absent when there is none. */
    systemInstruction?: any;
  };
  /** The body of a request to Amazon Bedrock Converse. */
  bedrock: {
    /** The history as Converse has it, without the system prompt. */
    messages: any[];
    /** The system prompt, a list of blocks; absent when there is none. */
    system?: any[];
  };
  /** The body of a request to Mistral chat completions. */
  mistral: {
    /** The history as Mistral has it, the system prompt in it. */
    messages: any[];
  };
};

/**
 * A request body: `params` as they were given, and the history as the target has it. A provider's client takes it as it is: literals
 * keep their types (`stream: true`, `type: "enabled"`), and lists that are `readonly` in `params` are not in the body, which is a copy.
 *
 * @example
 * const body: RequestBody<"openai-chat", { model: string }> = conversation.toRequest("openai-chat", { model: "gpt-5" }).body;
 */
export type RequestBody<T extends Target = Target, Params extends object = object> = { -readonly [Field in keyof Params]: Writable<Params[Field]> } & RequestHistory[T];

/** A JSON value without `readonly`. What holds none, such as a list of a client's own type, stays the type that it is. */
type Writable<Value> = Value extends string | number | boolean | bigint | null | undefined | ArrayBufferView | ((...args: never[]) => unknown)
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
  /** The same body as UTF-8 JSON, as it was prepared, whatever has happened to the conversation since. A fresh copy each time. */
  bytes(): Bytes;
  /** Changes and losses that the target asked for, and each step that failed while it was made to fit: a summary, above all (`reduction-step-failed`). */
  readonly repairs: Repair[];
  /** What preparing removed or shortened, in all reductions that it took; null when nothing. */
  readonly reduction: Reduction | null;
  /** Size of the request in tokens, `params` included. */
  readonly tokens: number;
}
