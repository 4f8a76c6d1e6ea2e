// The types of `backscroll/strict-provider`.

import type { Target } from "../index.js";
import type { StrictRules } from "./rules-types.js";

/**
 * The objection of a provider to a request.
 *
 * @example
 * const { status, rule, message }: StrictRefusal = { status: 400, rule: "OC3", type: "invalid_request_error", code: "string_above_max_length", param: "messages[1].tool_calls[0].id", message: "string too long" };
 */
export interface StrictRefusal {
  /** The HTTP status. */
  status: number;
  /**
   * The id of the broken rule, as `validate` reports it. `context-window` for an overflow; the provider's letters and `-schema` for what the
   * request's types forbid; `http` for faults of HTTP and of the script.
   */
  rule: string;
  /** The provider's type of the error. */
  type: string;
  /** The provider's code of the error; null if it gives none. */
  code: string | null;
  /** The path of the fault in the body; null if the provider gives none. */
  param: string | null;
  /** The provider's words. */
  message: string;
  /** Anthropic's details of the error. */
  details?: object;
}

/**
 * The early end of a stream.
 *
 * @example
 * const overloaded: StrictCut = { after: 3, error: "Overloaded" };
 */
export interface StrictCut {
  /** The number of events before the end. */
  after: number;
  /** The words of the provider's error, which is then the last event. Default: the connection breaks. */
  error?: string;
}

/**
 * An error of HTTP in place of a reply, in the provider's form, to test retries.
 *
 * @example
 * const limited: StrictHttpError = { status: 429, retryAfter: 2 };
 */
export interface StrictHttpError {
  /** The HTTP status, from 400 to 599: 429 for a rate limit, 500 for a failure, 529 (Anthropic) or 503 (the others) for an overload. */
  status: number;
  /** The seconds of the header `retry-after`; parts of a second are allowed. Default: no such header. */
  retryAfter?: number;
  /** The words of the error. Default: the provider's own. */
  message?: string;
}

/**
 * The model's reply to an accepted request: a text, calls, or both; or an error.
 *
 * @example
 * const reply: StrictReply = { text: "One moment.", toolCalls: [{ name: "clock", arguments: { zone: "UTC" } }] };
 */
export interface StrictReply {
  /** The text. Default: none. */
  text?: string;
  /** The calls of tools, with arguments as an object or as the JSON of one. Ids are made, unless they are given. Default: none. */
  toolCalls?: readonly {
    /** The name of the tool. */
    name: string;
    /** The arguments. Default: `{}`. */
    arguments?: object | string;
    /** The id of the call. Default: a counted one, in the provider's form. */
    id?: string;
  }[];
  /** The reasoning before the reply, in the provider's form: signed or encrypted where the provider does so. Default: none. */
  thinking?: string;
  /** The early end of the answer, if it is streamed. Default: it is whole. */
  cut?: StrictCut | null;
  /** An error of HTTP, in place of all others. Clients may try again after it, and get the next reply. Default: none. */
  error?: StrictHttpError | null;
}

/**
 * An accepted request, as a script that is a function gets it.
 *
 * @example
 * const script = ({ index, tokens }: StrictScriptRequest) => ({ text: `Request ${index} had ${tokens} tokens.` });
 */
export interface StrictScriptRequest {
  /** The number of accepted requests before it, at all targets. */
  index: number;
  /** The target that was asked. */
  target: Target;
  /** The body of the request. */
  body: any;
  /** The provider's count of its tokens. */
  tokens: number;
}

/**
 * The replies to accepted requests: a list, or a function that returns one. Refused requests use up no reply. After the last reply, the
 * answer is a 500 that says so.
 *
 * @example
 * const script: StrictScript = [{ toolCalls: [{ name: "clock" }] }, { text: "Noon." }];
 */
export type StrictScript = readonly StrictReply[] | ((request: StrictScriptRequest) => StrictReply | Promise<StrictReply>);

/**
 * Options of `strictFetch`: the script, the window, and under the name of each target its rules.
 *
 * @example
 * const options: StrictProviderOptions = { contextWindow: 8_000, script: [{ text: "Noon." }], anthropic: { allowPrefill: true } };
 */
export interface StrictProviderOptions extends Partial<StrictRules> {
  /** The context window of all targets, in tokens. Default: `Infinity`. */
  contextWindow?: number;
  /** The replies. Default: the text "Understood." for each request. */
  script?: StrictScript;
  /** The maximum size of a body, in bytes. Default: 32 MB. */
  bodyLimit?: number;
  /** Milliseconds between two events of a stream. Default: 0. */
  eventDelay?: number;
}

/**
 * Options of `startStrictProvider`.
 *
 * @example
 * const options: StrictServerOptions = { allowOrigin: "*", eventDelay: 20 };
 */
export interface StrictServerOptions extends StrictProviderOptions {
  /** The pages that may ask, as `access-control-allow-origin` names them. Default: none but those of the server itself. */
  allowOrigin?: string;
}

/**
 * An answered request.
 *
 * @example
 * const refused = (log: readonly StrictLogEntry[]) => log.filter(({ rule }) => rule !== null);
 */
export interface StrictLogEntry {
  /** The target that answered. */
  target: Target;
  /** The HTTP method. */
  method: string;
  /** The path of the URL, without its query. */
  path: string;
  /** The HTTP status of the answer. */
  status: number;
  /** The broken rule, as in `StrictRefusal`; null if the request was accepted. */
  rule: string | null;
  /** The words of the refusal; null if the request was accepted. */
  message: string | null;
  /** The provider's count of the request's tokens; 0 if its body could not be read. */
  tokens: number;
  /** The size of the body, in bytes. */
  requestBytes: number;
  /** The body; null if it could not be read. */
  body: any;
  /** The body together with the response or the thread that it continues, as the model reads it. */
  joined: any;
}

/**
 * A provider that listens on 127.0.0.1.
 *
 * @example
 * import { startStrictProvider, type StrictProvider } from "backscroll/strict-provider";
 * const provider: StrictProvider = await startStrictProvider();
 * await provider.close();
 */
export interface StrictProvider {
  /**
   * The address, without a slash at the end. Clients of Anthropic, Google and Bedrock take it as it is, OpenAI's takes it with `/v1`, Mistral's
   * with `/mistral`.
   */
  url: string;
  /** The answered requests, in order. */
  log: StrictLogEntry[];
  /** Forgets a stored response, as the provider does after some time. */
  forget(id: string): void;
  /** Ends all connections. May be called several times. */
  close(): Promise<void>;
}

/**
 * A `fetch` that the strict provider answers.
 *
 * @example
 * import { strictFetch, type StrictFetch } from "backscroll/strict-provider";
 * const fetch: StrictFetch = strictFetch({ script: [{ text: "Noon." }] });
 */
export interface StrictFetch {
  /** Answers a request as the provider of its URL. */
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** The answered requests, in order. */
  readonly log: StrictLogEntry[];
  /** Forgets a stored response, as the provider does after some time. */
  readonly forget: (id: string) => void;
}
