// The types of `backscroll/clients`. Clients are named by the methods that are called; none has to be installed.

import type { ConversationManager, Message, PrepareOptions, PreparedRequest, Target } from "../index.js";
import type { Clients } from "../providers/registry/clients.js";
import type { ConversationStream, ConversationTarget, StreamOptions } from "../stream/index.js";

/**
 * A target with a client.
 *
 * @example
 * const target: ClientTarget = "openai-responses";
 */
export type ClientTarget = keyof Clients & Target;

/**
 * A conversation that can ask. Those of `backscroll` and of `backscroll/slim` are.
 *
 * @example
 * const asking: AskingConversation = new ConversationManager();
 */
export interface AskingConversation extends ConversationTarget, Pick<ConversationManager, "recover" | "tokenLimit" | "reserveTokens"> {
  /** Prepares a request: `prepare` of the conversation, for any body. */
  prepare(target: Target, params: object, options?: PrepareOptions): Promise<PreparedRequest<any>>;
}

/** The type at a path of properties. */
type At<Value, Path> = Path extends [infer Name, ...infer Rest] ? (Name extends keyof Value ? At<Value[Name], Rest> : unknown) : Value;

/** The path of the method of a target's client that sends a request. */
type MethodPath<T extends ClientTarget> = T extends "openai-chat"
  ? ["chat", "completions", "create"]
  : T extends "openai-responses"
    ? ["responses", "create"]
    : T extends "anthropic"
      ? ["messages", "create"]
      : T extends "bedrock"
        ? ["converse"]
        : T extends "mistral"
          ? ["chat", "complete"]
          : ["models", "generateContent"];

/** The first of a method's signatures: the others stream, or take a callback. */
type FirstOf<Method> = Method extends { (...all: infer All): infer Sent; (...all: any): any; (...all: any): any } ? [All, Sent] : never;

type SentBy<T extends ClientTarget, Client> = FirstOf<At<Client, MethodPath<T>>>;

/** The fields that a request has from the conversation, or in any target's form. */
type Given = "messages" | "input" | "contents" | "stream" | "tools";

/** A body of a client's method, without the fields of the conversation. */
type Without<Body> = 0 extends 1 & Body
  ? object
  : Body extends object
    ? Omit<Body, Given> & Partial<Record<"tools", readonly object[]>>
    : object;

/**
 * The parameters of a request: the body of the client's method, in the client's own types, without the messages. Tools may have any
 * target's form. For `"gemini"`, they are those of Google's API, as for `prepare`, which the client's own types do not describe.
 *
 * @example
 * const params: AskParams<"anthropic", Anthropic> = { model: "claude-sonnet-5-5", max_tokens: 1_024 };
 */
export type AskParams<T extends ClientTarget, Client> = T extends "gemini"
  ? Record<"model", string> & Record<string, unknown>
  : SentBy<T, Client> extends [[infer Body, ...unknown[]], unknown]
    ? Without<Body>
    : object;

/**
 * The client's own response to a request that is not streamed.
 *
 * @example
 * const response: AskResponse<"anthropic", Anthropic> = (await ask(params)).response;
 */
export type AskResponse<T extends ClientTarget, Client> =
  SentBy<T, Client> extends [unknown, infer Sent] ? Exclude<Awaited<Sent>, AsyncIterable<unknown>> : any;

/**
 * Options of a request: the options of `prepare`, and a signal.
 *
 * @example
 * const options: AskOptions = { signal, tokenLimit: 32_000 };
 */
export interface AskOptions extends PrepareOptions {
  /** Aborts the request, and a reduction before it. */
  signal?: AbortSignal;
}

/**
 * An answer of the model, which was added to the conversation.
 *
 * @example
 * const { message, repairs }: Answer = await ask({ model: "gpt-5" });
 */
export interface Answer<Response = any> extends Pick<PreparedRequest, "repairs" | "reduction" | "tokens"> {
  /** The message in the conversation. */
  message: Message;
  /** The client's own response. */
  response: Response;
}

/**
 * A streamed answer, with the report of its request.
 *
 * @example
 * const stream: AskedStream = await ask.stream({ model: "gpt-5" });
 * for (const { code } of stream.request.repairs) console.log(code);
 */
export interface AskedStream extends ConversationStream {
  /** The changes that the request required, its reduction, and its size. */
  readonly request: Pick<PreparedRequest, "repairs" | "reduction" | "tokens">;
}

/**
 * Asks the model for the next message. Without type arguments, it is the function of any client.
 *
 * @example
 * const ask: Ask<{ model: string; max_tokens: number }> = withHistory(conversation, "anthropic", new Anthropic());
 * const { message } = await ask({ model: "claude-sonnet-5-5", max_tokens: 1_024 });
 */
export interface Ask<Params extends object = any, Response = any> {
  /**
   * Prepares a request, sends it, and adds the answer to the conversation. When the provider refuses the request as too long, the conversation
   * is made smaller and the request is sent again, at most 3 times.
   *
   * @throws ConversationError as `prepare`, `recover` and `addResponse` do; otherwise the client's own error.
   */
  (params: Params, options?: AskOptions): Promise<Answer<Response>>;
  /**
   * Asks with a streamed answer. Resolves when the stream has begun; the message is in the conversation when `result()` resolves.
   *
   * @throws ConversationError as `prepare`, `recover` and `addStream` do; otherwise the client's own error.
   * @example
   * const stream = await ask.stream({ model: "gpt-5" });
   * for await (const { text } of stream) paint(text);
   */
  stream(params: Params, options?: AskOptions & StreamOptions): Promise<AskedStream>;
}
