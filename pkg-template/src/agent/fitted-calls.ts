// The calls of an agent to its model: their messages are cut to fit, and cut further after an overflow.
//
// The adapters (`ai-sdk-agent`, `langchain-agent`, `openai-agents`, `mastra`) hook this folder into their frameworks, and map messages to
// a format and back.

import { breakdown, fit, isContextOverflow } from "../index.js";
import { callable, count, picked } from "../input/check.js";
import { POLICY_OPTIONS } from "../input/options.js";
import { GOAL_OPTIONS, type GoalOptions, type Known, goalIn } from "../input/window.js";
import { FULL } from "./window.js";
import type {
  Estimator,
  FitMemory,
  FitOptions,
  FitSummaryOptions,
  Fitted,
  Format,
  PolicyOptions,
  Reduction,
  Repair,
  Summarize,
} from "../index.js";

/**
 * Options of the adapters for agents: how many tokens a request may take, and what goes first.
 *
 * @example
 * const options: AgentOptions = { maxTokens: 120_000, onFit: ({ reduction }) => reduction && log.info(reduction) };
 */
export interface AgentOptions extends PolicyOptions {
  /** Tokens that a request may take: its messages, and the instructions and tools that the adapter sees. Give either this or `tokenLimit`. */
  maxTokens?: number;
  /** The model's context window in tokens; `"auto"` for the window of each call's model. */
  tokenLimit?: number | "auto";
  /** Tokens of the window that are kept free for the answer. Default `"auto"`: what the call allows the answer, but at most half of the window. */
  reserveTokens?: number | "auto";
  /** The order of removal: by `"need"`, the messages that the next steps need least go first; by `"age"`, the oldest. Default `"need"`. */
  by?: "need" | "age";
  /** Default `"script"`, which counts by the vocabulary of the call's model. */
  estimator?: Estimator;
  /** False: sizes do not include the margin for fitted and unknown models. Default true. */
  margin?: boolean;
  /** Asks a model for a summary of the oldest turns, before any turn is dropped. */
  summarize?: Summarize;
  /** The length of a summary that the prompt of `summarize` asks for, in tokens. */
  summaryTokens?: number;
  /** The most tokens of one prompt for `summarize`. */
  maxPromptTokens?: number;
  /**
   * The memory of an earlier call with these messages, from `onFit`. With it, a request reads only the messages that the last cut left and
   * the new ones.
   */
  memory?: FitMemory | null;
  /** Called before each request is sent, with a report of the changes to its messages. */
  onFit?: (report: FitReport) => void;
}

/**
 * The report of the changes to the messages of one request.
 *
 * @example
 * const onFit = ({ tokens, reduction }: FitReport) => console.log(tokens, reduction?.removed.length ?? 0);
 */
export interface FitReport {
  /** Size of the messages in tokens, without separate instructions and tools. */
  tokens: number;
  /** The report of what this request removed and shortened; null if no more than the previous request. */
  reduction: Reduction | null;
  /** The changes that the format required, and each step of a reduction that failed, such as a summary. */
  repairs: Repair[];
  /** The memory for a later call: keep it beside the messages. */
  memory: FitMemory;
  /** Why the previous request's memory was not used: the messages differ. Null if it was used, or there was none. */
  memoryNote: string | null;
  /** The number of times that this request was refused as too long, so far. */
  overflows: number;
}

const NAMES = [
  ...GOAL_OPTIONS,
  ...POLICY_OPTIONS,
  "by",
  "estimator",
  "margin",
  "summarize",
  "summaryTokens",
  "maxPromptTokens",
  "memory",
  "onFit",
];

/** The most further requests after an overflow. */
export const MOST_RETRIES = 3;

/** A request whose messages are cut to fit. */
export interface FitRequest {
  /** The name of its model. */
  readonly model?: unknown;
  /** Tokens that it allows the answer. */
  readonly answer?: number | undefined;
  /** Instructions that are not among the messages. */
  readonly instructions?: unknown;
  /** The tools that it declares. */
  readonly tools?: readonly unknown[] | undefined;
  /** The declaration of a tool, as a provider gets it. Default: the tool itself. */
  readonly declared?: (tool: never) => unknown;
  /** The schema of the answer. */
  readonly schema?: unknown;
  /** Aborts a summary. */
  readonly signal?: AbortSignal | undefined;
  /** Refusals as too long so far. */
  readonly overflows?: number;
}

/** Messages for a model. */
export interface Cut<Item> {
  readonly messages: Item[];
  /** Their tokens. */
  readonly tokens: number;
  /** The tokens of the whole request. */
  readonly sent: number;
}

/** The rest of a request, beside its messages. It is the same in every step of a run. */
interface Beside {
  readonly model: unknown;
  readonly instructions: unknown;
  readonly tools: readonly unknown[];
  readonly schema: unknown;
  readonly tokens: number;
}

/** A message that every request has, so that its rest can be measured. */
const ASKED = { role: "user", content: "." };

export class FittedCalls<Item extends object> {
  readonly #format: Format;
  readonly #options: Omit<AgentOptions, "onFit" | keyof GoalOptions>;
  readonly #goal: GoalOptions;
  readonly #onFit: ((report: FitReport) => void) | undefined;
  #memory: FitMemory | null;
  #beside: Beside | null = null;
  /** The window that a provider's refusal showed: a share of the refused tokens. Reset when the messages are those of another conversation. */
  #shown = Infinity;

