// Thinking as the strict provider would have given it: signed, and bound to the conversation that it stands in.

import { readConversation } from "./strict/anthropic/conversation.mjs";
import { sign } from "./strict/anthropic/signature.mjs";

/**
 * Puts signed thinking in front of each turn of the assistant, in place.
 *
 * @param {object} body of Anthropic Messages, broken or not
 * @returns {boolean} false where the body cannot be read as a conversation, and is left as it is
 */
export function signThinking(body) {
  const conversation = read(body);
  if (conversation === null) return false;
  const turns = [...conversation.turns.entries()].filter(([, { role }]) => role === "assistant");
  // All are signed before one is put in: what the model saw holds no later thinking.
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
