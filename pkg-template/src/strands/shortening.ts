// One reduction of a transcript, by the engine.

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

/** Why a reduction runs, and what the reducer is told of it. */
export interface Occasion {
  /** The SDK's error, when the model refused the request as too long. */
  readonly error?: unknown;
  readonly model?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Tokens to get down to, given what the history takes now; null: no number. */
  goal(tokens: number): number | null;
}

/** The neutral history before and after. */
export interface Shortened {
  readonly before: readonly Message[];
  readonly after: readonly Message[];
  readonly reduction: Reduction;
}

/** As large as JavaScript can hold: the agent holds it already. */
const LIMITS = { messageBytes: 2 ** 30 };

/** The transcript as a conversation of its own, for as long as one reduction takes. */
export class Shortening {
  readonly #conversation: Conversation;
  #reduce: ReduceCallback = () => false;

  constructor(transcript: Transcript) {
    this.#conversation = Conversation.from("backscroll", transcript.neutral, { limits: LIMITS, reduce: (context) => this.#reduce(context) });
  }

  /** Tokens that the history takes. */
  get tokens(): number {
    return this.#conversation.contextTokens;
  }

  /** Runs the reducer once. Null: nothing got smaller. */
  async run(reduce: ReduceCallback, occasion: Occasion): Promise<Shortened | null> {
    const before = this.#conversation.messages;
    const targetTokens = occasion.goal(this.tokens);
    const { error, model } = occasion;
    const seen = (context: ReduceContext) => contextOf(context.draft, () => context.messages, { error, model, signal: context.signal, targetTokens });
    const reductions = await this.#step((context) => reduce(seen(context)), occasion);
    // A cut may leave answers in front, whose question went. Not every model takes a history that begins so.
    const lead = leadingAnswers(before, this.#conversation.messages);
    if (lead.length > 0) reductions.push(...(await this.#step(({ draft }) => draft.remove(lead) > 0, occasion)));
    const reduction = mergeReductions(reductions);
    return reduction === null ? null : { before, after: this.#conversation.messages, reduction };
  }

  dispose(): void {
    this.#conversation.dispose();
  }

  async #step(reduce: ReduceCallback, { error, signal }: Occasion): Promise<Reduction[]> {
    this.#reduce = reduce;
    const options = signal === undefined ? {} : { signal };
    try {
      // The engine is told of an overflow each time: that it reduces then, without asking for a request, is what is wanted of it.
      const hasShrunk = await this.#conversation.recover(new ContextWindowOverflowError(), options);
      const { lastReduction } = this.#conversation;
      return hasShrunk && lastReduction !== null ? [lastReduction] : [];
    } catch (failure) {
      throw failure instanceof ConversationError && failure.code === "reducer-failed" ? told(failure, error) : failure;
    }
  }
}

/** The failure of a reducer, with the overflow that it was to mend. */
function told({ code, message, cause }: ConversationError, overflow: unknown): ConversationError {
  return new ConversationError(code, message, { cause, ...(overflow !== undefined && { details: { overflow } }) });
}

/** Ids of what stands before the first message that is not an answer, when it did not begin the history before. */
function leadingAnswers(before: readonly Message[], after: readonly Message[]): string[] {
  if (after[0]?.id === before[0]?.id) return [];
  const start = after.findIndex(({ role }) => role === "user" || role === "system");
  return after.slice(0, Math.max(0, start)).map(({ id }) => id);
}
