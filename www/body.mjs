// A request body that the user pasted.

import { targetOf } from "./formats.mjs";

/**
 * Returns the body with its format. Null for a list of messages alone, and for a format that is no provider's.
 *
 * @typedef {{ format: import("backscroll").Target, body: object }} Pasted
 * @returns {Pasted | null}
 */
export function pasted(format, body) {
  const isBody = targetOf(format) !== undefined && typeof body === "object" && body !== null && !Array.isArray(body);
  return isBody ? { format, body } : null;
}

/** Returns the fields of the body beside the conversation: the model, the tools, and any other. */
export function paramsOf({ format, body }) {
  const { conversation } = targetOf(format);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !conversation.includes(name)));
}
