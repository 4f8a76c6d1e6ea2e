// Reading a stream into a conversation.
//
// The growing message is not in the history, which is therefore valid at any time.

import { ConversationError, type ConversationManager } from "../index.js";
import { type Fields, fieldsOf, listOf } from "./assembler.js";
import { readStream } from "./read-stream.js";
import type {
  AddedStream,
  ConversationStream,
  ConversationTarget,
  PartialResponse,
  ResponseStream,
  StreamFormat,
  StreamOptions,
  StreamSource,
} from "./types.js";

/**
 * Reads a provider's stream into a conversation. Reading begins at once. The message grows in `partial` and `onUpdate`; when the stream
 * ends, it is added in one step, as by `addResponse`. Until then the conversation is `busy`: enqueued messages are pending, and requests do
 * not hold the growing message.
 *
 * After an abort, a broken connection or an error of the provider, the content so far is added, except incomplete calls and unsigned
 * reasoning, which `leftOut` lists. If nothing is left to add, `message` is null.
 *
 * @throws ConversationError `unknown-format`; `invalid-argument` for a source that is not a stream, a value that is not a conversation, and
 * options that are unknown or of the wrong type.
 * @example
 * const { body } = await conversation.prepare("anthropic", params);
 * const source = await client.messages.create({ ...body, stream: true }, { signal });
 * const stream = addStream(conversation, "anthropic", source, { signal, onUpdate: ({ parts }) => paint(parts) });
 * const { message, end, leftOut } = await stream.result();
 */
export function addStream<Response extends object = Record<string, unknown>>(
  conversation: ConversationTarget,
  format: StreamFormat,
  source: StreamSource,
  options: StreamOptions = {},
): ConversationStream<Response> {
  if (typeof (conversation as Partial<Streamed> | null | undefined)?.openStream !== "function")
    throw new ConversationError("invalid-argument", "`conversation` must be a ConversationManager.");
  return new Addition<Response>(conversation as Streamed, readStream<Response>(format, source, options));
}

/** A conversation, with its undeclared member. */
type Streamed = ConversationTarget & Pick<ConversationManager, "openStream">;

class Addition<Response extends object> implements ConversationStream<Response> {
  readonly format: StreamFormat;
  readonly partial: PartialResponse;
  readonly #stream: ResponseStream<Response>;
  /** The id of the message that the stream answers; null at the beginning. */
  readonly #asked: string | null;
  readonly #added: Promise<AddedStream<Response>>;

  constructor(conversation: Streamed, stream: ResponseStream<Response>) {
    this.format = stream.format;
    this.partial = stream.partial;
    this.#stream = stream;
    this.#asked = conversation.transcript.at(-1)?.message.id ?? null;
    const run = conversation.openStream();
    this.#added = this.#add(conversation, run).finally(() => run.close());
    // Its error belongs to those who ask for the result.
    this.#added.catch(() => undefined);
  }

  async #add(conversation: Streamed, run: ReturnType<Streamed["openStream"]>): Promise<AddedStream<Response>> {
    const result = await this.#stream.result();
    const { response, end } = result;
    // A complete response is the provider's, even when it says nothing.
    if (response === null || (end !== "complete" && !saysSomething(response))) return { ...result, message: null, repairs: [] };
    if (this.#isElsewhere(conversation)) {
      const why = "the conversation left the place that the stream answers";
      return { ...result, leftOut: [...result.leftOut, { type: "message", why, content: response }], message: null, repairs: [] };
    }
    // Listeners come afterwards: a request that one of them writes has repairs of its own.
    return run.batch(() => {
      const message = conversation.addResponse(this.format, response);
      return { ...result, message, repairs: conversation.lastRepairs };
    });
  }

  /** Reports whether the message that the stream answers is no longer on the path. */
  #isElsewhere({ transcript }: ConversationTarget): boolean {
    return this.#asked !== null && !transcript.some(({ message }) => message.id === this.#asked);
  }

  result(): Promise<AddedStream<Response>> {
    return this.#added;
  }

  soFar(): ReturnType<ResponseStream<Response>["soFar"]> {
    return this.#stream.soFar();
  }

  [Symbol.asyncIterator](): AsyncIterator<PartialResponse, undefined, undefined> {
    const updates = this.#stream[Symbol.asyncIterator]();
    return {
      next: async () => {
        const update = await updates.next();
        if (update.done) await this.#added;
        return update;
      },
      return: async () => {
        await updates.return?.();
        await this.#added;
        return { done: true, value: undefined };
      },
    };
  }
}

/** Reports whether a cut-off response has any content for a message. */
function saysSomething(response: object): boolean {
  const { choices, content, output, candidates, parts } = response as Fields;
  if (Array.isArray(choices)) {
    const { role: _, ...said } = fieldsOf(fieldsOf(choices[0]).message);
    return Object.values(said).some((value) => value !== null && value !== "");
  }
  const list =
    content ?? fieldsOf(fieldsOf(output).message).content ?? output ?? fieldsOf(fieldsOf(listOf(candidates)[0]).content).parts ?? parts;
  return listOf(list).some(({ type }) => type !== "step-start");
}
