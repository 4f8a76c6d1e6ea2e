import { ANSWERED_AT } from "../script.js";
import { countTokens } from "../tokens.js";

/**
 * Writes a reply as Mistral answers `POST /v1/chat/completions`.
 *
 * @param {object} body the accepted request
 * @param {Required<import('../types.js').StrictReply>} reply
 * @param {import('../prompt-cache.js').CacheReading} cache
 * @param {(prefix: string) => string} newId
 * @returns {object}
 */
export function writeCompletion(body, reply, { total, shared }, newId) {
  const { text, toolCalls, thinking } = reply;
  const thought = { type: "thinking", thinking: [{ type: "text", text: thinking }], closed: true };
  const chunks = text === "" ? [thought] : [thought, { type: "text", text }];
  const message = {
    role: "assistant",
    content: thinking === "" ? text : chunks,
    tool_calls: toolCalls.length === 0 ? null : toolCalls.map((call, index) => writeCall(call, index, newId)),
  };
  const completion = countTokens([text, toolCalls, thinking]);
  return {
    id: newId("cmpl"),
    object: "chat.completion",
    created: ANSWERED_AT,
    model: body.model,
    choices: [{ index: 0, message, finish_reason: toolCalls.length > 0 ? "tool_calls" : "stop" }],
    usage: {
      prompt_tokens: total,
      completion_tokens: completion,
      total_tokens: total + completion,
      prompt_tokens_details: { cached_tokens: shared },
    },
  };
}

/** Mistral's ids are nine letters or digits. */
function writeCall({ id, name, arguments: given = {} }, index, newId) {
  const text = typeof given === "string" ? given : JSON.stringify(given);
  return { id: id ?? newId("").slice(-9), type: "function", function: { name, arguments: text }, index };
}
