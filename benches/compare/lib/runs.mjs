// Runs of ways over whole conversations: what each request sends, what the prompt cache serves of it, and what it recalls.

import { PromptCache } from "./prompt-cache.mjs";
import { recallIn } from "./needed.mjs";
import { callsAt } from "./recordings.mjs";
import { ROUNDING, windowFor } from "./replay.mjs";
import { sizeOf } from "./size.mjs";
import { survivalIn } from "./survival.mjs";

/**
 * @typedef {object} Talk a conversation to replay
 * @property {import("backscroll").Message[]} messages
 * @property {number[]} counts the number of messages before each call
 * @property {number} window tokens
 * @property {ReturnType<typeof recallIn>} recall
 * @property {ReturnType<typeof survivalIn>} survival
 */

/**
 * @typedef {object} Call
 * @property {number} sent tokens, with those of requests for a summary
 * @property {number} served tokens that the cache serves
 * @property {number} [rewritten] tokens that are neither served nor new; undefined for a request that is only computed
 * @property {boolean} [isMoved] true where the request before is not a prefix of this one; undefined for a request that is only computed
 * @property {boolean} [isOver] true for a request that is larger than the window; undefined where it is not measured
 * @property {number | null} recall from 0 to 1; null where little is needed
 * @property {number | null} survival of the user's words, from 0 to 1; null where there are none before the current request
 */

/** Returns a conversation to replay for chat completions. @returns {Talk} */
export function talkOf(messages) {
  return {
    messages,
    counts: callsAt(messages),
    window: windowFor(messages, "openai-chat"),
    recall: recallIn(messages),
    survival: survivalIn(messages),
  };
}

/**
 * Replays a conversation.
 *
 * @param {Talk} talk
 * @param {import("../ways/way.mjs").Way} way
 * @param {import("../../../tests/support/judges.mjs").Target} target
 * @param {boolean} [isMeasured] true if requests are compared with the window, which takes longer than the rest
 * @returns {Promise<(Call | null)[]>} null where the library threw and made no request
 */
export async function runOf({ messages, counts, window, recall, survival }, way, target, isMeasured = false) {
  const run = way.begin(target);
  const cache = new PromptCache();
  const calls = [];
  for (const [call, count] of counts.entries()) {
    const body = await run.request(messages.slice(0, count), window).catch(() => null);
    if (body === null) {
      calls.push(null);
      continue;
    }
    const isOver = isMeasured ? sizeOf(target, body) > window * (1 + ROUNDING) : undefined;
    const { sent, ...rest } = cache.take(body, count - (counts[call - 1] ?? 0));
    calls.push({ ...rest, isOver, sent: sent + (run.asked?.() ?? 0), recall: recall(call, body), survival: survival(call, body) });
  }
  run.end?.();
  return calls;
}

/** Returns the mean recall of calls. Calls without a request are left out, as they are of the bill. @param {(Call | null)[]} calls */
export const meanRecall = (calls) => mean(calls.flatMap((call) => call?.recall ?? []));

/** Returns the mean survival of calls. @param {(Call | null)[]} calls */
export const meanSurvival = (calls) => mean(calls.flatMap((call) => call?.survival ?? []));

function mean(shares) {
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** Returns the requests of calls with nothing but what is new in each: with each message sent once. @param {Call[]} calls of a run without a cut */
export function eachOnce(calls) {
  return calls.map(({ sent, served }) => ({ sent: sent - served, served: 0, recall: null, survival: null }));
}
