// The public types of streams.

import type { ConversationError, ConversationManager, Message, Repair, Target } from "../index.js";

/**
 * The formats whose streams can be read: every target, and the AI SDK's UI message stream.
 *
 * @example
 * const format: StreamFormat = "anthropic";
 */
export type StreamFormat = Target | "ai-sdk";

/**
 * A source of a stream: a `Response` of `fetch`, or a stream of bytes, of text, or of the events that a provider's client returns.
 *
 * @example
 * const source: StreamSource = await client.messages.create({ ...body, stream: true });
 */
export type StreamSource = AsyncIterable<unknown> | Iterable<object> | ReadableSource | ResponseSource;

/**
 * A `ReadableStream`, declared by any library of types.
 *
 * @example
 * const source: ReadableSource = new Response("data: [DONE]\n\n").body!;
 */
export interface ReadableSource {
  /** Locks the stream and returns its reader. */
  getReader(): unknown;
}

/**
 * A `Response` of `fetch`, declared by any library of types.
 *
 * @example
 * const source: ResponseSource = await fetch(url, { method: "POST", headers, body });
 */
export interface ResponseSource {
  /** The stream of bytes. */
  readonly body: unknown;
  /** The HTTP status. */
  readonly status: number;
}

/**
 * The options of `readStream` and `addStream`.
 *
 * @example
 * const options: StreamOptions = { signal, onUpdate: ({ text }) => paint(text) };
 */
export interface StreamOptions {
  /** Ends the stream. The response so far stays. */
  signal?: AbortSignal;
  /** Called after each event or group of events. An error that it throws ends the stream and is thrown by `result`. */
  onUpdate?: (partial: PartialResponse) => void;
}

/**
 * A part of a response that is still growing.
 *
 * @example
 * const calls = stream.partial.parts.filter((part: PartialPart): part is PartialPart & { type: "call" } => part.type === "call");
 */
export type PartialPart =
  | {
      /** Text for the user. */
      readonly type: "text";
      /** The text so far. */
      readonly text: string;
    }
  | {
      /** Reasoning of the model, or a summary of it. */
      readonly type: "reasoning";
      /** The text so far. */
      readonly text: string;
      /** The provider's signature or encrypted form, once it arrived. */
      readonly signature?: string;
    }
  | {
      /** A call of a tool. */
      readonly type: "call";
      /** The id of the call; empty if the provider gives none. */
      readonly id: string;
      /** The name of the tool. */
      readonly name: string;
      /** The JSON text of the arguments so far. */
      readonly arguments: string;
    };

/**
 * A live view of the response. It is one object that grows with the stream, so reading it copies nothing. Copy what must not change.
 *
 * @example
 * for await (const { text } of readStream("openai-chat", source)) paint(text);
 */
export interface PartialResponse {
  /** Text, reasoning and calls, in their order. */
  readonly parts: readonly PartialPart[];
  /** All text for the user so far. */
  readonly text: string;
  /** The newest usage report, in the provider's form. Null before the first one. */
  readonly usage: object | null;
}

/**
 * The way in which a stream ended: `complete` if the provider ended the response, also at a limit of tokens; `aborted` by the signal, by
 * leaving the loop, or by the AI SDK's server; `broken` if the stream stopped early, could not be read, or grew beyond 64 Mi characters;
 * `failed` if the provider sent an error.
 *
 * The provider ends a response by a stop reason, which is not empty, or by its last event. A stream of chat completions without a reason is
 * complete if its bytes end with `[DONE]`. Clients hide `[DONE]`, so their streams without a reason are `broken`.
 *
 * @example
 * const retryable: StreamEnd[] = ["broken", "failed"];
 */
export type StreamEnd = "complete" | "aborted" | "broken" | "failed";

/**
 * A part of the stream that the response does not hold: a call with incomplete arguments or without a name, reasoning without its
 * signature, another choice. Each text that arrived is in the response or in such a part.
 *
 * @example
 * for (const { type, name, why } of leftOut) console.warn(`${type} ${name ?? ""}: ${why}`);
 */
