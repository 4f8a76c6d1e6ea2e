// A call that two writers answered: the result that is stored is the one that counts.

import type { Message } from "../index.js";

/**
 * Returns the ids of the results of `mine` whose calls another writer answered, too. Both writers had these calls before: two resumes of a
 * checkpoint, of which the first one failed after it had saved its results.
 *
 * @param mine the new messages of the one
 * @param theirs the new messages of the other
 */
export function answeredTwice(mine: readonly Message[], theirs: readonly Message[]): Set<string> {
  // The id of a call may come again with a later message.
  const added = new Set([...mine, ...theirs].flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id)));
  const answered = theirs.flatMap(({ toolCallId }) => (toolCallId === undefined || added.has(toolCallId) ? [] : toolCallId));
  const found = new Set<string>();
  for (const { id, toolCallId } of mine) {
    const place = toolCallId === undefined ? -1 : answered.indexOf(toolCallId);
    if (place === -1) continue;
    answered.splice(place, 1);
    found.add(id);
  }
  return found;
}
