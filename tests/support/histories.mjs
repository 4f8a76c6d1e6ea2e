// Valid histories to start from: the repository's own, and recordings if they are beside the checkout.

import { readFileSync } from "node:fs";
import { ConversationError, ConversationManager } from "backscroll";
import { LISTS, parted } from "./judges.mjs";
import { paramsFor } from "./request-params.mjs";
import { spread } from "./runs.mjs";
import { acceptedRequests, isBlanked, recordedConversations } from "./shared-data.mjs";

/** @typedef {import("./judges.mjs").Target} Target */

const fixture = (name) => JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), "utf8"));

/**
 * Returns bodies made from the repository's own transcripts, in windows of a few turns.
 *
 * @param {Target} target
 * @returns {object[]}
 */
export function ownBodies(target) {
  const { messages } = fixture("agent-transcript");
  const windows = turnsOf(messages.slice(1), 2).map((turns) => written(target, [messages[0], ...turns]));
  if (target === "openai-responses") return [...windows, ...fixture("responses-transcript")];
  return target === "anthropic" ? [...windows, rewritten("anthropic", fixture("anthropic-transcript"))] : windows;
}

/**
 * Returns bodies made from recorded conversations, and recorded requests that have a list of messages and all of their bytes.
 *
 * @param {Target} target
 * @param {number} [most] at most so many of both
 * @returns {object[]} none where the recordings are absent
 */
export function recordedBodies(target, most = Infinity) {
  const conversations = spread(recordedConversations().rows, most).map(({ messages }) => written(target, messages));
  const requests = spread(acceptedRequests(target).rows, most).map(({ request }) => request).filter((body) => Array.isArray(body[LISTS[target]]));
  return [...conversations.filter((body) => body !== null), ...requests.filter((body) => !isBlanked(body))];
}

/** Returns each run of `count` turns. A turn is a user message and everything up to the next one. */
function turnsOf(messages, count) {
  const starts = messages.flatMap(({ role }, index) => (role === "user" ? [index] : []));
  return starts.map((start, turn) => messages.slice(start, starts[turn + count] ?? messages.length));
}

/** Returns the body for a conversation in OpenAI's form; null where there is nothing to send. */
function written(target, messages) {
  const conversation = ConversationManager.from("openai-chat", { messages });
  try {
    return conversation.toRequest(target, paramsFor(target, messages)).body;
  } catch (error) {
    if (error instanceof ConversationError && error.code === "nothing-to-send") return null;
    throw error;
  } finally {
    conversation.dispose();
  }
}

/**
 * Reads a body and writes it again, with everything beside the messages as params.
 *
 * @param {Target} target
 * @param {object} body
 */
export function rewritten(target, body) {
  const { said, params } = parted(target, body);
  const conversation = ConversationManager.from(target, said);
  try {
    return conversation.toRequest(target, params).body;
  } finally {
    conversation.dispose();
  }
}
