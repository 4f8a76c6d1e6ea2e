// The types of `backscroll/clients`. Clients are named by the methods that are called; none has to be installed.

import type { Message, PrepareOptions, PreparedRequest, Target } from "../index.js";
import type { Clients } from "../providers/registry/clients.js";
import type { ConversationStream, StreamOptions } from "../stream/index.js";

/**
 * A target with a client.
 *
 * @example
 * const target: ClientTarget = "openai-responses";
 */
export type ClientTarget = keyof Clients & Target;

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
export interface Answer extends Pick<PreparedRequest, "repairs" | "reduction" | "tokens"> {
  /** The message in the conversation. */
  message: Message;
  /** The client's own response. */
  response: any;
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
 * Asks the model for the next message.
 *
 * @example
 * const ask: Ask = withHistory(conversation, "anthropic", new Anthropic());
 * const { message } = await ask({ model: "claude-sonnet-5-5", max_tokens: 1_024 });
 */
export interface Ask {
  /**
   * Prepares a request, sends it, and adds the answer to the conversation. When the provider refuses the request as too long, the conversation
   * is made smaller and the request is sent again, at most 3 times.
   *
   * @throws ConversationError as `prepare`, `recover` and `addResponse` do; otherwise the client's own error.
   */
  (params: object, options?: AskOptions): Promise<Answer>;
  /**
   * Asks with a streamed answer. Resolves when the stream has begun; the message is in the conversation when `result()` resolves.
   *
   * @throws ConversationError as `prepare`, `recover` and `addStream` do; otherwise the client's own error.
   * @example
   * const stream = await ask.stream({ model: "gpt-5" });
   * for await (const { text } of stream) paint(text);
   */
  stream(params: object, options?: AskOptions & StreamOptions): Promise<AskedStream>;
}
