// The public types of `compress`.

import type { ToolDefinitions } from "../providers/registry/declarations.js";
import type { CompressParameters } from "./parameters.js";
import type { ConversationManager, Target } from "../index.js";

/**
 * The conversation whose messages the tool replaces.
 *
 * @example
 * const source: CompressSource = conversation;
 */
export type CompressSource = Pick<ConversationManager, "reduceNow" | "reductions">;

/**
 * Options of `compress`.
 *
 * @example
 * const options: CompressOptions = { name: "close_chapter", maxTokens: 1_000 };
 */
export interface CompressOptions {
  /** The name of the tool. Default `"compress"`. */
  name?: string;
  /**
   * Tokens that a summary may take, 1 or more; a longer one is refused. They are counted roughly, and rather too high: four ASCII letters or
   * spaces are one token, four other characters are three. Default 2,000.
   */
  maxTokens?: number;
}

/**
 * A tool with which a model replaces a finished part of the conversation by its own summary.
 *
 * @example
 * const tool: Compress = compress(conversation);
 * await conversation.runTools([weather, tool]);
 */
export interface Compress {
  /** The name of the tool. */
  readonly name: string;
  /** A description of the tool, for the model. */
  readonly description: string;
  /** The schema of the arguments, for SDKs with their own form of tools. */
  readonly parameters: CompressParameters;
  /** Equal to `parameters`. With this field, the tool has the form of those that `tool` makes: `prepare` and `runTools` take both in one list. */
  readonly inputSchema: CompressParameters;
  /**
   * Returns the declaration in a target's form. `prepare` takes any target's form.
   *
   * @throws ConversationError `unknown-format`.
   */
  definition<T extends Target>(target: T): ToolDefinitions<CompressParameters>[T];
  /**
   * Runs the tool with a model's arguments: an object, or JSON text. It resolves with a text; if the arguments are wrong, or nothing can be
   * replaced, the text says what to do. Waits until a running `prepare`, `recover` or `reduceNow` has ended. Needs no `this`.
   *
   * @throws ConversationError only for mistakes of the program: `disposed`; `estimator-failed`; `reducer-failed` within a reducer of the same
   * conversation. Also the error of your `onReduce`.
   */
  readonly run: (args: unknown) => Promise<string>;
  /** Returns the declaration, for `JSON.stringify`. */
  toJSON(): Record<string, unknown>;
}
