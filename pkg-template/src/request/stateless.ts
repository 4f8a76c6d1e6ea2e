// Functions that need no conversation.

import { UNBOUNDED, atDesk } from "../wasm/stateless.js";
import { count, describe, invalid, isArray, picked } from "../input/check.js";
import { weigh } from "../wasm/engine.js";
import { toJson, withBytes } from "../input/json.js";
import { messagesJson } from "../input/message.js";
import { DEFAULT_LIMITS, estimator as checkEstimator } from "../input/options.js";
import { FORMAT_OPTIONS, formatOptionsJson, requestBody, targetNumber } from "../input/request.js";
import { surrogateRepairs, withoutLoneSurrogates } from "../input/surrogates.js";
import { readJson, write, writeAll } from "../wasm/text.js";
import { type BodyTexts, trimBy } from "./trim-by.js";
import type { Estimator, FormatOptions, MessageInit, Reduction, Repair, Target } from "../types/index.js";

/**
 * Makes a provider's own request body sendable again: calls get their results, results stand beside their calls, what the provider
 * refuses is mended or left out, and each change is listed in `repairs`. A body that the provider accepts is not changed. The input
 * is untouched; fields that are not known are kept, and bytes that were given as `Uint8Array`, as Amazon's client has them, stay such.
 * Doing it twice repairs nothing.
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
  /** The body, sendable. */
  body: T;
  /** What was mended or left out. */
  repairs: Repair[];
} {
  const number = targetNumber(target);
  const given = requestBody(target, body);
  const optionsText = formatOptionsJson(options);
  const text = toJson(given, { ...UNBOUNDED, name: "The body" });
  const outcome = atDesk((desk) => {
    const [length = 0, optionsLength = 0] = writeAll(desk, [text.json, optionsText]);
    return readJson(desk, desk.sanitize(number, length, optionsLength)) as { body: T; repairs: Repair[] };
  });
  return { body: withBytes(outcome.body, text), repairs: [...surrogateRepairs(text.replaced), ...outcome.repairs] };
}

/**
 * Makes a provider's own request body fit: sendable as `sanitize` makes it, and at most `maxTokens` by the `estimator`, all its fields
 * counted. It loses as little as that takes: old tool results are cleared, others shortened, then the oldest turns go, then the
 * oldest rounds of the current turn. The system prompt, the newest message of the user and the newest message with its calls and results
 * stay, though these results may be cut down. The input is untouched, and what need not change is not changed.
 *
 * With a function as estimator, the cut is found by `"script"` in proportion, and the function has the last word. It may cut a little
 * more than it must then, and sizes in `shortened` and `steps` are in proportion.
 *
 * In the report messages are called `m0`, `m1`, ... by their place in the body; `firstChangedIndex` is such a place; sizes are those of
 * whole requests.
 *
 * @throws ConversationError `cannot-fit` when what stays is too large, with the numbers as `details`; `estimator-failed`; and as
 * `sanitize`.
 * @example
 * const { body, reduction } = trim("anthropic", { model, max_tokens: 1024, messages }, { maxTokens: 150_000 });
 */
export function trim<T>(
  target: Target,
  body: T,
  options: {
    /** Tokens that the whole request may take. */
    maxTokens: number;
    /** Default `"script"`. */
    estimator?: Estimator;
  } & FormatOptions,
): {
  /** The body, sendable and small enough. */
  body: T;
  /** What was removed or shortened for it. */
  reduction: Reduction;
} {
  const number = targetNumber(target);
  const given = requestBody(target, body);
  const { maxTokens, estimator: givenEstimator, ...formatOptions } = picked("options", options, [...FORMAT_OPTIONS, "maxTokens", "estimator"]);
  const most = count("options.maxTokens", maxTokens);
  const estimator = givenEstimator === undefined ? "script" : checkEstimator("options.estimator", givenEstimator);
  const optionsText = formatOptionsJson(formatOptions);
  const text = toJson(given, { ...UNBOUNDED, name: "The body" });
  const trimTo = (name: string) => (limit: number) =>
    atDesk((desk) => {
      const [length = 0, optionsLength = 0] = writeAll(desk, [text.json, optionsText]);
      return readJson(desk, desk.trim(number, length, optionsLength, name, limit)) as { body: T; reduction: Reduction };
    });
  const textsOf = (json: string) =>
    atDesk((desk) => {
      const [length = 0, optionsLength = 0] = writeAll(desk, [json, optionsText]);
      return readJson(desk, desk.bodyTexts(number, length, optionsLength)) as BodyTexts;
    });
  const { body: trimmed, reduction } = typeof estimator === "function" ? trimBy(trimTo("script"), textsOf, estimator, most) : trimTo(estimator)(most);
  return { body: withBytes(trimmed, text), reduction: { ...reduction, repairs: [...surrogateRepairs(text.replaced), ...reduction.repairs] } };
}

/**
 * Drops calls without results and results without calls, and the assistant messages that this leaves empty. A call counts when it is
 * announced before its result, wherever that is; parallel calls that are partly answered keep the answered ones. The rest stays as
 * it is. Doing it twice changes nothing. For a request to send, `sanitize` and `toRequest` lose less.
 *
 * @throws ConversationError `invalid-argument`, `invalid-role`, `invalid-message`, `too-deep`, `too-large`.
 * @example
 * const history = sanitizeToolCalls([{ role: "user", content: "Hello" }, { role: "tool", toolCallId: "gone", content: "?" }]); // one message
 */
export function sanitizeToolCalls(messages: MessageInit[]): MessageInit[] {
  const { json } = messagesJson(messages, "messages", DEFAULT_LIMITS);
  return atDesk((desk) => readJson(desk, desk.sanitizeToolCalls(write(desk, json))) as MessageInit[]);
}

/**
 * Estimates the tokens of a text, or of messages as if they were a history. A function as estimator is asked for each text of the
 * messages (contents, and names and arguments of calls); as with `"script"`, each message costs 4 tokens beside, and media what
 * providers publish.
 *
 * @throws ConversationError `invalid-argument`, `invalid-role`, `invalid-message`, `estimator-failed`, `too-deep`, `too-large`.
 * @example
 * estimateTokens("How many tokens are these?");
 * estimateTokens([{ role: "user", content: "Hello" }], { estimator: "bytes/3" });
 */
export function estimateTokens(
  messages: MessageInit[] | string,
  options?: {
    /** Default `"script"`. */
    estimator?: Estimator;
  },
): number {
  const given = picked("options", options === undefined ? {} : options, ["estimator"]);
  const estimator = given.estimator === undefined ? "script" : checkEstimator("options.estimator", given.estimator);
  if (typeof messages === "string") {
    if (typeof estimator === "function") return Math.ceil(weigh([withoutLoneSurrogates(messages)], estimator));
    return atDesk((desk) => desk.estimate(estimator, write(desk, messages), true));
  }
  if (!isArray(messages)) throw invalid(`\`messages\` must be a text or an array of messages; given was ${describe(messages)}.`);
  const { json } = messagesJson(messages, "messages", DEFAULT_LIMITS);
  if (typeof estimator !== "function") return atDesk((desk) => desk.estimate(estimator, write(desk, json), false));
  const { texts, beside } = atDesk((desk) => ({ beside: desk.estimate("given", write(desk, json), false), texts: readJson(desk, desk.texts(write(desk, json))) as string[] }));
  return beside + Math.ceil(weigh(texts, estimator));
}
