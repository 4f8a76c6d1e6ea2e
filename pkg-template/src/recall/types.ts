// The public types of `recall`.

import type { RecallDefinitions } from "../providers/registry/declarations.js";
import type { RecallParameters } from "./parameters.js";
import type { ConversationManager, Message, MessageInit, OffloadStore, Target } from "../index.js";

/**
 * The messages to recall from: a conversation, or a list in the form of this package, with everything in it. A function returns the list
 * as it is at each call. `convert` makes it of another format.
 *
 * @example
 * const source: RecallSource = () => convert(row.messages, "ai-sdk", "backscroll").body;
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
   * Tokens that an answer may take, 500 or more. They are counted roughly, and rather too high, without an estimator: four letters or
   * spaces of ASCII are one token, four other signs are three. Default 2,000.
   */
  maxTokens?: number;
  /** The store of `offload`, for results that the transcript no longer has. `run` is async then. */
  store?: Pick<OffloadStore, "get">;
  /** For a list: the messages that the model gets, such as those that `fit` returned. Searches leave them out. Default: all messages are searched. */
  sent?: RecallList | (() => RecallList);
}

/**
 * A tool by which a model gets back what was left out of a conversation.
 *
 * @example
 * const tool: Recall = recall(conversation);
 * await conversation.runTools({ ...tools, [tool.name]: tool.run });
 */
export interface Recall<Answer extends string | Promise<string> = string> {
  /** The name of the tool. */
  readonly name: string;
  /** Its use, for the model. */
  readonly description: string;
  /** The schema of its arguments, for SDKs with a form of their own. */
  readonly parameters: RecallParameters;
  /**
   * Returns the declaration in the form of a target. `prepare` takes any of them.
   *
   * @throws ConversationError `unknown-format`.
   */
  definition<T extends Target>(target: T): RecallDefinitions[T];
  /**
   * Runs the tool on arguments as a model wrote them: an object, or its JSON text. Whatever they are, it returns a text; a text about a
   * mistake says what to do. Needs no `this`.
   *
   * @throws ConversationError only where the program is at fault: `disposed`; `invalid-argument` for a source that returns no list.
   */
  readonly run: (args: unknown) => Answer;
}
