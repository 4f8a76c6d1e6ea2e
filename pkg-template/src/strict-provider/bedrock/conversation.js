/**
 * @typedef {object} Entry
 * @property {string} kind the name of the block's only field
 * @property {any} inner its value
 * @property {number} message index of its message, -1 in the system prompt
 * @property {string} path such as `messages.1.content.0`
 *
 * @typedef {object} Turn neighbouring messages of one role
 * @property {string} role
 * @property {number} lastMessage index of its last message
 * @property {Entry[]} entries
 *
 * @typedef {object} Conversation
 * @property {object} body the original request
 * @property {Entry[]} system
 * @property {Array<{ role: string, index: number, entries: Entry[] }>} messages
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

function entriesOf(content, path, message) {
  return content.map((block, position) => ({ ...tagged(block), message, path: `${path}.${position}` }));
}

/** A block is an object of one field. */
export function tagged(block) {
  // `null` is a JSON value.
  const [kind] = Object.keys(block).filter((name) => name === "json" || (block[name] ?? null) !== null);
  return { kind, inner: block[kind] };
}

function mergeTurns(messages) {
  const turns = [];
  for (const { role, index, entries } of messages) {
    const last = turns.at(-1);
    if (last?.role === role) {
      last.lastMessage = index;
      last.entries.push(...entries);
    } else {
      turns.push({ role, lastMessage: index, entries: [...entries] });
    }
  }
  return turns;
}

/** Returns the blocks inside a result. */
export function nestedEntries({ kind, inner, message, path }) {
  if (kind !== "toolResult") return [];
  return inner.content.map((block, position) => ({ ...tagged(block), message, path: `${path}.toolResult.content.${position}` }));
}

/** Returns every block of the messages, including the blocks inside results. */
export function allEntries({ messages }) {
  return messages.flatMap(({ entries }) => entries.flatMap((entry) => [entry, ...nestedEntries(entry)]));
}

/** Returns true for a call or a result of a tool that the provider runs. Claude's calls of other tools have the type `tool_use`. */
export function isServers({ kind, inner }) {
  if (kind === "toolUse") return inner.type === "server_tool_use";
  return kind === "toolResult" && typeof inner.type === "string" && inner.type !== "tool_result";
}

/** Returns true for a call of the caller's own tools. */
export const isCall = (entry) => entry.kind === "toolUse" && !isServers(entry);
/** Returns true for a result of the caller's own tools. */
export const isResult = (entry) => entry.kind === "toolResult" && !isServers(entry);
