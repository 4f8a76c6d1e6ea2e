/**
 * A body that fits the schema, laid out for the rules: contents are lists of
 * blocks, each block has its path, and neighbours of one role are merged into turns, because the provider merges before it judges pairs.
 *
 * @typedef {object} Entry one block and its place in the body
 * @property {object} block
 * @property {number} message index of its message
 * @property {string} path such as `messages.2.content.0`
 *
 * @typedef {object} Message
 * @property {"user" | "assistant" | "system"} role
 * @property {number} index
 * @property {Entry[]} entries
 *
 * @typedef {object} Turn
 * @property {Message["role"]} role
 * @property {number} firstMessage index of its first message
 * @property {number} lastMessage index of its last message
 * @property {Entry[]} entries
 *
 * @typedef {object} Conversation
 * @property {object} body the original request
 * @property {Entry[]} system
 * @property {Message[]} messages
 * @property {Turn[]} turns
 */

/**
 * @param {object} body a body that `schemaHolds`
 * @returns {Conversation}
 */
export function readConversation(body) {
  const messages = body.messages.map(({ role, content }, index) => ({
    role,
    index,
    entries: entriesOf(content, `messages.${index}.content`, index),
  }));
  return { body, system: entriesOf(body.system ?? [], "system", -1), messages, turns: mergeTurns(messages) };
}

/** A string is short for one text block; the empty string is no block. */
function entriesOf(content, path, message) {
  if (content === "") return [];
  if (typeof content === "string") return [{ block: { type: "text", text: content }, message, path }];
  return content.map((block, position) => ({ block, message, path: `${path}.${position}` }));
}

function mergeTurns(messages) {
  const turns = [];
  for (const { role, index, entries } of messages) {
    const last = turns.at(-1);
    if (last?.role === role) {
      last.lastMessage = index;
      last.entries.push(...entries);
    } else {
      turns.push({ role, firstMessage: index, lastMessage: index, entries: [...entries] });
    }
  }
  return turns;
}

/**
 * @param {Entry} entry
 * @returns {Entry[]} the blocks inside a tool result, search result or document
 */
export function nestedEntries({ block, message, path }) {
  const inside = block.type === "document" ? block.source.content : block.content;
  if (!["tool_result", "search_result", "document"].includes(block.type) || !Array.isArray(inside)) return [];
  return inside.map((nested, position) => ({
    block: nested,
    message,
    path: `${path}.${block.type}.content.${position}`,
  }));
}

/**
 * @param {Conversation} conversation
 * @returns {Entry[]} every block of the messages, nested ones before the block that holds them
 */
export function allEntries({ messages }) {
  return messages.flatMap(({ entries }) => entries.flatMap(withNested));
}

/** The schema bounds the depth: a result may hold a document, a document only text and images. */
function withNested(entry) {
  return [...nestedEntries(entry).flatMap(withNested), entry];
}
