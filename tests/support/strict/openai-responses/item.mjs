/** What items are. */

import { ownAnswerId } from './own-tools.mjs';

/** @returns {object[]} the items of a request; none where the input is a string */
export const itemsOf = ({ input }) => (Array.isArray(input) ? input : []);

/** A message need not say its type. */
export const typeOf = ({ type }) => type ?? 'message';

export const isCall = (item) => ['function_call', 'custom_tool_call'].includes(item.type);
export const isOutput = (item) => ['function_call_output', 'custom_tool_call_output'].includes(item.type);

/** Items that the model made, or that came of its calls of tools which are not the host's. */
export function isAssistants(item) {
  if (typeOf(item) === 'message') return item.role === 'assistant';
  return !isOutput(item) && ownAnswerId(item) === null && item.type !== 'additional_tools';
}
