// The public types of policies: the host's own word about what a reduction keeps.

import type { Message, ToolCall } from "./message.js";

/**
 * The policy for the results of a tool.
 *
 * - `"keep"`: its calls and their results stay, and stay whole.
 * - `{ keepLast: n }`: so do its newest `n` calls, a whole number, 0 or more. The results of the others are cleared.
 * - `"drop"`: its results are cleared, as by `{ keepLast: 0 }`.
 * - `{ shorten }`: the function returns a shorter text for each of its results. It gets the text as it is now, which may be one that it
 *   returned before: it should return such a text unchanged. Pictures and other media of the result stay.
 *
 * A result is cleared or shortened only once the model has read it: a message of the assistant is behind it. `[result cleared]` replaces
 * a cleared one.
 *
 * When `shorten` throws, or returns a longer text or no text, the result stays, and a `reduction-step-failed` says so. The function is not async.
 *
 * @example
 * const policy: ToolPolicy = { shorten: (text, call) => `${call.name}: ${text.split("\n").length} lines` };
 */
export type ToolPolicy =
  | "keep"
  | "drop"
  | {
      /** The number of newest calls that stay whole with their results; 0 or more. */
      keepLast: number;
      /** Only alone. */
      shorten?: never;
    }
  | {
      /** Returns a shorter text for a result of this call. */
      shorten: (text: string, call: ToolCall) => string;
      /** Only alone. */
      keepLast?: never;
    };

/**
 * Options of reductions by which the host decides what stays. They act when a reduction is due, in the same reduction and before its other steps,
 * and what they clear counts towards its goal. `undo` brings it back. The `choices` of the report say which of them decided about a message.
 *
 * A message that one of them keeps is neither removed nor changed, nor is any message of its unit, which is a message with calls and their
 * results. `pin` counts first, then `instructions`, `tools` and `pictures`. When they keep more than the request can hold, `cannot-fit` names them.
 * A message that an earlier reduction has removed does not come back.
 *
 * @example
 * const options: PolicyOptions = {
 *   pin: (message) => message.name === "operator",
 *   instructions: "Never delete a file without asking.",
 *   tools: { read_file: { keepLast: 3 }, list_files: "drop", ask_user: "keep", "*": { keepLast: 10 } },
 *   pictures: { keepLast: 2 },
 * };
 */
export interface PolicyOptions {
  /**
   * Messages that stay: their ids, or a function that returns true for them. Ids of no message are ignored. For a message without an id in the
   * list or the body of a caller, the id is `m` and its index. When the function throws, or returns neither true nor false, the message stays, and
   * a `reduction-step-failed` says so. The function is not async.
   */
  pin?: readonly string[] | ((message: Message) => boolean);
  /**
   * Texts that every request must hold, such as a rule that the user gave once. Of each text, the newest message of the user or the system that holds
   * it, character by character, stays. No result, answer or summary counts. A system prompt at the start stays in any case.
   */
  instructions?: string | readonly string[];
  /** The policy for each tool, by its name; `"*"` for all others. Each tool is counted by itself. */
  tools?: Readonly<Record<string, ToolPolicy>>;
  /**
   * The newest pictures of the user and of results stay, with the messages that hold them. A line such as `[image: png, source: url]` replaces each
   * other picture that the model has seen.
   */
  pictures?: {
    /** The number of newest pictures that stay; 0 or more. */
    keepLast: number;
  };
}
