// Splits a list of messages into the parts that the page shows.

/**
 * @typedef {object} Part
 * @property {"system" | "turn"} kind
 * @property {string} title
 * @property {import("backscroll").Message[]} messages
 */

/**
 * Returns the system prompt and the turns. A turn is a user message and everything up to the next one.
 *
 * @param {import("backscroll").Message[]} messages
 * @returns {Part[]}
 */
export function partsOf(messages) {
  const parts = [];
  let turns = 0;
  for (const message of messages) {
    const isPrompt = message.role === "system" && !message.isSummary && parts.length === 0;
    if (isPrompt) parts.push({ kind: "system", title: "System prompt", messages: [message] });
    else if (message.role === "user" || parts.at(-1)?.kind !== "turn") {
      turns += 1;
      parts.push({ kind: "turn", title: `Turn ${turns}`, messages: [message] });
    } else parts.at(-1).messages.push(message);
  }
  return parts;
}

/** Returns the ids of all calls, oldest first. */
export function callIds(messages) {
  return messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id));
}

/** Returns an id that no call has. */
export function freeCallId(messages) {
  const taken = new Set(callIds(messages));
  let number = taken.size + 1;
  while (taken.has(`call_${number}`)) number += 1;
  return `call_${number}`;
}
