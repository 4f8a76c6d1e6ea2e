// The public types of policies: the host's own word about what a reduction keeps.

import type { Message, ToolCall } from "./message.js";

/**
 * The policy for the results of a tool.
 *
 * - `"keep"`: its calls and results stay whole.
 * - `{ keepLast: n }`: its newest `n` calls (a whole number, 0 or more) and their results stay whole. Its other results are cleared.
 * - `"drop"`: its results are cleared, as by `{ keepLast: 0 }`.
 * - `{ shorten }`: the function returns a shorter text for each of its results. It may get a text that it returned before, and should
 *   return it unchanged. Pictures and other media of the result stay.
 *
 * A result is cleared or shortened only after the model has read it, that is, before the newest assistant message. `[result cleared]`
 * replaces a cleared result.
 *
 * When `shorten` throws, or returns a longer text or no text, the result stays, and a `reduction-step-failed` reports it. The function is
 * not async.
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
      /** Not together with `keepLast`. */
      shorten?: never;
    }
  | {
      /** Returns a shorter text for a result of this call. */
      shorten: (text: string, call: ToolCall) => string;
      /** Not together with `shorten`. */
      keepLast?: never;
    };

/**
 * Options with which you decide what a reduction keeps. When a reduction is due, these policies act first. If they clear enough, nothing
 * else goes. `undo` restores what they cleared. `choices` of the report says which policy decided about a message.
 *
 * A message that a policy keeps is neither removed nor changed, and neither are the calls and results that belong to it. `pin` comes first,
 * then `instructions`, `tools` and `pictures`. When the policies keep more than the request can hold, `cannot-fit` names them. They do not
 * restore a message that an earlier reduction removed.
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
   * Messages that stay: their ids, or a function that returns true for them. Unknown ids are ignored. In your own list or body, a message
   * without an id has the id `m` and its index. When the function throws, or returns neither true nor false, the message stays, and a
   * `reduction-step-failed` reports it. The function is not async.
   */
  pin?: readonly string[] | ((message: Message) => boolean);
  /**
   * Texts that every request must hold, such as a rule that the user gave once. For each text, the newest message of the user or the system
   * that contains it exactly stays. Results, answers and summaries do not count. A system prompt at the start always stays.
   */
  instructions?: string | readonly string[];
  /** The policy for each tool, by name; `"*"` for all others. Calls are counted for each tool separately. */
  tools?: Readonly<Record<string, ToolPolicy>>;
  /**
   * The newest pictures of users and results stay, with the messages that hold them. A line such as `[image: png, source: url]` replaces
   * each other picture that the model has read.
   */
  pictures?: {
    /** The number of newest pictures that stay; 0 or more. */
    keepLast: number;
  };
}
