// Runs of ways over whole conversations: what each request sends, what the prompt cache serves of it, and what it recalls.

import { PromptCache } from "./prompt-cache.mjs";
import { recallIn } from "./needed.mjs";
import { callsAt } from "./recordings.mjs";
import { windowFor } from "./replay.mjs";

/**
 * @typedef {object} Talk a conversation to replay
 * @property {import("backscroll").Message[]} messages
 * @property {number[]} counts the number of messages before each call
 * @property {number} window tokens
 * @property {ReturnType<typeof recallIn>} recall
 */

/**
 * @typedef {object} Call
 * @property {number} sent tokens
 * @property {number} served tokens that the cache serves
 * @property {boolean} [isMoved] true where the request before is not a prefix of this one; undefined for a request that is only computed
 * @property {number | null} recall from 0 to 1; null where little is needed
 */

/** Returns a conversation to replay for chat completions. @returns {Talk} */
export function talkOf(messages) {
  return { messages, counts: callsAt(messages), window: windowFor(messages, "openai-chat"), recall: recallIn(messages) };
}

/**
 * Replays a conversation.
 *
 * @param {Talk} talk
 * @param {import("../ways/way.mjs").Way} way
 * @param {import("../../../tests/support/judges.mjs").Target} target
 * @returns {Promise<(Call | null)[]>} null where the library threw and made no request
 */
export async function runOf({ messages, counts, window, recall }, way, target) {
  const run = way.begin(target);
  const cache = new PromptCache();
  const calls = [];
  for (const [call, count] of counts.entries()) {
    const body = await run.request(messages.slice(0, count), window).catch(() => null);
    calls.push(body === null ? null : { ...cache.take(body), recall: recall(call, body) });
  }
  run.end?.();
  return calls;
}

/** Returns the mean recall of calls. Calls without a request are left out, as they are of the bill. @param {(Call | null)[]} calls */
export function meanRecall(calls) {
  const shares = calls.flatMap((call) => call?.recall ?? []);
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** Returns the requests of calls with nothing but what is new in each: with each message sent once. @param {Call[]} calls of a run without a cut */
export function eachOnce(calls) {
  return calls.map(({ sent, served }) => ({ sent: sent - served, served: 0, recall: null }));
}
