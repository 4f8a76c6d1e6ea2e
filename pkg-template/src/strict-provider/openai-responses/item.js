/** Classifies items. */

import { ownAnswerId } from "./own-tools.js";

/** @returns {object[]} the items of a request; none where the input is a string */
export const itemsOf = ({ input }) => (Array.isArray(input) ? input : []);

/** Returns the type of an item. A message may leave it out, and a reference, which has an id and no role. */
export const typeOf = ({ type, id, role }) => type ?? ((id ?? null) !== null && role === undefined ? "item_reference" : "message");

export const isCall = (item) => ["function_call", "custom_tool_call"].includes(item.type);

/** Returns true for outputs that name their call. The output of a function may name none. */
export const isOutput = (item) =>
  ["function_call_output", "custom_tool_call_output"].includes(item.type) && (item.call_id ?? null) !== null;

/** Returns true for items that the model made, and for outputs of tools that the host does not run. */
export function isAssistants(item) {
  if (typeOf(item) === "message") return item.role === "assistant";
  return !isOutput(item) && ownAnswerId(item) === null && item.type !== "additional_tools";
}
