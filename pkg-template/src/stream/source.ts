// Sources of a stream, as one kind of reader.

import { ConversationError } from "../index.js";
import { type Fields, isFields } from "./assembler.js";
import { Decoder } from "./decoder.js";

/** A provider's refusal in place of a stream. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {}
}

type Read = () => Promise<IteratorResult<unknown>> | IteratorResult<unknown>;

/** Reads a source, some events at a time. */
export class Source {
  readonly #decoder = new Decoder();
  #fault: { error: unknown } | null = null;

  readonly #read: Read;
  /** Functions that tell the source that reading has ended. */
  readonly #ends: readonly (() => unknown)[];

  constructor(read: Read, ...ends: readonly (() => unknown)[]) {
    this.#read = read;
    this.#ends = ends;
  }

  /** Returns the next item, for `eventsOf`. Rejects with the source's own error. */
  async read(): Promise<IteratorResult<unknown>> {
    if (this.#fault === null) return this.#read();
    this.cancel();
    throw this.#fault.error;
  }

  /** Ends the source, and ignores its errors. */
  cancel(): void {
    for (const end of this.#ends) void (async () => end())().catch(() => undefined);
  }

  /** True after the end of server-sent events. */
  get isDone(): boolean {
    return this.#decoder.isDone;
  }

  /** Returns the events that an item completes, maybe none, or null at the end. */
  eventsOf({ done, value }: IteratorResult<unknown>): Fields[] | null {
    const events: Fields[] = [];
    if (done) {
      this.#decoder.end(events);
      return events.length === 0 ? null : events;
    }
    try {
      this.#decoder.push(value, events);
    } catch (error) {
      // The events before the broken one come first.
      this.#fault = { error };
    }
    return events;
  }
}

/** Refuses a value that is not a stream. */
export function sourceOf(value: unknown): Source {
  const given = Object(value) as Record<PropertyKey, unknown>;
  if (typeof value === "object" && value !== null) {
    if (typeof given.status === "number" && "body" in given) return ofResponse(given);
    if (typeof given.getReader === "function") return ofReadable(value as ReadableStream<unknown>);
    const iterator = given[Symbol.asyncIterator] ?? given[Symbol.iterator];
    if (typeof iterator === "function") return ofIterable(iterator.call(value) as AsyncIterator<unknown>, given);
  }
  throw new ConversationError(
    "invalid-argument",
    `\`source\` must be a stream: a Response, a ReadableStream or an async iterable. ${advice(value, given)}`,
  );
}

function advice(value: unknown, given: Record<PropertyKey, unknown>): string {
  if (typeof given.then === "function") return "Given was a promise: await it first.";
  if (typeof value === "string") return "Given was a text: give an array that holds it.";
  if (typeof given.stream === "object") return "Given was an object with a `stream`: give that.";
  if (isFields(value)) return "Given was an object: a response without streaming goes to `addResponse`.";
  return `Given was ${value === null ? "null" : typeof value}.`;
}

/** The body of a refused request is not a stream. */
function ofResponse(response: Record<PropertyKey, unknown>): Source {
  const status = response.status as number;
  if (status >= 400) {
    const refuse = async () => {
      throw new Refusal(status, await bodyOf(response));
    };
    return new Source(refuse);
  }
  if (response.body === null) return ofIterable([][Symbol.iterator]() as unknown as AsyncIterator<unknown>, {});
  return sourceOf(response.body);
}

async function bodyOf(response: Record<PropertyKey, unknown>): Promise<unknown> {
  const text = await (response as { text(): Promise<string> }).text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function ofReadable(stream: ReadableStream<unknown>): Source {
  const reader = stream.getReader();
  return new Source(
    () => reader.read() as Promise<IteratorResult<unknown>>,
    () => reader.cancel(),
  );
}

/** A waiting generator cannot return, so the client's controller is aborted first. */
function ofIterable(iterator: AsyncIterator<unknown>, given: Record<PropertyKey, unknown>): Source {
  const abort = () => (given.controller as AbortController | undefined)?.abort();
  return new Source(
    () => iterator.next(),
    abort,
    () => iterator.return?.(),
  );
}
