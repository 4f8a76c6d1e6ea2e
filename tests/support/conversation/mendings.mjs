// Selects the repairs of a request that fix a fault of the conversation.

import { MAPPING_RULES } from "../targets.mjs";

/**
 * Repairs without those that are no fault of the conversation: some targets map all ids such as `call_1` (MI3), and Mistral wants a reply
 * between a result and the user (MI1).
 *
 * @param {import("backscroll").Repair[]} repairs
 */
export function mendings(repairs) {
  const isTargets = ({ code, rule }) => (code === "call-id-mapped" && MAPPING_RULES.includes(rule)) || code === "assistant-message-added";
  return repairs.filter((repair) => !isTargets(repair));
}
