// The public types of the transcript.

import type { Message } from "./message.js";
import type { Reduction } from "./reduction.js";

/**
 * A message as it was added, and its state in the history. A reduction removes messages from the history, which is what the model gets; the
 * transcript keeps them.
 *
 * @example
 * const text = ({ message, state }: TranscriptMessage) => `${message.role}: ${message.content}${state === "kept" ? "" : ` (${state})`}`;
 */
export interface TranscriptMessage {
  /** The message as it was added. */
  message: Message;
  /** `"kept"`: the history holds the same message. `"changed"`: with other content. `"removed"`: the history does not hold it. */
  state: "kept" | "changed" | "removed";
  /** The index in `reductions` of the reduction that removed the message, or first changed it. Absent if it was kept. */
  reduction?: number;
  /** The ids of the messages at this place on all paths, its own included, oldest first. Absent if there is only this message. */
  siblings?: string[];
}

/**
 * An applied reduction, which `undo` can reverse. It names messages by their ids.
 *
 * @example
 * const saved = ({ tokensBefore, tokensAfter }: AppliedReduction) => tokensBefore - tokensAfter;
 */
export interface AppliedReduction extends Pick<Reduction, "tokensBefore" | "tokensAfter" | "steps"> {
  /** The removed messages. */
  removed: string[];
  /** The messages that were shortened or cleared in place. */
  shortened: string[];
  /** The summary that replaces the removed messages; null if there is none. */
  summary: string | null;
}
