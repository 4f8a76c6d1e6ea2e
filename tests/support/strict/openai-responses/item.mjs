/** Classifies items. */

import { ownAnswerId } from './own-tools.mjs';

/** @returns {object[]} the items of a request; none where the input is a string */
export const itemsOf = ({ input }) => (Array.isArray(input) ? input : []);

/** Returns the type of an item; a message may leave it out. */
export const typeOf = ({ type }) => type ?? 'message';

export const isCall = (item) => ['function_call', 'custom_tool_call'].includes(item.type);
export const isOutput = (item) => ['function_call_output', 'custom_tool_call_output'].includes(item.type);

/** Returns true for items that the model made, and for outputs of tools that the host does not run. */
export function isAssistants(item) {
  if (typeOf(item) === 'message') return item.role === 'assistant';
  return !isOutput(item) && ownAnswerId(item) === null && item.type !== 'additional_tools';
}
