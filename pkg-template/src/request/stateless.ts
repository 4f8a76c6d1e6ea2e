// Functions that need no conversation.

import { Method } from "../../../build/method.js";
import { UNBOUNDED, stateless } from "../wasm/stateless.js";
import { LISTS } from "../providers/names.js";
import { type PlainObject, isArray, picked, unlike } from "../input/check.js";
import { weigh } from "../wasm/estimates.js";
import { toJson } from "../input/json.js";
import { messagesJson } from "../input/message.js";
import { DEFAULT_LIMITS, coreName, estimator as checkEstimator, marginOf } from "../input/options.js";
import { format as checkFormat, formatOptionsJson, requestBody, targetNumber } from "../input/request.js";
import { surrogateRepairs, withoutLoneSurrogates } from "../input/surrogates.js";
import { asItIs } from "./as-it-is.js";
import { type EditedFields, editedCopy, ownCopy } from "./edited-body.js";
import type { Estimator, FormatOptions, FormatOrName, MessageInit, Repair, Target } from "../types/index.js";

/**
 * Makes a provider's own request body valid: gives calls results, moves results next to their calls, and corrects or removes anything else
 * that the provider would refuse. `repairs` lists each change. A body that the provider accepts is not changed. The input is not modified.
 * Unknown fields are kept, and so are bytes in `Uint8Array`s, as in Amazon's client. A second call repairs nothing. The result is a copy.
 *
 * @throws ConversationError `unknown-format`, `invalid-argument`, `invalid-message`, `too-deep`, `too-large`; `nothing-to-send` when no
 * message is left.
 * @example
 * const { body, repairs } = sanitize("openai-chat", { model: "gpt-5", messages });
 */
export function sanitize<T>(
  target: Target,
  body: T,
  options?: FormatOptions,
): {
  /** The valid body. */
  body: T;
  /** The changes. */
  repairs: Repair[];
} {
  const number = targetNumber(target);
  const given = requestBody(target, body);
  const optionsText = formatOptionsJson(options);
  const list = LISTS[target] as string;
  if (asItIs(target, given, optionsText, null) !== null) return { body: ownCopy(given) as T, repairs: [] };
  const text = toJson(given, { ...UNBOUNDED, name: "The body" });
  const { body: fields, repairs } = stateless((core) => core.json(Method.Sanitize, [number, text.json, optionsText]) as Sanitized);
  return {
    body: editedCopy(fields, given as PlainObject, list, text) as T,
    repairs: [...surrogateRepairs(text.replaced), ...repairs],
  };
}

/** The answer of the core: what it changed. */
interface Sanitized {
  readonly body: EditedFields;
  readonly repairs: Repair[];
}

/**
 * Drops calls without results, results without calls, and assistant messages that become empty. A result belongs to its call wherever it
 * follows; of parallel calls, those with results stay. Everything else stays unchanged. A second call changes nothing. To send a request,
 * use `sanitize` or `toRequest`, which drop less.
 *
 * @throws ConversationError `invalid-argument`, `invalid-role`, `invalid-message`, `too-deep`, `too-large`.
 * @example
 * const history = sanitizeToolCalls([{ role: "user", content: "Hello" }, { role: "tool", toolCallId: "gone", content: "?" }]); // one message
 */
export function sanitizeToolCalls(messages: readonly MessageInit[]): MessageInit[] {
  const { json } = messagesJson(messages, "messages", DEFAULT_LIMITS);
  return stateless((core) => core.json(Method.SanitizeToolCalls, [json]) as MessageInit[]);
}

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
