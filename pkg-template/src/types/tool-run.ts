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
   * Ends the run: tools that have not begun are not called, and nobody waits for those that run. Each of these calls gets an error result
   * that says so, and a later value of its tool is ignored. Tools get the signal too.
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
  /** The results that were added, in the order of the calls. Empty when no call was open, or all of them wait. */
  readonly messages: Message[];
  /**
   * Open calls that did not run, because a person has to decide on them: those of a checkpoint, a provider's requests for approval, and calls
   * of a computer with safety checks. `suspend` and `resume` settle them.
   */
  readonly waiting: ToolCall[];
  /**
   * Results whose calls had gone when the tools were done: the conversation was cleared or rewound, went on with another path, or got
   * these results in another way. They are in no history.
   */
  readonly notAdded: RecordedResult[];
}
