// The messages that a provider reads: from its newest compaction on.

/** A block of Anthropic. One without content is of a compaction that failed. */
const isBlock = ({ type, content }) => type === "compaction" && Boolean(content);

/** An item of Responses. */
const isItem = ({ type, encrypted_content: encrypted }) => type === "compaction" && Boolean(encrypted);

/**
 * @param {object[]} messages the list of a request
 * @returns {object[]} the list from the message with the newest boundary on; all of it without one
 */
export function fromBoundary(messages) {
  if (!Array.isArray(messages)) return messages;
  const holds = (message) => isItem(message) || (Array.isArray(message.content) && message.content.some(isBlock));
  return messages.slice(Math.max(messages.findLastIndex(holds), 0));
}
