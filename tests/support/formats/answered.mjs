// Converts providers' answers to messages of a request, without the engine.

import { LISTS, byTarget } from "../targets.mjs";

/** @typedef {import("../judges.mjs").Target} Target */

/**
 * Returns the message of an answer; for Responses, its items.
 *
 * @param {Target} target
 * @param {any} response
 */
export function answeredMessage(target, response) {
  return MESSAGES[target](response);
}

const MESSAGES = byTarget({
  "openai-chat": completion,
  anthropic: ({ content }) => ({ role: "assistant", content: content.map(saying) }),
  "openai-responses": ({ output }) => output.map(saying),
  gemini: ({ candidates: [{ content }] }) => ({ role: "model", parts: content?.parts ?? [] }),
  bedrock: ({ output: { message } }) => ({ ...message, content: message.content.map(called) }),
});

/** Converts a block of Converse. The `type` of a call matters if the tool is the provider's own. */
function called({ toolUse, ...block }) {
  if (toolUse === undefined) return block;
  const { type, ...call } = toolUse;
  return { ...block, toolUse: type === "tool_use" ? call : toolUse };
}

/** Returns the message of the first choice, without the `index` of its calls. */
function completion({ choices: [{ message }] }) {
  const { tool_calls: calls, ...said } = saying(message);
  const called = calls?.map(({ index, ...call }) => call);
  return { ...said, ...(called?.length > 0 && { tool_calls: called }) };
}

/** Returns the fields with a value. `content: null` stays, because it means that there is none. */
function saying(value) {
  const isIdle = ([name, field]) => name !== "content" && (field === null || (Array.isArray(field) && field.length === 0 && !["summary", "content"].includes(name)));
  return Object.fromEntries(Object.entries(value).filter((entry) => !isIdle(entry)));
}

/** Fields and parts of vendors that are not in OpenAI's types. */
const OF_VENDORS = { fields: ["reasoning", "reasoning_content", "reasoning_details"], part: "file_url" };

/**
 * Returns a body of chat completions without vendors' additions, as in the types of OpenAI's client.
 *
 * @param {any} body
 */
export function withoutVendors(body) {
  const known = (part) => (part.type === OF_VENDORS.part ? { type: "text", text: JSON.stringify(part) } : part);
  const messages = body.messages.map((message) => {
    const fields = Object.entries(message).filter(([name]) => !OF_VENDORS.fields.includes(name));
    return { ...Object.fromEntries(fields), ...(Array.isArray(message.content) && { content: message.content.map(known) }) };
  });
  return { ...body, messages };
}

/**
 * Returns a body with a message behind the others, or with that message alone.
 *
 * @param {Target} target
 * @param {any} body
 * @param {any} message null for a body without messages
 */
export function withMessage(target, body, message) {
  const name = LISTS[target];
  if (message === null) return { ...body, [name]: [] };
  const before = typeof body[name] === "string" ? [{ role: "user", content: body[name] }] : body[name];
  return { ...body, [name]: [...before, ...(Array.isArray(message) ? message : [message])] };
}
