// The strict provider's judges, by the name of the target.

import { judgeAnthropic, judgeBedrock, judgeOpenAIChat } from "./strict/index.mjs";

/** @typedef {"openai-chat" | "anthropic" | "bedrock"} Target */

/** @type {Target[]} */
export const TARGETS = ["openai-chat", "anthropic", "bedrock"];

const JUDGES = { "openai-chat": judgeOpenAIChat, anthropic: judgeAnthropic, bedrock: judgeBedrock };

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
 * The same, for a body that keeps fields of other vendors: OpenAI refuses what it does not know, and vendors who speak its format do not.
 *
 * @param {Target} target
 * @param {object} body
 * @param {object} [options] those of the strict provider
 */
export function objectionOfVendor(target, body, options) {
  return objection(target, body, target === "openai-chat" ? { ...options, acceptUnknownFields: true } : options);
}
