// The class: a ConversationManager of the SDK, with the engine behind it.

import {
  AfterInvocationEvent,
  AfterModelCallEvent,
  BeforeInvocationEvent,
  type LocalAgent,
  type Model,
  ContextWindowOverflowError as SdkOverflow,
  ConversationManager as SdkConversationManager,
} from "@strands-agents/sdk";
import {
  ConversationManager as Conversation,
  ConversationError,
  type ConversationOptions,
  type ReduceCallback,
  type Reduction,
} from "../index.js";
import { AgentReduction, type ReduceRequest } from "./agent-reduction.js";
import { Attempts, GOALS } from "./attempts.js";
import { Reports } from "./reports.js";
import { type Strategy, type WindowedReducer, strategyOf } from "./strategy.js";
import { Transcript } from "./transcript.js";

/**
 * Options of {@link StrandsConversationManager}.
 *
 * @example
 * const options: StrandsConversationManagerOptions = { reduce: recentTurns({ keep: 4 }), proactiveCompression: true };
 */
export interface StrandsConversationManagerOptions {
  /**
   * Makes the messages shorter. Default: the SDK's sliding window of 40 messages. A reducer with a `windowSize` is also called after each
   * invocation that leaves more messages. (The default counts the SDK's messages; `slidingWindow` counts each tool result as a message.)
   */
  reduce?: WindowedReducer | ReduceCallback;
  /** Reduces before a model call that is projected to reach this share of the model's window. `true` is 0.7. */
  proactiveCompression?:
    | boolean
    | {
        /** Share of the window, above 0 and at most 1. */
        compressionThreshold: number;
      };
  /** Called for each reduction, after the agent's messages were changed. Ids are tracking ids of messages; a result's id also has a number. */
  onReduce?: (reduction: Reduction) => void;
}

/**
 * The arguments of the SDK for a reduction.
 *
 * @example
 * class Logged extends StrandsConversationManager {
 *   override reduce(options: ReduceOptions) {
 *     console.log(options.error === undefined ? "Nearly full." : "Refused as too long.");
 *     return super.reduce(options);
 *   }
 * }
 */
export interface ReduceOptions {
  /** The agent whose messages are reduced. */
  agent: LocalAgent;
  /** The model that gets the messages. Its window, if known, is the limit. */
  model?: Model;
  /** Set when the model refused the request as too long. */
  error?: SdkOverflow;
}

/** Share of the threshold to which to reduce. Just below the threshold, the next message would cause the next reduction. */
const PROACTIVE_GOAL = 0.5;

/**
 * Keeps the messages of a Strands `Agent` within the model's context window. `agent.messages` stays the same array and is edited in place.
 * Unchanged messages stay the same objects, calls stay with their results, and pinned messages (`metadata.custom.pinned`) stay. One
 * instance may serve several agents.
 *
 * After an overflow, it reduces the messages and repeats the call, at most 3 times until the model answers, each time with less.
 *
 * @example
 * const agent = new Agent({ model, conversationManager: new StrandsConversationManager({ proactiveCompression: true }) });
 */
export class StrandsConversationManager extends SdkConversationManager {
  readonly #strategy: Strategy;
  readonly #onReduce: ((reduction: Reduction) => void) | undefined;
  readonly #attempts = new Attempts();
  readonly #reports = new Reports();

  /**
   * @throws ConversationError `invalid-argument` for an option that is unknown, of the wrong type or out of range.
   * @example
   * const manager = new StrandsConversationManager({ reduce: ({ draft }) => draft.keepRecentTurns(4) > 0 });
   */
  constructor(options: StrandsConversationManagerOptions = {}) {
    const { reduce, proactiveCompression, onReduce } = checked(options);
    super(proactiveCompression === undefined ? {} : { proactiveCompression });
    this.#strategy = strategyOf(reduce);
    this.#onReduce = onReduce;
  }

