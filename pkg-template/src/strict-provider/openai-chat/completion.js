import { ANSWERED_AT } from "../script.js";
import { countTokens } from "../tokens.js";

/** OpenAI caches prompts from 1,024 tokens on, in steps of 128. */
const CACHE_MINIMUM = 1024;
const CACHE_STEP = 128;

/**
 * Writes a reply as `POST /v1/chat/completions` answers it.
 *
 * @param {object} body the accepted request
 * @param {Required<import('../types.js').StrictReply>} reply
 * @param {import('../prompt-cache.js').CacheReading} cache
 * @param {(prefix: string) => string} newId
 * @returns {object}
 */
export function writeCompletion(body, reply, cache, newId) {
  return {
    id: newId("chatcmpl-"),
    object: "chat.completion",
    created: ANSWERED_AT,
    model: body.model,
    choices: [
      {
        index: 0,
        message: writeMessage(reply, newId),
        logprobs: null,
        finish_reason: reply.toolCalls.length > 0 ? "tool_calls" : "stop",
      },
    ],
    usage: writeUsage(reply, cache),
    service_tier: "default",
    system_fingerprint: null,
  };
}

function writeMessage({ text, toolCalls, thinking }, newId) {
  const message = { role: "assistant", content: text === "" ? null : text, refusal: null, annotations: [] };
  if (thinking !== "") message.reasoning_content = thinking;
  if (toolCalls.length > 0) message.tool_calls = toolCalls.map((call) => writeCall(call, newId));
  return message;
}

function writeCall({ id, name, arguments: given = {} }, newId) {
  const text = typeof given === "string" ? given : JSON.stringify(given);
  return { id: id ?? newId("call_"), type: "function", function: { name, arguments: text } };
}

function writeUsage(reply, { total, shared }) {
  const cached = Math.floor(shared / CACHE_STEP) * CACHE_STEP;
  const reasoning = countTokens(reply.thinking);
  const completion = countTokens([reply.text, reply.toolCalls]) + reasoning;
  return {
    prompt_tokens: total,
    completion_tokens: completion,
    total_tokens: total + completion,
    prompt_tokens_details: { cached_tokens: cached < CACHE_MINIMUM ? 0 : cached, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
