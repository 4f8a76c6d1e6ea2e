// A list of messages in the parts in which the page shows it.

/**
 * @typedef {object} Part
 * @property {"system" | "turn"} kind
 * @property {string} title
 * @property {import("backscroll").Message[]} messages
 */

/**
 * The system prompt, and turns: a user message and what follows up to the next one.
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

/** Ids of all calls, oldest first. */
export function callIds(messages) {
  return messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id));
}

/** An id that no call has. */
export function freeCallId(messages) {
  const taken = new Set(callIds(messages));
  let number = taken.size + 1;
  while (taken.has(`call_${number}`)) number += 1;
  return `call_${number}`;
}
