import { refuse } from "./refuse.js";

const NEXT = {
  system: ["user", "assistant", "system"],
  user: ["assistant", "system", "user"],
  assistant: ["assistant", "user", "tool"],
  tool: ["assistant", "tool", "user"],
};

/** The model that accepts a user message after a result, as observed. */
const TAKES_USER_AFTER_TOOL = "mistral-small-latest";

/** MI1: the roles that may follow each role, and that may begin. */
export function* rolesFollow({ messages }, { allowAssistantFirst }) {
  const first = messages[0].role;
  const isLone = messages.length === 1 && !["user", "system"].includes(first);
  if (isLone || (first === "assistant" && !allowAssistantFirst)) {
    yield order("MI1", "Conversation must start with a user message or system message");
  }
  for (const [index, { role }] of messages.entries()) {
    if (index === 0) continue;
    const before = messages[index - 1].role;
    if (!NEXT[before].includes(role)) yield order("MI1", `Unexpected role '${role}' after role '${before}'`);
  }
}

/** MI1: an assistant message stands between a result and a user message. */
export function* resultsAreFollowed({ messages, model }, { allowUserAfterTool }) {
  if (allowUserAfterTool || model === TAKES_USER_AFTER_TOOL) return;
  const isEarly = ({ role }, index) => role === "user" && messages[index - 1]?.role === "tool";
  if (messages.some(isEarly)) yield order("MI1", "Unexpected role 'user' after role 'tool'");
}

/** MI4: a user message, a tool message or a prefix stands last, and only a last message is a prefix. */
export function* lastIsToBeAnswered({ messages }, { allowPrefill }) {
  for (const { role, prefix } of messages.slice(0, -1)) {
    if (role === "assistant" && prefix === true) {
      yield refuse("MI4", "invalid_request_assistant_message", "Assistant message with prefix True must be last message");
    }
  }
  const { role, prefix } = messages.at(-1);
  if (role === "assistant" && prefix !== true && !allowPrefill) {
    yield order("MI4", `Expected last role User or Tool (or Assistant with prefix True) for serving but got ${role}`);
  }
}

function order(rule, message) {
  return refuse(rule, "invalid_request_message_order", message);
}
