// The public type of a size by what it is made of.

import type { Role } from "./message.js";

/**
 * The parts of a request: texts of the instructions, of the user (with summaries) and of the model; declared tools; the schema of the
 * answer; tool calls and results; reasoning that is sent back to the model; pictures, documents, audio and video; and the tokens that the
 * model adds around them.
 *
 * @example
 * const parts: SizePart[] = ["tools", "results"];
 */
export type SizePart = "system" | "tools" | "schema" | "user" | "assistant" | "calls" | "results" | "reasoning" | "media" | "frame";

/**
 * The size of a request and of its parts, in tokens.
 *
 * @example
 * const { tokens, parts }: Breakdown = conversation.breakdown();
 * console.log(`${tokens} tokens, ${parts.results} of them for results`);
 */
export interface Breakdown {
  /** The size: the sum of `parts` and `correction`. */
  readonly tokens: number;
  /** The estimate of each part. */
  readonly parts: Readonly<Record<SizePart, number>>;
  /** Tokens that the provider's reports add to the estimate; below 0 if they lower it. */
  readonly correction: number;
  /** The largest messages, at most 10, the largest first. In a body, their ids are `m0`, `m1`, ... by index. */
  readonly largest: readonly {
    /** The id of the message; in a body, `m` and its index. */
    readonly id: string;
    /** The role of the message. */
    readonly role: Role;
    /** The tokens of the message, with the tokens that the model adds around it. */
    readonly tokens: number;
  }[];
  /**
   * The reliability of the size. `exact`: the provider counted these messages, except its own newest answer. `fitted`: the model's row was
   * fitted to its provider's counts or to its vocabulary. `guessed`: a guess on the safe side, because little is known of the model.
   */
  readonly certainty: "exact" | "fitted" | "guessed";
  /** The row of `SIZES.md` by which the request was counted. */
  readonly row: string;
  /** The context window of the model; null when it is not known. */
  readonly window: number | null;
  /** Tokens that the request allows the answer; 0 if it has no such field. */
  readonly answer: number;
}