export interface LeftOut {
  /** The kind of part: a call, reasoning, a choice other than the first, another part of a response, or the whole message of `addStream`. */
  type: "call" | "reasoning" | "choice" | "part" | "message";
  /** The id, if it has one. */
  id?: string;
  /** The name of the tool of a call. */
  name?: string;
  /** The reason. */
  why: string;
  /** The part as it arrived: text of reasoning or of arguments, or an object. */
  content: unknown;
}

/**
 * The result of a stream.
 *
 * @example
 * const { response, end }: StreamResult = await stream.result();
 */
export interface StreamResult<Response extends object = Record<string, unknown>> {
  /** The response as the provider would have returned it without streaming. Null if nothing of a response arrived. */
  response: Response | null;
  /** The way in which the stream ended. */
  end: StreamEnd;
  /** Null if `end` is `complete`; else an error with the code `aborted`, `stream-broken` or `stream-failed`. */
  error: ConversationError | null;
  /** Everything that the response does not hold. */
  leftOut: LeftOut[];
}

/**
 * A response that is being streamed. Iterating over it or awaiting `result` reads the source; you may do both, also at the same time.
 *
 * @example
 * const stream: ResponseStream = readStream("gemini", source);
 * const { response } = await stream.result();
 */
export interface ResponseStream<Response extends object = Record<string, unknown>> extends AsyncIterable<PartialResponse> {
  /** The format of the stream, for `addResponse`. */
  readonly format: StreamFormat;
  /** The response so far. */
  readonly partial: PartialResponse;
  /**
   * Returns a copy of the response so far, as `result` would return it if the stream stopped now. Null before the first event of a
   * response. Store it, or add it by `addResponse` to a copy of the conversation (`fromJSON` of `toJSON`) to write a request with it.
   */
  soFar(): Pick<StreamResult<Response>, "response" | "leftOut">;
  /** Leaving the loop early ends the stream as `aborted`. */
  [Symbol.asyncIterator](): AsyncIterator<PartialResponse, undefined, undefined>;
  /**
   * Reads to the end. It does not throw for a stream that ends early.
   *
   * @throws ConversationError `wrong-format` if the events have another format.
   */
  result(): Promise<StreamResult<Response>>;
}

/**
 * The members by which the declaration of `addStream` recognises a `ConversationManager` of any entry. Your own object with these members
 * is refused.
 *
 * @example
 * const target: ConversationTarget = new ConversationManager();
 */
export type ConversationTarget = Pick<ConversationManager, "beginRun" | "endRun" | "addResponse" | "lastRepairs" | "transcript">;

/**
 * The result of a stream into a conversation.
 *
 * @example
 * const { message, end, error }: AddedStream = await addStream(conversation, "mistral", source).result();
 */
export interface AddedStream<Response extends object = Record<string, unknown>> extends StreamResult<Response> {
  /**
   * The added message, as `addResponse` returns it. Null if the stream ended early and left nothing to add, and if the conversation has
   * left the question that the stream answers (`edit`, `rewind`, `select`, `clear`): then `leftOut` holds the response.
   */
  message: Message | null;
  /** The repairs of the message: `lastRepairs` directly after it was added. */
  repairs: Repair[];
}

/**
 * A response that is streamed into a conversation. It is read even if you do not iterate or await `result`. A loop skips updates that
 * arrive while its body runs, but always gets the last one. It ends when the message is in the conversation.
 *
 * @example
 * const stream: ConversationStream = addStream(conversation, "gemini", source);
 * for await (const { text } of stream) paint(text);
 * const { message } = await stream.result();
 */
export interface ConversationStream<Response extends object = Record<string, unknown>> extends ResponseStream<Response> {
  /**
   * Waits until the message is in the conversation. Does not throw for a stream that ends early.
   *
   * @throws ConversationError `wrong-format` if the events have another format; the errors of `addResponse`, and of `onUpdate`. The
   * conversation is then unchanged, and `soFar` still has the response.
   */
  result(): Promise<AddedStream<Response>>;
}
