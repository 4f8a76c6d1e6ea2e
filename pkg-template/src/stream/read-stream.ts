// Reading a stream to its end.

import { TARGETS } from "../providers/names.js";
import { ConversationError } from "../index.js";
import type { Assembler, Fields } from "./assembler.js";
import { assemblerOf, formatOf, isSameFormat } from "./detect.js";
import { COMPLETE, type Ending, aborted, broken, failed, thrown } from "./end.js";
import { MEASURED, PART, checkRoom, sizeOf } from "./room.js";
import { type Source, sourceOf } from "./source.js";
import type { PartialResponse, ResponseStream, StreamFormat, StreamOptions, StreamResult, StreamSource } from "./types.js";

/**
 * Reads a provider's stream, and builds the response that the provider would have given without streaming. Content from before an abort or
 * an error stays; `leftOut` lists parts that no request may hold. The type argument is the client's type of a response.
 *
 * @throws ConversationError `unknown-format`; `invalid-argument` for a source that is not a stream, and options that are unknown or of the
 * wrong type.
 * @example
 * const stream = readStream<OpenAI.ChatCompletion>("openai-chat", await client.chat.completions.create({ ...body, stream: true }));
 * for await (const { text } of stream) paint(text);
 * const { response, end, leftOut } = await stream.result();
 * if (response !== null) conversation.addResponse("openai-chat", response);
 */
export function readStream<Response extends object = Record<string, unknown>>(
  format: StreamFormat,
  source: StreamSource,
  options: StreamOptions = {},
): ResponseStream<Response> {
  const Assembler = assemblerOf(format);
  if (Assembler === undefined) throw new ConversationError("unknown-format", `\`format\` must be one of ${TARGETS.join(", ")}, ai-sdk.`);
  checkOptions(options);
  return new Reading<Response>(format, new Assembler(), sourceOf(source), { ...options });
}

function checkOptions(options: StreamOptions): void {
  const refuse = (message: string) => {
    throw new ConversationError("invalid-argument", message);
  };
  if (typeof options !== "object" || options === null) refuse("`options` must be an object.");
  for (const name of Object.keys(options))
    if (name !== "signal" && name !== "onUpdate") refuse(`\`options\` has no field "${name}". Known are signal, onUpdate.`);
  if (options.onUpdate !== undefined && typeof options.onUpdate !== "function") refuse("`options.onUpdate` must be a function.");
  if (options.signal !== undefined && typeof options.signal?.addEventListener !== "function")
    refuse("`options.signal` must be an AbortSignal.");
}

class Reading<Response extends object> implements ResponseStream<Response> {
  readonly partial: PartialResponse;
  readonly #assembler: Assembler;
  readonly #source: Source;
  readonly #options: StreamOptions;
  /** True once an event of the format was seen; later ones are not checked. */
  #isKnown = false;
  /** Characters that arrived since the size was last measured. */
  #came = 0;
  #result: StreamResult<Response> | null = null;
  /** An error of the caller: another format, or `onUpdate`. */
  #fault: { error: unknown } | null = null;
  #step: Promise<void> | null = null;
  /** Steps that brought events. */
  #updates = 0;
  /** Resolves the step. */
  #endStep = (): void => {};

