// One reduction of an agent's messages, by the engine.

import {
  ContextWindowOverflowError,
  ConversationError,
  ConversationManager as Conversation,
  type Message,
  type ReduceCallback,
  type ReduceContext,
  type Reduction,
} from "../index.js";
import { contextOf } from "../reduce/context.js";
import { mergeReductions } from "../reduce/merge-reductions.js";
import type { Transcript } from "./transcript.js";

/** The reason of a reduction, as its reducer gets it. */
export interface ReduceRequest {
  /** The SDK's error, if the model refused the request as too long. */
  readonly error?: unknown;
  readonly model?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Returns the tokens to which to reduce, given the tokens of the history; null if there is no target. */
  goal(tokens: number): number | null;
}

/** The neutral history before and after. */
export interface Reduced {
  readonly before: readonly Message[];
  readonly after: readonly Message[];
  readonly reduction: Reduction;
}

/** As large as JavaScript can hold: the agent already holds the messages. */
const LIMITS = { messageBytes: 2 ** 30 };

/** The transcript as a separate conversation, during one reduction. */
export class AgentReduction {
  readonly #conversation: Conversation;
  #reduce: ReduceCallback = () => false;

  constructor(transcript: Transcript) {
    this.#conversation = Conversation.from("backscroll", transcript.neutral, {
      limits: LIMITS,
      reduce: (context) => this.#reduce(context),
    });
  }

  /** Tokens that the history takes. */
  get tokens(): number {
    return this.#conversation.contextTokens;
  }

  /** Runs the reducer once; null if nothing got smaller. */
  async run(reduce: ReduceCallback, request: ReduceRequest): Promise<Reduced | null> {
    const before = this.#conversation.messages;
    const maxTokens = request.goal(this.tokens);
    const { error, model } = request;
    const seen = (context: ReduceContext) =>
      contextOf(context.draft, () => context.messages, { error, model, signal: context.signal, maxTokens });
    const reductions = await this.#step((context) => reduce(seen(context)), request);
    // A cut may remove a question and leave its answer in front. Not every model accepts a history that begins so.
    const lead = leadingAnswers(before, this.#conversation.messages);
    if (lead.length > 0) reductions.push(...(await this.#step(({ draft }) => draft.remove(lead) > 0, request)));
    const reduction = mergeReductions(reductions);
    return reduction === null ? null : { before, after: this.#conversation.messages, reduction };
  }

  dispose(): void {
    this.#conversation.dispose();
  }

  async #step(reduce: ReduceCallback, { error, signal }: ReduceRequest): Promise<Reduction[]> {
    this.#reduce = reduce;
    const options = signal === undefined ? {} : { signal };
    try {
      // With an overflow, the engine reduces at once, and needs no request.
      const hasShrunk = await this.#conversation.recover(new ContextWindowOverflowError(), options);
      const { lastReduction } = this.#conversation;
      return hasShrunk && lastReduction !== null ? [lastReduction] : [];
    } catch (failure) {
      throw failure instanceof ConversationError && failure.code === "reducer-failed" ? withOverflow(failure, error) : failure;
    }
  }
}

/** The failure of a reducer, with the overflow that it should have ended. */
function withOverflow({ code, message, cause }: ConversationError, overflow: unknown): ConversationError {
  return new ConversationError(code, message, { cause, ...(overflow !== undefined && { details: { overflow } }) });
}

/** The ids of the answers and results that begin the history after a cut. */
function leadingAnswers(before: readonly Message[], after: readonly Message[]): string[] {
  if (after[0]?.id === before[0]?.id) return [];
  const start = after.findIndex(({ role }) => role === "user" || role === "system");
  return after.slice(0, Math.max(0, start)).map(({ id }) => id);
}
