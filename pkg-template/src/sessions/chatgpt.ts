// Exports of ChatGPT: conversations as trees of messages.

import { isArray } from "../input/check.js";
import { type Fields, isRecord } from "./fields.js";
import { textIn } from "./messages.js";
import type { MadeRequest, Trace } from "./types.js";

export const chatgpt: Trace = {
  name: "ChatGPT export",
  read(value) {
    const conversations = isArray(value) ? value : [value];
    if (!conversations.some((one) => isRecord(one) && isRecord(one.mapping))) return null;
    return conversations.flatMap((one, place): MadeRequest[] => {
      if (!isRecord(one) || !isRecord(one.mapping)) return [];
      const messages = messagesIn(one);
      const title = typeof one.title === "string" && one.title !== "" ? `"${one.title}"` : `conversation ${place + 1}`;
      return messages.length === 0 ? [] : [{ value: { messages }, format: "openai-chat", place: title }];
    });
  },
};

/** The last node whose parent is known. */
const lastOf = (nodes: Readonly<Record<string, Fields>>): string | undefined =>
  Object.keys(nodes)
    .filter((name) => isRecord(nodes[name]) && "parent" in (nodes[name] as Fields))
    .at(-1);

/** The messages from the root to the current one. */
function messagesIn({ mapping, current_node: current }: Fields): Fields[] {
  const nodes = mapping as Readonly<Record<string, Fields>>;
  const leaf = typeof current === "string" && Object.hasOwn(nodes, current) ? current : lastOf(nodes);
  const messages: Fields[] = [];
  let node = leaf === undefined ? undefined : nodes[leaf];
  for (let steps = Object.keys(nodes).length; isRecord(node) && steps > 0; steps -= 1) {
    const { message, parent } = node as Fields;
    const role = isRecord(message) && isRecord(message.author) ? message.author.role : undefined;
    const content = isRecord(message) && isRecord(message.content) ? textIn(message.content.parts ?? message.content.text ?? "") : "";
    // Answers of its own tools have no calls that a request could hold.
    if (content !== "" && (role === "user" || role === "assistant" || role === "system")) messages.push({ role, content });
    node = typeof parent === "string" && Object.hasOwn(nodes, parent) ? nodes[parent] : undefined;
  }
  return messages.reverse();
}
