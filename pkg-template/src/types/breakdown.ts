// The public type of a size by what it is made of.

import type { Role } from "./message.js";

/**
 * The parts of a request: texts of the instructions, of the user (with summaries) and of the model; declared tools; the schema of the
 * answer; calls of tools and their results; reasoning that goes back to the model; pictures, documents, sound and film; and what stands
 * around all of them.
 *
 * @example
 * const parts: SizePart[] = ["tools", "results"];
 */
export type SizePart = "system" | "tools" | "schema" | "user" | "assistant" | "calls" | "results" | "reasoning" | "media" | "frame";

/**
 * The size of a request by what it is made of, in tokens.
 *
 * @example
 * const { tokens, parts }: Breakdown = conversation.breakdown();
 * console.log(`${tokens} tokens, ${parts.results} of them for results`);
 */
export interface Breakdown {
  /** The size: the sum of `parts`, and of `correction`. */
  readonly tokens: number;
  /** The estimate by what it is made of. */
  readonly parts: Readonly<Record<SizePart, number>>;
  /** Tokens that the reports of the provider add to the estimate; below 0 when they take from it. */
  readonly correction: number;
  /** The largest messages, at most 10, the largest first. In a body, they are called `m0`, `m1`, ... by their index. */
  readonly largest: readonly {
    /** The id of the message; in a body, `m` and its index. */
    readonly id: string;
    /** The role of the message. */
    readonly role: Role;
    /** The tokens of the message, with what stands around it. */
    readonly tokens: number;
  }[];
  /**
   * How sure the size is. `exact`: the provider counted these messages, all but its own newest answer. `fitted`: the row of the model was fitted to counts of its provider
   * or to its vocabulary. `guessed`: a guess on the safe side, for a model of which little is known.
   */
  readonly certainty: "exact" | "fitted" | "guessed";
  /** The row of `SIZES.md` that it was counted by. */
  readonly row: string;
  /** The context window of the model; null when it is not known. */
  readonly window: number | null;
  /** Tokens that the request allows the answer; 0 where it says nothing. */
  readonly answer: number;
}