  /** Throws `invalid-argument` for an option that is unknown, of the wrong type or out of range: now, and not in the middle of a run. The memory is checked with the messages. */
  constructor(format: Format, options: AgentOptions) {
    const { onFit, maxTokens, tokenLimit, reserveTokens, ...given } = picked("options", options, NAMES) as unknown as AgentOptions;
    this.#goal = { maxTokens, tokenLimit, reserveTokens };
    if (tokenLimit === undefined && reserveTokens === undefined) count("options.maxTokens", maxTokens, 1);
    else void goalIn(this.#goal, () => ({ answer: 0, window: Number.MAX_SAFE_INTEGER }));
    if (onFit !== undefined) callable("options.onFit", onFit);
    void fit("openai-chat", [{ role: "user", content: "" }], { ...given, maxTokens: Number.MAX_SAFE_INTEGER, memory: null } as FitOptions);
    this.#format = format;
    this.#options = given;
    this.#onFit = onFit;
    this.#memory = given.memory ?? null;
  }

  /** The memory of the last request. */
  get memory(): FitMemory | null {
    return this.#memory;
  }

  /** Returns messages for the model, and how many tokens they take. */
  async fitted(items: readonly Item[], request: FitRequest): Promise<Cut<Item>> {
    const { overflows = 0 } = request;
    let result = await this.#fit(items, request);
    if (result.memoryNote !== null && this.#shown !== Infinity) {
      // Another conversation: what was learnt of the last one does not hold.
      this.#shown = Infinity;
      result = await this.#fit(items, request);
    }
    const { messages, tokens, reduction, repairs, memory, memoryNote, sent } = result;
    this.#memory = memory;
    this.#onFit?.({ tokens, reduction, repairs, memory, memoryNote, overflows });
    return { messages, tokens, sent };
  }

  async #fit(items: readonly Item[], request: FitRequest): Promise<Fitted<Item[]> & { sent: number }> {
    const { model, answer, signal } = request;
    const beside = this.#besideOf(request);
    const goal = goalIn(this.#goal, () => knownOf(model, answer));
    // Only a summary is waited for.
    const aborting = this.#options.summarize !== undefined && signal !== undefined && { signal };
    const maxTokens = Math.max(1, Math.min(goal.maxTokens, this.#shown) - beside);
    const options = {
      ...this.#options,
      ...(typeof model === "string" && { capabilities: { model } }),
      maxTokens,
      memory: this.#memory,
      ...aborting,
    };
    const fitted = await (fit(this.#format, items as never, options as FitOptions & FitSummaryOptions) as
      | Promise<Fitted<Item[]>>
      | Fitted<Item[]>);
    return { ...fitted, repairs: [...goal.repairs, ...fitted.repairs], sent: fitted.tokens + beside };
  }

  /** The tokens of everything beside the messages, as in a request of chat completions. */
  #besideOf({ model, instructions, tools = [], declared = (tool) => tool, schema }: FitRequest): number {
    const last = this.#beside;
    const isSame =
      last !== null &&
      last.model === model &&
      last.instructions === instructions &&
      last.schema === schema &&
      last.tools.length === tools.length &&
      last.tools.every((tool, at) => tool === tools[at]);
    if (isSame) return last.tokens;
    const body = (fields: object, messages: readonly object[]) => ({
      ...(typeof model === "string" && { model }),
      ...fields,
      messages: [...messages, ASKED],
    });
    const fields = {
      ...(tools.length > 0 && { tools: tools.map((tool) => declared(tool as never)) }),
      ...(schema !== undefined && schema !== null && { response_format: { type: "json_schema", json_schema: { name: "answer", schema } } }),
    };
    const content = typeof instructions === "string" ? instructions : (JSON.stringify(instructions ?? "") ?? "");
    const said = instructions === undefined || instructions === null ? [] : [{ role: "system", content }];
    const tokens = this.#sizeOf(body(fields, said)) - this.#sizeOf([ASKED], model);
    this.#beside = { model, instructions, tools: [...tools], schema, tokens };
    return tokens;
  }

  #sizeOf(input: object, model?: unknown): number {
    const { estimator, margin } = this.#options;
    const options = {
      maxTokens: Number.MAX_SAFE_INTEGER,
      ...(typeof model === "string" && { capabilities: { model } }),
      ...(estimator !== undefined && { estimator }),
      ...(margin !== undefined && { margin }),
    };
    return (fit("openai-chat", input as object[], options as FitOptions) as { tokens: number }).tokens;
  }

  /** Counts requests of this size as too long from now on, because one was refused. The next request is cut further. */
  refused(sent: number): void {
    this.#shown = Math.floor(Math.min(this.#shown, sent) * FULL);
  }

  /** Sends messages, with less after each refusal as too long. Finally throws the provider's error. */
  async call<R>(items: readonly Item[], request: FitRequest, send: (messages: Item[]) => PromiseLike<R>): Promise<R> {
    let cut = await this.fitted(items, request);
    for (let overflows = 1; ; overflows += 1) {
      try {
        return await send(cut.messages);
      } catch (error) {
        if (overflows > MOST_RETRIES || !isContextOverflow(error)) throw error;
        this.refused(cut.sent);
        const before = cut.tokens;
        try {
          cut = await this.fitted(items, { ...request, overflows });
        } catch {
          throw error;
        }
        if (cut.tokens >= before) throw error;
      }
    }
  }
}

/** The window of a model, and the tokens that a request allows its answer. */
function knownOf(model: unknown, answer = 0): Known {
  const { window } = breakdown("openai-chat", [ASKED], typeof model === "string" ? { capabilities: { model } } : {});
  return { window: window ?? 0, answer };
}
