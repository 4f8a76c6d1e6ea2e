// Which repairs of a request mend something.

/**
 * Repairs without those that are no fault of the conversation: Mistral alone wants ids of nine letters and digits, and all others are mapped (MI3).
 *
 * @param {import("backscroll").Repair[]} repairs
 */
export function mendings(repairs) {
  return repairs.filter(({ code, rule }) => code !== "call-id-mapped" || rule !== "MI3");
}
