// The public types of `recall`.

import type { RecallDefinitions } from "../providers/registry/declarations.js";
import type { RecallParameters } from "./parameters.js";
import type { ConversationManager, Message, MessageInit, OffloadStore, Target } from "../index.js";

/**
 * The messages to recall: a conversation, or a complete list in the form of this package. A function is called at each use, and returns the
 * current list. `convert` makes the list from another format.
 *
 * @example
 * const source: RecallSource = () => convert(aiSdk, "backscroll", row.messages).body;
 */
export type RecallSource = Pick<ConversationManager, "transcript"> | RecallList | (() => RecallList);

/**
 * Messages in the form of this package.
 *
 * @example
 * const list: RecallList = [{ role: "user", content: "Hello" }];
 */
export type RecallList = readonly (MessageInit | Message)[];

/**
 * Options of `recall`.
 *
 * @example
 * const options: RecallOptions = { maxTokens: 4_000, name: "look_up" };
 */
export interface RecallOptions {
  /** The name of the tool. Default `"recall"`. */
  name?: string;
  /**
   * Tokens that a result may take, 500 or more. Without an estimator, they are counted roughly, and rather too high: four ASCII letters or
   * spaces are one token, four other characters are three. Default 2,000.
   */
  maxTokens?: number;
  /** The store of `offload`, for results that the transcript no longer has. `run` is async then. */
  store?: Pick<OffloadStore, "get">;
  /** For a list: the messages that the model has, such as the result of `fit`. Searches skip them. Default: all messages are searched. */
  sent?: RecallList | (() => RecallList);
}

/**
 * A tool with which a model reads what was left out of a conversation.
 *
 * @example
 * const tool: Recall = recall(conversation);
 * await conversation.runTools([weather, tool]);
 */
export interface Recall<Answer extends string | Promise<string> = string> {
  /** The name of the tool. */
  readonly name: string;
  /** A description of the tool, for the model. */
  readonly description: string;
  /** The schema of the arguments, for SDKs with their own form of tools. */
  readonly parameters: RecallParameters;
  /** Equal to `parameters`. With this field, the tool has the form of those that `tool` makes: `prepare` and `runTools` take both in one list. */
  readonly inputSchema: RecallParameters;
  /**
   * Returns the declaration in a target's form. `prepare` takes any target's form.
   *
   * @throws ConversationError `unknown-format`.
   */
  definition<T extends Target>(target: T): RecallDefinitions[T];
  /**
   * Runs the tool with a model's arguments: an object, or JSON text. It always returns a text; if the arguments are wrong, the text says
   * what to do. Needs no `this`.
   *
   * @throws ConversationError only for mistakes of the program: `disposed`; `invalid-argument` for a source that returns no list.
   */
  readonly run: (args: unknown) => Answer;
  /** Returns the declaration, for `JSON.stringify`. */
  toJSON(): Record<string, unknown>;
}
