// Makes thinking as the strict provider would: signed, and bound to its conversation.

import { readConversation } from "./strict/anthropic/conversation.mjs";
import { sign } from "./strict/anthropic/signature.mjs";

/**
 * Inserts signed thinking in front of each assistant turn, in place.
 *
 * @param {object} body a body of Anthropic Messages, possibly broken
 * @returns {boolean} false if the body cannot be read as a conversation; it is then unchanged
 */
export function signThinking(body) {
  const conversation = read(body);
  if (conversation === null) return false;
  const turns = [...conversation.turns.entries()].filter(([, { role }]) => role === "assistant");
  // All thinking is signed before any is inserted, because signed conversations hold no later thinking.
  const thoughts = turns.map(([index, turn]) => ({ at: turn.firstMessage, signature: sign("Hm.", conversation, index) }));
  for (const { at, signature } of thoughts) {
    const message = body.messages[at];
    const said = typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
    message.content = [{ type: "thinking", thinking: "Hm.", signature }, ...said];
  }
  return true;
}

function read({ system, messages }) {
  const isReadable = ({ content }) => typeof content === "string" || Array.isArray(content);
  const hasThinking = ({ content }) => Array.isArray(content) && content.some(({ type }) => type === "thinking");
  if (!messages.every(isReadable) || messages.some(hasThinking)) return null;
  return readConversation({ messages, system: system ?? [] });
}
