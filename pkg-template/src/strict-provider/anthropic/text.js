import { endsInWhiteSpace, isBlank } from "../white-space.js";
import { allEntries } from "./conversation.js";
import { refuse } from "./refuse.js";

const isText = ({ block }) => block.type === "text";

/** AN8, first half: no text block is empty. */
export function* textIsNotEmpty(conversation) {
  const isEmpty = (entry) => isText(entry) && entry.block.text === "";
  if (conversation.system.some(isEmpty)) yield refuse("AN8", "system: text content blocks must be non-empty");
  if (allEntries(conversation).some(isEmpty)) yield refuse("AN8", "messages: text content blocks must be non-empty");
}

/** AN8, second half: a message with text has at least one text that is not only whitespace, or a call. */
export function* textIsNotBlank({ messages, system }) {
  if (isOnlyBlank(system)) yield refuse("AN8", "system: text content blocks must contain non-whitespace text");
  if (messages.some(({ entries }) => isOnlyBlank(entries))) {
    yield refuse("AN8", "messages: text content blocks must contain non-whitespace text");
  }
}

function isOnlyBlank(entries) {
  const texts = entries.filter(isText);
  if (entries.some(({ block }) => block.type === "tool_use")) return false;
  return texts.length > 0 && texts.every(({ block }) => isBlank(block.text));
}

/** AN9: only a last assistant message may have no content. */
export function* messagesHaveContent({ messages }) {
  for (const { role, index, entries } of messages) {
    if (entries.length > 0) continue;
    if (role === "assistant" && index === messages.length - 1) continue;
    yield refuse("AN9", `messages.${index}: all messages must have non-empty content except for the optional final assistant message`);
  }
}

/** AN10: a final assistant text does not end in whitespace. */
export function* finalTextIsTrimmed({ messages }) {
  const last = messages.at(-1);
  const block = last.entries.at(-1)?.block;
  if (last.role === "assistant" && block?.type === "text" && endsInWhiteSpace(block.text)) {
    yield refuse("AN10", "messages: final assistant content cannot end with trailing whitespace");
  }
}
