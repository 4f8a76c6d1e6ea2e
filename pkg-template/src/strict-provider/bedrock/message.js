import { countTokens } from "../tokens.js";

/**
 * Writes a reply as Converse answers it.
 *
 * @param {object} body the accepted request
 * @param {Required<import('../types.js').StrictReply>} reply
 * @param {import('../prompt-cache.js').CacheReading} cache
 * @param {(prefix: string) => string} newId
 * @returns {object}
 */
export function writeMessage(_body, { text, toolCalls, thinking }, { total, shared, marked }, newId) {
  const thought =
    thinking === "" ? [] : [{ reasoningContent: { reasoningText: { text: thinking, signature: `signed:${thinking.length}` } } }];
  const said = text === "" ? [] : [{ text }];
  const read = Math.min(shared, marked);
  const [input, output] = [total - marked, countTokens([text, toolCalls, thinking])];
  return {
    output: { message: { role: "assistant", content: [...thought, ...said, ...toolCalls.map((call) => writeCall(call, newId))] } },
    stopReason: toolCalls.length > 0 ? "tool_use" : "end_turn",
    usage: {
      inputTokens: input,
      outputTokens: output,
      totalTokens: total + output,
      cacheReadInputTokens: read,
      cacheWriteInputTokens: marked - read,
    },
    metrics: { latencyMs: 1 },
  };
}

function writeCall({ id, name, arguments: given = {} }, newId) {
  const input = typeof given === "string" ? JSON.parse(given) : given;
  return { toolUse: { toolUseId: id ?? newId("tooluse_"), name, input } };
}
