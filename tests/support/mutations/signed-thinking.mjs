// Makes thinking as the strict provider would: signed, and bound to its conversation.

import { readConversation } from "../../../pkg-template/src/strict-provider/anthropic/conversation.js";
import { sign } from "../../../pkg-template/src/strict-provider/anthropic/signature.js";

/**
 * Inserts signed thinking in front of each assistant turn, in place.
 *
 * @param {object} body a body of Anthropic Messages, possibly broken
 * @returns {boolean} false if the body cannot be read as a conversation; it is then unchanged
 */
export function signThinking(body) {
  if (!isReadable(body)) return false;
  for (const [index, { role, firstMessage }] of readConversation(body).turns.entries()) {
    if (role !== "assistant") continue;
    // The thinking that was put in before stands before this.
    const signature = sign("Hm.", readConversation(body), index);
    const message = body.messages[firstMessage];
    const said = typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
    message.content = [{ type: "thinking", thinking: "Hm.", signature }, ...said];
  }
  return true;
}

function isReadable({ messages }) {
  const hasContent = ({ content }) => typeof content === "string" || Array.isArray(content);
  const hasThinking = ({ content }) => Array.isArray(content) && content.some(({ type }) => type === "thinking");
  return messages.every(hasContent) && !messages.some(hasThinking);
}
