import { ANSWERED_AT } from "../script.js";
import { countTokens } from "../tokens.js";
import { encryptedFor, idOf, pastOf, voidReasoning } from "./bonds.js";

/** OpenAI caches prompts from 1,024 tokens on, in steps of 128. */
const CACHE_MINIMUM = 1024;
const CACHE_STEP = 128;

/**
 * Writes a reply as `POST /v1/responses` answers it.
 *
 * @param {object} body the accepted request
 * @param {Required<import('../types.js').StrictReply>} reply
 * @param {import('../prompt-cache.js').CacheReading} cache
 * @param {(prefix: string) => string} newId
 * @returns {object}
 */
export function writeAnswer(body, reply, cache, newId) {
  return {
    id: newId("resp_"),
    object: "response",
    created_at: ANSWERED_AT,
    status: "completed",
    error: null,
    incomplete_details: null,
    input_transformations: voidReasoning(body).map(({ index, ...transformation }) => transformation),
    instructions: body.instructions ?? null,
    model: body.model,
    output: writeItems(body, reply, newId),
    parallel_tool_calls: true,
    previous_response_id: body.previous_response_id ?? null,
    store: body.store ?? true,
    tool_choice: "auto",
    tools: body.tools ?? [],
    usage: writeUsage(reply, cache),
  };
}

function writeItems(body, { text, toolCalls, thinking }, newId) {
  const reasoning = thinking === "" ? null : newId("rs_");
  const id = (prefix) => idOf(newId(prefix), reasoning);
  const items = [];
  if (reasoning !== null) {
    const encrypted = body.include?.includes("reasoning.encrypted_content")
      ? { encrypted_content: encryptedFor(reasoning, body.model, pastOf(body)) }
      : {};
    items.push({ id: reasoning, type: "reasoning", summary: [{ type: "summary_text", text: thinking }], ...encrypted });
  }
  if (text !== "") {
    const content = [{ type: "output_text", annotations: [], logprobs: [], text }];
    items.push({ id: id("msg_"), type: "message", status: "completed", role: "assistant", content });
  }
  for (const { name, id: callId, arguments: given = {} } of toolCalls) {
    const text = typeof given === "string" ? given : JSON.stringify(given);
    items.push({ id: id("fc_"), type: "function_call", status: "completed", call_id: callId ?? newId("call_"), name, arguments: text });
  }
  return items;
}

function writeUsage(reply, { total, shared }) {
  const cached = Math.floor(shared / CACHE_STEP) * CACHE_STEP;
  const reasoning = countTokens(reply.thinking);
  const output = countTokens([reply.text, reply.toolCalls]) + reasoning;
  return {
    input_tokens: total,
    input_tokens_details: { cached_tokens: cached < CACHE_MINIMUM ? 0 : cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: total + output,
  };
}
