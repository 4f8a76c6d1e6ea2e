// Converts neutral messages to pieces that every library supports, so that all libraries get the same input.

/** @typedef {import("backscroll").Message} Message */

/**
 * @typedef {{ type: "text", text: string } | { type: "image", mediaType: string, data: string }
 *   | { type: "thinking", text: string, signature: string }} Piece
 */

/**
 * Returns the content in pieces. Reasoning without a signature is left out, because only its own model could read it. Other media become a
 * line that names them.
 *
 * @param {Message} message
 * @returns {Piece[]}
 */
export function piecesOf({ content }) {
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
  return parts.flatMap((part) => {
    if (part.type === "text" || part.type === "refusal") return part.text.trim() === "" ? [] : [{ type: "text", text: part.text }];
    if (part.type === "image" && part.data) return [{ type: "image", mediaType: part.mediaType ?? "image/png", data: part.data }];
    if (part.type === "reasoning") return part.signature ? [{ type: "thinking", text: part.text ?? "", signature: part.signature }] : [];
    return [{ type: "text", text: `[${part.type}: ${part.name ?? part.url ?? part.mediaType ?? "not shown"}]` }];
  });
}

/** Removes empty assistant messages: providers refuse them, and these libraries would send them. */
export function heard(messages) {
  return messages.filter((message) => message.role !== "assistant" || piecesOf(message).length > 0 || callsOf(message).length > 0);
}

/** Returns the text of a message. */
export function textOf(message) {
  return piecesOf(message)
    .flatMap((piece) => (piece.type === "text" ? [piece.text] : []))
    .join("\n");
}

/**
 * Returns the calls of a message, with their arguments as an object, as these libraries store them.
 *
 * @param {Message} message
 * @returns {{ id: string, name: string, input: object }[]}
 */
export function callsOf({ toolCalls = [] }) {
  return toolCalls.map(({ id, name, arguments: given }) => ({ id, name, input: typeof given === "string" ? parsed(given) : given }));
}

function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : { value };
  } catch {
    return text.trim() === "" ? {} : { text };
  }
}

/**
 * Groups successive results into one list, for libraries that keep the results of one reply together.
 *
 * @param {Message[]} messages
 * @returns {(Message | Message[])[]} lists hold results
 */
export function withResultsTogether(messages) {
  const groups = [];
  for (const message of messages) {
    if (message.role !== "tool") groups.push(message);
    else if (Array.isArray(groups.at(-1))) groups.at(-1).push(message);
    else groups.push([message]);
  }
  return groups;
}
