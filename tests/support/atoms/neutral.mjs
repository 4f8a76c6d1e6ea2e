// Lists the pieces of a conversation's messages, in the form that `atoms.mjs` uses for requests.

import { callValue, parsed } from "./call-value.mjs";

/**
 * @param {import("backscroll").MessageInit[]} messages
 * @returns {import("./atoms.mjs").Atom[]} in order; the system prompt counts as a message
 */
export function neutralAtoms(messages) {
  return messages.flatMap((message, index) => {
    const at = { message: index, role: message.role, ...(message.role === "tool" ? { id: message.toolCallId } : {}) };
    const result = message.role === "tool" ? [{ ...at, kind: "result", value: "" }] : [];
    const said = partsOf(message).map((part) => ({ ...at, ...atom(part) }));
    const calls = (message.toolCalls ?? []).map((call) => ({ ...at, ...called(call) }));
    return [...result, ...said, ...calls].filter(({ kind, value }) => kind !== "text" || value !== "");
  });
}

/** @returns {object[]} the parts of a message's content */
export function partsOf({ content }) {
  return typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
}

function called({ id, name, arguments: given }) {
  return { kind: "call", id, value: callValue(name, parsed(given)) };
}

function atom(part) {
  switch (part.type) {
    case "text":
      return { kind: "text", value: part.text };
    case "reasoning":
      return { kind: "reasoning", value: part.text };
    case "image":
    case "file":
      return { kind: "media", value: part.data ?? part.url };
    default:
      throw new TypeError(`no transcript has a part of the type \`${part.type}\``);
  }
}
