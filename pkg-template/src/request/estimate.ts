// Estimates of tokens.

import { Method } from "../../../build/method.js";
import { stateless } from "../wasm/stateless.js";
import { isArray, picked, unlike } from "../input/check.js";
import { weigh } from "../wasm/estimates.js";
import { messagesJson } from "../input/message.js";
import { DEFAULT_LIMITS, coreName, estimator as checkEstimator, marginOf } from "../input/options.js";
import { format as checkFormat, formatOptionsJson } from "../input/request.js";
import { withoutLoneSurrogates } from "../input/surrogates.js";
import type { Estimator, FormatOrName, MessageInit } from "../types/index.js";

/**
 * Estimates the tokens of a text, or of messages as a history. With a `model`, uses its vocabulary, and adds the tokens that it counts for
 * messages, calls and media. Without a model, counts as for an unknown model: 1.2 times as much as OpenAI's, and 4 tokens a message. A
 * function as `estimator` gets each text of the messages: contents, names of calls, and names and values of their arguments.
 *
 * @throws ConversationError `invalid-argument`, `invalid-role`, `invalid-message`, `estimator-failed`, `too-deep`, `too-large`.
 * @example
 * estimateTokens("How many tokens are these?");
 * estimateTokens([{ role: "user", content: "Hello" }], { model: "claude-opus-4-8" });
 */
export function estimateTokens(
  messages: readonly MessageInit[] | string,
  options?: {
    /** Default `"script"`. */
    estimator?: Estimator;
    /** The model that reads them. */
    model?: string;
    /** The format in which they are sent, as for `toRequest`. Default `"openai-chat"`. */
    format?: FormatOrName;
    /** False: without the margin. Default true. */
    margin?: boolean;
  },
): number {
  const given = picked("options", options === undefined ? {} : options, ["estimator", "model", "format", "margin"]);
  const estimator = given.estimator === undefined ? "script" : checkEstimator("options.estimator", given.estimator);
  const name = namedFor(given, coreName(estimator, marginOf(given.margin)));
  if (typeof messages === "string") {
    if (typeof estimator === "function") return Math.ceil(weigh([withoutLoneSurrogates(messages)], estimator));
    return stateless((core) => core.call(Method.EstimateText, [name, messages]));
  }
  if (!isArray(messages)) throw unlike("messages", "a text or an array of messages", messages);
  const { json } = messagesJson(messages, "messages", DEFAULT_LIMITS);
  if (typeof estimator !== "function") return stateless((core) => core.call(Method.EstimateMessages, [name, json]));
  const { texts, beside } = stateless((core) => ({
    beside: core.call(Method.EstimateMessages, [name, json]),
    texts: core.json(Method.Texts, [json]) as string[],
  }));
  return beside + Math.ceil(weigh(texts, estimator));
}

/** The name of the core's estimator for a model; the same name without a model. */
function namedFor({ model, format }: Record<string, unknown>, estimator: string): string {
  if (model === undefined && format === undefined) return estimator;
  const name = format === undefined ? "openai-chat" : checkFormat(format);
  const options = formatOptionsJson(model === undefined ? {} : { capabilities: { model } });
  return stateless((core) => core.text(Method.EstimatorOf, [name, estimator, options]));
}