  constructor(
    readonly format: StreamFormat,
    assembler: Assembler,
    source: Source,
    options: StreamOptions,
  ) {
    this.#assembler = assembler;
    this.#source = source;
    this.#options = options;
    options.signal?.addEventListener("abort", this.#onAbort, { once: true });
    this.partial = {
      parts: assembler.parts,
      get text() {
        return assembler.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
      },
      get usage() {
        return assembler.usage;
      },
    };
  }

  async result(): Promise<StreamResult<Response>> {
    for (;;) {
      if (this.#fault !== null) throw this.#fault.error;
      if (this.#result !== null) return this.#result;
      await this.#advance();
    }
  }

  soFar(): Pick<StreamResult<Response>, "response" | "leftOut"> {
    if (this.#result !== null) return { response: this.#result.response, leftOut: this.#result.leftOut };
    return structuredClone(this.#finish());
  }

  [Symbol.asyncIterator](): AsyncIterator<PartialResponse, undefined, undefined> {
    let shown = 0;
    return {
      next: async () => {
        if (this.#result === null && this.#fault === null) await this.#advance();
        if (this.#fault !== null) throw this.#fault.error;
        // Others may read on while a loop waits. It sees the last update nevertheless.
        if (this.#result !== null && shown === this.#updates) return { done: true, value: undefined };
        shown = this.#updates;
        return { done: false, value: this.partial };
      },
      return: async () => {
        if (this.#result === null) this.#abort(undefined);
        return { done: true, value: undefined };
      },
    };
  }

  /** Takes the next events. Callers at the same time share one step. An abort ends the step, too: the source may never answer. */
  #advance(): Promise<void> {
    return (this.#step ??= new Promise((resolve) => {
      this.#endStep = resolve;
      const { signal } = this.#options;
      if (signal?.aborted) this.#abort(signal.reason);
      else this.#source.read().then(this.#take, this.#fail);
    }));
  }

  readonly #take = (item: IteratorResult<unknown>): void => {
    if (this.#result !== null) return;
    const assembler = this.#assembler;
    let isCallersError = false;
    try {
      const events = this.#source.eventsOf(item);
      for (const event of events ?? []) {
        this.#push(event);
        // Events behind the end may be in the same piece, or in one that is not read.
        if (assembler.failure !== undefined || assembler.isAborted) break;
      }
      if (this.#source.isDone) assembler.takeDone();
      isCallersError = true;
      if (events !== null && events.length > 0) {
        this.#updates += 1;
        this.#options.onUpdate?.(this.partial);
      }
      if (assembler.failure !== undefined || assembler.isAborted) this.#source.cancel();
      else if (events !== null) return this.#settle();
      this.#end(assembler.isAborted ? aborted(undefined) : broken("The stream ended before the response was complete."));
    } catch (error) {
      this.#source.cancel();
      // An event may hold anything: one that cannot be read ends the stream, as a broken connection does.
      if (!isCallersError && !(error instanceof ConversationError)) return this.#end(thrown(error));
      this.#fault = { error };
      this.#settle();
    }
  };

  readonly #fail = (error: unknown): void => {
    const { signal } = this.#options;
    this.#end(signal?.aborted ? aborted(signal.reason) : thrown(error));
  };

  #settle(): void {
    this.#step = null;
    this.#endStep();
    if (this.#result !== null || this.#fault !== null) this.#options.signal?.removeEventListener("abort", this.#onAbort);
  }

  readonly #onAbort = (): void => this.#abort(this.#options.signal?.reason);

  #push(event: Fields): void {
    if (!this.#isKnown) {
      const looksLike = formatOf(event);
      this.#isKnown = looksLike !== null && isSameFormat(this.format, looksLike);
      if (looksLike !== null && !this.#isKnown) {
        throw new ConversationError("wrong-format", `The stream has events of "${looksLike}", and "${this.format}" was named.`, {
          details: { looksLike },
        });
      }
    }
    this.#assembler.push(event);
    this.#came += sizeOf(event);
    if (this.#came < MEASURED) return;
    // Updates may replace each other, so what came says little about what is kept.
    this.#came = 0;
    const kept = this.#finish();
    checkRoom(sizeOf(kept) + (this.partial.parts.length + kept.leftOut.length) * PART);
  }

  #abort(reason: unknown): void {
    this.#source.cancel();
    this.#end(aborted(reason));
  }

  /** Ends the stream. */
  #end(ending: Ending): void {
    if (this.#result !== null) return;
    this.#result = this.#resultOf(ending);
    this.#settle();
  }

  /** Returns the result. A whole response is complete, whatever came after it. */
  #resultOf(ending: Ending): StreamResult<Response> {
    try {
      const { failure, isComplete } = this.#assembler;
      return { ...this.#finish(), ...(failure !== undefined ? failed(failure) : isComplete ? COMPLETE : ending) };
    } catch (error) {
      return { response: null, leftOut: [], ...broken("The stream holds values that no response can hold.", error) };
    }
  }

  #finish(): Pick<StreamResult<Response>, "response" | "leftOut"> {
    const assembler = this.#assembler;
    assembler.leftOut = [];
    const response = assembler.finish() as Response | null;
    return { response, leftOut: assembler.leftOut };
  }
}
