import { refuse } from './refuse.mjs';

const NEXT = {
  system: ['user', 'assistant', 'system'],
  user: ['assistant', 'system', 'user'],
  assistant: ['assistant', 'user', 'tool'],
  tool: ['assistant', 'tool', 'user'],
};

/** The model that was seen to take the user after a result. */
const TAKES_USER_AFTER_TOOL = 'mistral-small-latest';

/** MI1: who may speak after whom, and who begins. */
export function* rolesFollow({ messages }, { allowAssistantFirst }) {
  const first = messages[0].role;
  const isLone = messages.length === 1 && !['user', 'system'].includes(first);
  if (isLone || (first === 'assistant' && !allowAssistantFirst)) {
    yield order('MI1', 'Conversation must start with a user message or system message');
  }
  for (const [index, { role }] of messages.entries()) {
    if (index === 0) continue;
    const before = messages[index - 1].role;
    if (!NEXT[before].includes(role)) yield order('MI1', `Unexpected role '${role}' after role '${before}'`);
  }
}

/** MI1: the assistant speaks between a result and the user. */
export function* resultsAreFollowed({ messages, model }, { allowUserAfterTool }) {
  if (allowUserAfterTool || model === TAKES_USER_AFTER_TOOL) return;
  const isEarly = ({ role }, index) => role === 'user' && messages[index - 1]?.role === 'tool';
  if (messages.some(isEarly)) yield order('MI1', "Unexpected role 'user' after role 'tool'");
}

/** MI4: the user, a tool or words to be continued stand last, and only last words are continued. */
export function* lastIsToBeAnswered({ messages }, { allowPrefill }) {
  for (const { role, prefix } of messages.slice(0, -1)) {
    if (role === 'assistant' && prefix === true) {
      yield refuse('MI4', 'invalid_request_assistant_message', 'Assistant message with prefix True must be last message');
    }
  }
  const { role, prefix } = messages.at(-1);
  if (role === 'assistant' && prefix !== true && !allowPrefill) {
    yield order('MI4', `Expected last role User or Tool (or Assistant with prefix True) for serving but got ${role}`);
  }
}

function order(rule, message) {
  return refuse(rule, 'invalid_request_message_order', message);
}
