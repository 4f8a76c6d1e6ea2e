// The calls of an agent to its model: their messages are cut to fit, and cut further after an overflow.

import { estimateTokens, fit, isContextOverflow } from "../index.js";
import { callable, count, picked } from "../input/check.js";
import { FULL } from "./window.js";
import type { Estimator, FitMemory, FitOptions, FitSummaryOptions, Fitted, Format, Reduction, Repair, Summarize } from "../index.js";

/**
 * Options of the adapters for agents: how many tokens a request may take, and what goes first.
 *
 * @example
 * const options: AgentOptions = { maxTokens: 120_000, onFit: ({ reduction }) => reduction && log.info(reduction) };
 */
export interface AgentOptions {
  /** Tokens that a request may take: its messages, and what the adapter sees of instructions and tools. Leave room for the answer. */
  maxTokens: number;
  /** The order of removal: by `"need"`, the messages that the next steps need least go first; by `"age"`, the oldest. Default `"need"`. */
  by?: "need" | "age";
  /** Default `"script"`. */
  estimator?: Estimator;
  /** Asks a model for a summary of the oldest turns, before any turn is dropped. */
  summarize?: Summarize;
  /** The length of a summary that the prompt of `summarize` asks for, in tokens. */
  summaryTokens?: number;
  /** The most tokens of one prompt for `summarize`. */
  maxPromptTokens?: number;
  /** The memory of an earlier call with these messages, as `onFit` got it. A request then reads only the messages that are left and the new ones. */
  memory?: FitMemory | null;
  /** Called for each request, before it is sent, with what was done to its messages. */
  onFit?: (report: FitReport) => void;
}

/**
 * A report of what was done to the messages of one request.
 *
 * @example
 * const onFit = ({ tokens, reduction }: FitReport) => console.log(tokens, reduction?.removed.length ?? 0);
 */
export interface FitReport {
  /** Size of the messages in tokens, without instructions and tools that are not among them. */
  tokens: number;
  /** The report of what this request removed and shortened; null when it is nothing more than the request before. */
  reduction: Reduction | null;
  /** The changes that the format required, and each step of a reduction that failed, such as a summary. */
  repairs: Repair[];
  /** The memory for a later call: keep it beside the messages. */
  memory: FitMemory;
  /** Why the memory of the request before was not used: the messages are others. Null when it was used, or there was none. */
  memoryNote: string | null;
  /** The number of refusals of this request as too long, so far. */
  overflows: number;
}

const NAMES = ["maxTokens", "by", "estimator", "summarize", "summaryTokens", "maxPromptTokens", "memory", "onFit"];

/** Tokens that are enough for a request that only checks the options. */
const CHECKED = 1_000;

/** Requests after the first that an overflow may bring. */
export const MOST_RETRIES = 3;

/** A request whose messages are cut to fit. */
export interface FitRequest {
  /** Tokens of the request that are not among the messages. */
  readonly beside: number;
  /** Aborts a summary. */
  readonly signal?: AbortSignal | undefined;
  /** Refusals as too long so far. */
  readonly overflows?: number;
}

export class FittedCalls<Item extends object> {
  readonly #format: Format;
  readonly #options: Omit<AgentOptions, "onFit">;
  readonly #onFit: ((report: FitReport) => void) | undefined;
  #memory: FitMemory | null;
  readonly #sizes = new WeakMap<object, number>();
  /** Tokens that a request may take. A provider that refused fewer lowers it, until the messages are those of another conversation. */
  #limit: number;

  /** Throws `invalid-argument` for an option that is unknown, of the wrong type or out of range: now, and not in the middle of a run. The memory is checked with the messages. */
  constructor(format: Format, options: AgentOptions) {
    const { onFit, ...given } = picked("options", options, NAMES) as unknown as AgentOptions;
    count("options.maxTokens", given.maxTokens, 1);
    if (onFit !== undefined) callable("options.onFit", onFit);
    void fit("openai-chat", [{ role: "user", content: "" }], { ...given, maxTokens: CHECKED, memory: null } as FitOptions);
    this.#format = format;
    this.#options = given;
    this.#onFit = onFit;
    this.#memory = given.memory ?? null;
    this.#limit = given.maxTokens;
  }

  /** The memory of the last request. */
  get memory(): FitMemory | null {
    return this.#memory;
  }

  /** Returns messages for the model, and how many tokens they take. */
  async fitted(items: readonly Item[], request: FitRequest): Promise<Fitted<Item[]>> {
    const { overflows = 0 } = request;
    let result = await this.#fit(items, request);
    if (result.memoryNote !== null && this.#limit !== this.#options.maxTokens) {
      // Another conversation: what was learnt of the last one does not hold.
      this.#limit = this.#options.maxTokens;
      result = await this.#fit(items, request);
    }
    const { tokens, reduction, repairs, memory, memoryNote } = result;
    this.#memory = memory;
    this.#onFit?.({ tokens, reduction, repairs, memory, memoryNote, overflows });
    return result;
  }

  #fit(items: readonly Item[], { beside, signal }: FitRequest): Promise<Fitted<Item[]>> | Fitted<Item[]> {
    // Only a summary is waited for.
    const aborting = this.#options.summarize !== undefined && signal !== undefined && { signal };
    const options = { ...this.#options, maxTokens: Math.max(1, this.#limit - beside), memory: this.#memory, ...aborting };
    return fit(this.#format, items as never, options as FitOptions & FitSummaryOptions) as Promise<Fitted<Item[]>> | Fitted<Item[]>;
  }

  /** Takes a request of this size for full from now on, because it was refused as too long. The next one is cut further. */
  refused(tokens: number): void {
    this.#limit = Math.floor(Math.min(this.#limit, tokens) * FULL);
  }

  /** Sends messages, with less each time that the provider refuses them as too long. Throws the provider's error in the end. */
  async call<R>(items: readonly Item[], request: FitRequest, send: (messages: Item[]) => PromiseLike<R>): Promise<R> {
    let { messages, tokens } = await this.fitted(items, request);
    for (let overflows = 1; ; overflows += 1) {
      try {
        return await send(messages);
      } catch (error) {
        if (overflows > MOST_RETRIES || !isContextOverflow(error)) throw error;
        this.refused(tokens + request.beside);
        const before = tokens;
        try {
          ({ messages, tokens } = await this.fitted(items, { ...request, overflows }));
        } catch {
          throw error;
        }
        if (tokens >= before) throw error;
      }
    }
  }

  /** The tokens of something that is sent beside the messages, such as instructions. */
  size(value: unknown): number {
    if (value === undefined || value === null) return 0;
    const { estimator } = this.#options;
    const text = typeof value === "string" ? value : JSON.stringify(value) ?? "";
    return estimateTokens(text, estimator === undefined ? {} : { estimator });
  }

  /** The tokens of tools, or of schemas. They are the same objects in every step, so each is counted once. */
  sizes(values: readonly unknown[] | undefined, declared: (value: any) => unknown = (value) => value): number {
    let sum = 0;
    for (const value of values ?? []) {
      if (typeof value !== "object" || value === null) continue;
      const size = this.#sizes.get(value) ?? this.size(declared(value));
      this.#sizes.set(value, size);
      sum += size;
    }
    return sum;
  }
}
