/**
 * A body that fits the schema, laid out for the rules: each part has its path, and neighbours of one role are one turn, because the
 * provider merges before it counts calls and results.
 *
 * @typedef {object} Entry one part and its place
 * @property {object} part
 * @property {number} content index of its content
 * @property {string} path such as `contents[2].parts[0]`
 *
 * @typedef {object} Turn
 * @property {"user" | "model"} role
 * @property {Entry[]} entries
 *
 * @typedef {object} Conversation
 * @property {object} body the request, with its fields in camelCase
 * @property {Entry[][]} contents
 * @property {Turn[]} turns
 */

import { listOf } from "./schema.js";

/**
 * @param {object} body a spelled body that `schemaHolds`
 * @returns {Conversation}
 */
export function readConversation(body) {
  const turns = [];
  const contents = listOf(body.contents).map(({ role = "user", parts }, content) => {
    const entries = listOf(parts).map((part, index) => ({ part, content, path: `contents[${content}].parts[${index}]` }));
    if (turns.at(-1)?.role === role) turns.at(-1).entries.push(...entries);
    else turns.push({ role, entries: [...entries] });
    return entries;
  });
  return { body, contents, turns };
}

export const isCall = ({ part }) => part.functionCall !== undefined;
export const isResult = ({ part }) => part.functionResponse !== undefined;
