// The public types of the transcript.

import type { Message } from "./message.js";
import type { Reduction } from "./reduction.js";

/**
 * A message as it was said, and what became of it. A reduction removes messages from the history, which is what the model gets; the
 * transcript keeps them.
 *
 * @example
 * const text = ({ message, state }: TranscriptMessage) => `${message.role}: ${message.content}${state === "kept" ? "" : ` (${state})`}`;
 */
export interface TranscriptMessage {
  /** The message as it was said. */
  message: Message;
  /** `"kept"`: the history holds it as it is here. `"changed"`: the history holds it with other content. `"removed"`: the history does not hold it. */
  state: "kept" | "changed" | "removed";
  /** The index in `reductions` of the reduction that removed it, or was the first to change it. Absent when it was kept. */
  reduction?: number;
  /** The ids of the messages that different paths have in this place, its own too, oldest first. Absent when there is only this one. */
  siblings?: string[];
}

/**
 * A reduction in force: one that `undo` can take back. Messages are named by their ids.
 *
 * @example
 * const saved = ({ tokensBefore, tokensAfter }: AppliedReduction) => tokensBefore - tokensAfter;
 */
export interface AppliedReduction extends Pick<Reduction, "tokensBefore" | "tokensAfter" | "steps"> {
  /** The removed messages. */
  removed: string[];
  /** The messages that were shortened or cleared in place. */
  shortened: string[];
  /** The summary that stands for the removed messages; null when there is none. */
  summary: string | null;
}