  /** Called by the SDK: registers the SDK's own hooks and, for a reducer with a window, a hook after each invocation. */
  override initAgent(agent: LocalAgent): void {
    agent.addHook(BeforeInvocationEvent, (event) => this.#attempts.reset(event.agent));
    // Hooks after an event run last in, first out, so this one sees what came of the SDK's. A cancelled agent that is to call the
    // model again notices that it is cancelled, and ends in order; the overflow would hide it.
    agent.addHook(AfterModelCallEvent, (event) => {
      if (event.error instanceof SdkOverflow && event.agent.cancelSignal.aborted) event.retry = true;
    });
    super.initAgent(agent);
    const { window } = this.#strategy;
    if (window !== null) agent.addHook(AfterInvocationEvent, (event) => this.#keepWindow(event.agent, window));
  }

  /**
   * Makes `agent.messages` shorter. True: they are shorter. False: nothing more can go; or, with `error`, there were 3 attempts since the
   * model's last answer.
   *
   * @throws ConversationError `reducer-failed` if the reducer throws: `cause` is its error, `details.overflow` the given error.
   * `stale-plan` if the messages were rewritten meanwhile, `invalid-message` if one cannot be read. The messages are then unchanged.
   * @example
   * await manager.reduce({ agent, model: agent.model });
   */
  override async reduce({ agent, model, error }: ReduceOptions): Promise<boolean> {
    if (error === undefined) return this.#compress(agent, model);
    const attempt = this.#attempts.begin(agent);
    if (attempt === null) return false;
    const window = model?.getConfig?.().contextWindowLimit ?? Infinity;
    const goal = (tokens: number) => Math.floor(Math.min(tokens, window) * (GOALS[attempt] ?? 0));
    const hasShrunk = await this.#shrink(agent, { error, model, goal });
    this.#attempts.end(agent, hasShrunk);
    return hasShrunk;
  }

  /** Reduces before a model call. If the SDK's projection is older than the last reduction, the engine's estimate decides. */
  async #compress(agent: LocalAgent, model: Model | undefined): Promise<boolean> {
    const threshold = this._compressionThreshold;
    if (threshold === undefined || model === undefined) return this.#shrink(agent, { model, goal: () => null });
    // Asked in this way, the SDK has a window also for a model that does not say.
    const goal = () => Math.floor((threshold / model.estimateUtilization(1)) * PROACTIVE_GOAL);
    const isNeeded = (tokens: number) => !this.#reports.isOutdated(agent.messages) || model.estimateUtilization(tokens) >= threshold;
    return this.#shrink(agent, { model, goal }, isNeeded);
  }

  async #keepWindow(agent: LocalAgent, window: number): Promise<void> {
    if (agent.messages.length <= window) return;
    try {
      await this.#shrink(agent, { model: agent.model, goal: () => null });
    } catch (error) {
      // The answer is there, and must not be lost here; the next overflow reports what is wrong.
      if (!(error instanceof ConversationError)) throw error;
    }
  }

  async #shrink(
    agent: LocalAgent,
    request: Omit<ReduceRequest, "signal">,
    isNeeded: (tokens: number) => boolean = () => true,
  ): Promise<boolean> {
    if (agent.messages.length === 0) return false;
    const transcript = new Transcript(agent.messages, this.#reports);
    const reduction = new AgentReduction(transcript);
    try {
      if (!isNeeded(reduction.tokens)) return false;
      const done = await reduction.run(this.#strategy.on(transcript), { ...request, signal: agent.cancelSignal });
      if (done === null) return false;
      const reduced = transcript.reducedMessages(done.before, done.after);
      if (!transcript.writeBack(reduced, agent.messages)) return false;
      this.#reports.outdate(reduced);
      this.#onReduce?.(done.reduction);
      return true;
    } catch (failure) {
      // The agent was cancelled, and reports that itself.
      if (failure instanceof ConversationError && failure.code === "aborted") return false;
      throw failure;
    } finally {
      reduction.dispose();
    }
  }
}

/** Checks the options as for any other conversation, before there is a `this` to keep them. */
function checked(options: unknown): StrandsConversationManagerOptions {
  const { reduce, proactiveCompression, onReduce, ...unknown } = Object(options) as StrandsConversationManagerOptions;
  const [name] = Object.keys(unknown);
  if (options === null || typeof options !== "object" || Array.isArray(options) || name !== undefined) {
    const wrong = name === undefined ? "must be an object" : `has no field ${JSON.stringify(name)}`;
    throw new ConversationError("invalid-argument", `\`options\` ${wrong}. Known are reduce, proactiveCompression, onReduce.`);
  }
  const given = { reduce, proactiveCompression, onReduce };
  new Conversation(given as ConversationOptions).dispose();
  return given as StrandsConversationManagerOptions;
}

// Declared here and defined on the prototype: a subclass may override it by a field or by a getter, which a field here would hide.
export interface StrandsConversationManager {
  /** A stable name. Subclasses have their own. */
  readonly name: string;
}

Object.defineProperty(StrandsConversationManager.prototype, "name", {
  value: "backscroll:strands-conversation-manager",
  configurable: true,
  writable: true,
});
