import { countTokens } from "../tokens.js";
import { readConversation } from "./conversation.js";
import { sign } from "./signature.js";

/**
 * Writes a reply as `POST /v1/messages` answers it.
 *
 * @param {object} body the accepted request
 * @param {Required<import('../types.js').StrictReply>} reply
 * @param {import('../prompt-cache.js').CacheReading} cache
 * @param {(prefix: string) => string} newId
 * @returns {object}
 */
export function writeMessage(body, reply, cache, newId) {
  return {
    id: newId("msg_"),
    type: "message",
    role: "assistant",
    model: body.model,
    content: writeBlocks(body, reply, newId),
    stop_reason: reply.toolCalls.length > 0 ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: writeUsage(reply, cache),
  };
}

function writeBlocks(body, { text, toolCalls, thinking }, newId) {
  const blocks = [];
  if (thinking !== "") {
    blocks.push({ type: "thinking", thinking, signature: sign(thinking, readConversation(body)) });
  }
  if (text !== "") blocks.push({ type: "text", text });
  return [...blocks, ...toolCalls.map((call) => writeCall(call, newId))];
}

function writeCall({ id, name, arguments: given = {} }, newId) {
  const input = typeof given === "string" ? JSON.parse(given) : given;
  return { type: "tool_use", id: id ?? newId("toolu_"), name, input };
}

/** Computes the usage: input before the last breakpoint is read from the cache or written to it; the rest is uncached. */
function writeUsage(reply, { total, shared, marked }) {
  const read = Math.min(shared, marked);
  return {
    input_tokens: total - marked,
    cache_creation_input_tokens: marked - read,
    cache_read_input_tokens: read,
    output_tokens: countTokens([reply.text, reply.toolCalls, reply.thinking]),
    service_tier: "standard",
  };
}
