// The types of `backscroll/clients`. Clients are named by the methods that are called; none has to be installed.

import type { Message, PrepareOptions, PreparedRequest, Target } from "../index.js";
import type { ConversationStream, StreamOptions } from "../stream/index.js";

/** Options of the methods of most clients. */
interface CallOptions {
  signal?: AbortSignal;
}

/**
 * The clients, by the target that they speak.
 *
 * @example
 * const client: Clients["anthropic"] = new Anthropic();
 */
export interface Clients {
  /** `OpenAI` of `openai`, for Chat Completions. Clients of vendors with the same API will do. */
  "openai-chat": {
    /** The client's part for chats. */
    chat: {
      /** The client's part for completions. */
      completions: {
        /** Sends a request. */
        create: Send;
      };
    };
  };
  /** `OpenAI` of `openai`, for Responses. */
  "openai-responses": {
    /** The client's part for Responses. */
    responses: {
      /** Sends a request. */
      create: Send;
    };
  };
  /** `Anthropic` of `@anthropic-ai/sdk`. */
  anthropic: {
    /** The client's part for messages. */
    messages: {
      /** Sends a request. */
      create: Send;
    };
  };
  /** `GoogleGenAI` of `@google/genai`. */
  gemini: {
    /** The client's part for models. */
    models: {
      /** Sends a request. */
      generateContent: Send;
      /** Sends a request whose answer is streamed. */
      generateContentStream: Send;
    };
  };
  /** `BedrockRuntime` of `@aws-sdk/client-bedrock-runtime`, which has a method for each command. */
  bedrock: {
    /** Sends a request. */
    converse: Send;
    /** Sends a request whose answer is streamed. */
    converseStream: Send;
  };
  /** `Mistral` of `@mistralai/mistralai`. */
  mistral: {
    /** The client's part for chats. */
    chat: {
      /** Sends a request. */
      complete: Send;
      /** Sends a request whose answer is streamed. */
      stream: Send;
    };
  };
}

/**
 * A method of a client that sends a request. Its own types are narrower, and differ from version to version.
 *
 * @example
 * const create: Send = (body, options) => client.chat.completions.create(body, options);
 */
export type Send = (body: any, options?: any) => PromiseLike<any>;

/**
 * A target with a client.
 *
 * @example
 * const target: ClientTarget = "openai-responses";
 */
export type ClientTarget = keyof Clients & Target;

/**
 * Options of a request: those of `prepare`.
 *
 * @example
 * const options: AskOptions = { signal, tokenLimit: 32_000 };
 */
export interface AskOptions extends PrepareOptions {
  /** Aborts the request, and a reduction before it. */
  signal?: AbortSignal;
}

/**
 * An answer of the model, which the conversation has.
 *
 * @example
 * const { message, repairs }: Answer = await ask({ model: "gpt-5" });
 */
export interface Answer extends Pick<PreparedRequest, "repairs" | "reduction" | "tokens"> {
  /** The message as the conversation has it. */
  message: Message;
  /** The client's own response. */
  response: any;
}

/**
 * An answer that is streamed, with the report of its request.
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
   * Does that with a streamed answer. Resolves when the stream has begun; its message is in the conversation when its `result()` resolves.
   *
   * @throws ConversationError as `prepare`, `recover` and `addStream` do; otherwise the client's own error.
   * @example
   * const stream = await ask.stream({ model: "gpt-5" });
   * for await (const { text } of stream) paint(text);
   */
  stream(params: object, options?: AskOptions & StreamOptions): Promise<AskedStream>;
}

/** @internal How a client is called. */
export interface Caller {
  readonly send: (body: any, options: CallOptions) => PromiseLike<any>;
  readonly stream: (body: any, options: CallOptions) => PromiseLike<any>;
}
