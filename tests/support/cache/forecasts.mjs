// Replays recorded conversations, and compares what each request forecasts with what a model of the provider's cache serves.

import { ConversationManager, breakdown, estimateTokens, sanitize } from "backscroll";
import { roomForFloor } from "../reduce/floor.mjs";
import { paramsFor } from "../request-params.mjs";
import { LISTS } from "../targets.mjs";

/** The window, as a share of the size of the whole conversation. */
const WINDOW = 0.5;

/**
 * @typedef {object} Setup
 * @property {import("../targets.mjs").Target} target
 * @property {string} model
 * @property {object} options of `prepare`
 *
 * @typedef {object} Asked one request
 * @property {number} forecast tokens that the request says the cache serves
 * @property {number} served tokens that the cache serves
 * @property {boolean} isReduced
 */

/** Fields that are left out: breakpoints of the recording, and reasoning, which counts in `tokens` where a target leaves it out, too. */
const LEFT_OUT = ["cache_control", "reasoning_content", "reasoning"];

/** Returns true for a recording whose messages hold text alone: media count in `tokens` where a target leaves them out, too. */
export function isText({ messages }) {
  return messages.every(({ content }) => !Array.isArray(content) || content.every(({ type }) => type === "text"));
}

/**
 * Replays a conversation in half of the window that it needs, and sends each request to a cache.
 *
 * @param {Setup} setup
 * @param {{ messages: object[] }} recording in OpenAI's form
 * @param {{ ask(body: object): number }} cache
 * @returns {Promise<Asked[]>}
 */
export async function replay({ target, model, options }, recording, cache) {
  const said = JSON.parse(JSON.stringify(recording.messages, (name, value) => (LEFT_OUT.includes(name) ? undefined : value)));
  const given = sanitize("openai-chat", { model: "any", messages: said }).body;
  const { messages } = ConversationManager.from("openai-chat", given);
  const params = { ...paramsFor(target, given.messages), model };
  const counts = callsOf(messages);
  const conversation = new ConversationManager({ tokenLimit: windowOf(messages, counts, { target, params, options }), reserveTokens: 0 });
  const asked = [];
  let taken = 0;
  for (const count of counts) {
    for (const message of messages.slice(taken, count)) conversation.addMessage(message);
    taken = count;
    const request = await conversation.prepare(target, params, options);
    asked.push({ forecast: request.forecast().cachedTokens, served: cache.ask(request.body), isReduced: request.reduction !== null });
  }
  conversation.dispose();
  return asked;
}

/** Returns the number of messages before each call of the model. */
function callsOf(messages) {
  const first = messages.findIndex(({ role }) => role !== "system");
  const calls = messages.flatMap(({ role }, index) => (role === "assistant" && index > first ? [index] : []));
  return messages.at(-1).role === "assistant" ? calls : [...calls, messages.length];
}

/** Returns the window: never smaller than what must stay at a call, and the params. */
function windowOf(messages, counts, { target, params, options }) {
  const asked = { format: target, model: params.model };
  const floors = counts.map((count) => roomForFloor(messages.slice(0, count), asked));
  const alone = breakdown(target, { ...params, [LISTS[target]]: [{ role: "user", content: "." }] }, { vendor: options.vendor });
  return alone.tokens + Math.max(Math.floor(estimateTokens(messages, asked) * WINDOW), ...floors);
}
