// The messages that a provider reads: from its newest compaction on.

import { isAssistants } from "../../../pkg-template/src/strict-provider/openai-responses/item.js";

/** A block of Anthropic. One without content is of a compaction that failed. */
const isBlock = ({ type, content }) => type === "compaction" && Boolean(content);

/** An item of Responses. */
const isItem = ({ type, encrypted_content: encrypted }) => type === "compaction" && Boolean(encrypted);

/**
 * @param {object[]} messages the list of a request
 * @returns {object[]} the list from the message with the newest boundary on; all of it without one
 */
export const fromBoundary = (messages) => (Array.isArray(messages) ? messages.slice(Math.max(placeIn(messages), 0)) : messages);

/**
 * @param {object[]} messages the list of a request
 * @returns {object[]} the same, with the items of the response that ended with the boundary: they are one message
 */
export function fromResponseOfBoundary(messages) {
  if (!Array.isArray(messages)) return messages;
  let from = placeIn(messages);
  const isOne = from >= 0 && isItem(messages[from]);
  while (isOne && from > 0 && isAssistants(messages[from - 1])) from -= 1;
  return messages.slice(Math.max(from, 0));
}

const placeIn = (messages) => messages.findLastIndex((message) => isItem(message) || (Array.isArray(message.content) && message.content.some(isBlock)));
