// The strict provider's judges, by the name of the target.

import { judgeAnthropic, judgeBedrock, judgeGemini, judgeMistral, judgeOpenAIChat, judgeOpenAIResponses } from "./strict/index.mjs";

/** @typedef {"openai-chat" | "anthropic" | "openai-responses" | "gemini" | "bedrock" | "mistral"} Target */

/** @type {Target[]} */
export const TARGETS = ["openai-chat", "anthropic", "openai-responses", "gemini", "bedrock", "mistral"];

const JUDGES = { "openai-chat": judgeOpenAIChat, anthropic: judgeAnthropic, "openai-responses": judgeOpenAIResponses, gemini: judgeGemini, bedrock: judgeBedrock, mistral: judgeMistral };

/** Targets whose own provider refuses what it does not know, and whose other vendors do not. */
const SPOKEN_BY_VENDORS = ["openai-chat", "openai-responses", "mistral"];

/** @type {Record<Target, string>} what each calls its list of messages */
export const LISTS = { "openai-chat": "messages", anthropic: "messages", "openai-responses": "input", gemini: "contents", bedrock: "messages", mistral: "messages" };

/** @type {Record<Target, string>} what each calls the system prompt beside them; Chat Completions has none */
export const SYSTEMS = { "openai-chat": "system", anthropic: "system", "openai-responses": "instructions", gemini: "systemInstruction", bedrock: "system", mistral: "system" };

/**
 * A body, parted: the conversation that it holds, and what stands beside it.
 *
 * @param {Target} target
 * @param {object} body
 * @returns {{ said: object, params: object }}
 */
export function parted(target, body) {
  const isSaid = ([name]) => [LISTS[target], SYSTEMS[target], "system_instruction"].includes(name);
  const fields = Object.entries(body).filter(([, value]) => value !== undefined);
  return { said: Object.fromEntries(fields.filter(isSaid)), params: Object.fromEntries(fields.filter((field) => !isSaid(field))) };
}

/**
 * What the provider says of a body that it refuses; null when it accepts it.
 *
 * @param {Target} target
 * @param {object} body
 * @param {object} [options] those of the strict provider
 */
export function judged(target, body, options) {
  return JUDGES[target](body, options);
}

/**
 * The same in one line.
 *
 * @param {Target} target
 * @param {object} body
 * @param {object} [options] those of the strict provider
 * @returns {string | null} the rule and the provider's words; null when it accepts the body
 */
export function objection(target, body, options) {
  const refusal = judged(target, body, options);
  return refusal === null ? null : `${refusal.rule}: ${refusal.message}`;
}

/**
 * The same, for a body that keeps fields of other vendors: OpenAI and Mistral refuse what they do not know, and vendors who speak their formats do not.
 *
 * @param {Target} target
 * @param {object} body
 * @param {object} [options] those of the strict provider
 */
export function objectionOfVendor(target, body, options) {
  return objection(target, body, SPOKEN_BY_VENDORS.includes(target) ? { ...options, acceptUnknownFields: true } : options);
}
