// The public types of `runTools`.

import type { RecordedResult } from "./suspension.js";
import type { Message, ToolCall } from "./index.js";

/**
 * Options of `runTools`.
 *
 * @example
 * const options: RunToolsOptions = { concurrency: 4, signal: AbortSignal.timeout(30_000) };
 */
export interface RunToolsOptions {
  /** The most tools that run at once: a whole number, 1 or more, or `Infinity`. Default: all calls at once. */
  concurrency?: number;
  /**
   * Ends the run: no further tools are called, and `runTools` does not wait for running tools. Each unfinished call gets an error result
   * that says so, and a later value of its tool is ignored. Tools get the signal, too.
   */
  signal?: AbortSignal;
}

/**
 * The report of `runTools`.
 *
 * @example
 * const { messages, waiting, notAdded }: ToolRun = await conversation.runTools(tools);
 */
export interface ToolRun {
  /** The added results, in the order of the calls. Empty if no call was open, or all open calls wait. */
  readonly messages: Message[];
  /**
   * Open calls that did not run, because a person has to decide: the calls of a checkpoint, a provider's requests for approval, and
   * computer calls with safety checks. Use `suspend` and `resume` for them.
   */
  readonly waiting: ToolCall[];
  /**
   * Results whose calls were gone when the tools finished: the conversation was cleared or rewound, continued on another path, or got these
   * results in another way. The history does not hold them.
   */
  readonly notAdded: RecordedResult[];
}
