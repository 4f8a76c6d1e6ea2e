// Which repairs of a request mend something.

/**
 * Repairs without those that are no fault of the conversation. Mistral alone wants ids of nine letters and digits, and all others are
 * mapped (MI3); and it alone wants a reply between a result and the user (MI1).
 *
 * @param {import("backscroll").Repair[]} repairs
 */
export function mendings(repairs) {
  const isMistrals = ({ code, rule }) => (code === "call-id-mapped" && rule === "MI3") || code === "assistant-message-added";
  return repairs.filter((repair) => !isMistrals(repair));
}
