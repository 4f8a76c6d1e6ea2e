// Selects the repairs of a request that fix a fault of the conversation.

/**
 * Returns the repairs that fix a fault of the conversation. Leaves out two that only Mistral requires: ids of nine letters and digits
 * (MI3), and a reply between a result and the user (MI1).
 *
 * @param {import("backscroll").Repair[]} repairs
 */
export function mendings(repairs) {
  const isMistrals = ({ code, rule }) => (code === "call-id-mapped" && rule === "MI3") || code === "assistant-message-added";
  return repairs.filter((repair) => !isMistrals(repair));
}
