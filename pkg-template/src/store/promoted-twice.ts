// A pending message that two writers moved into the history: one of them is enough.

import type { Message } from "../index.js";
import type { Frame } from "../types/store.js";

/** A pending message of a frame. */
interface Waiting {
  readonly id: number;
  readonly source: string;
  readonly content: string;
}

/** The pending messages of a frame. */
function waitingIn(frame: Frame): readonly Waiting[] {
  return (frame.pending as { readonly waiting?: readonly Waiting[] } | undefined)?.waiting ?? [];
}

/** Returns the numbers of the pending messages of `before` that `now` has no longer: they were promoted, or withdrawn. */
export function settledSince(before: Frame, now: Frame): number[] {
  const left = new Set(waitingIn(now).map(({ id }) => id));
  return waitingIn(before)
    .map(({ id }) => id)
    .filter((id) => !left.has(id));
}

/**
 * Returns the ids of the messages of `mine` that another writer also made from the same pending messages.
 *
 * @param before the frame from which both began
 * @param frames the current frames of both
 * @param mine the new messages of the one
 * @param theirs the new messages of the other
 */
export function promotedTwice(before: Frame, frames: readonly Frame[], mine: readonly Message[], theirs: readonly Message[]): Set<string> {
  const isWaiting = ({ id }: Waiting) => frames.some((frame) => waitingIn(frame).some((other) => other.id === id));
  const found = new Set<string>();
  const matched = new Set<string>();
  for (const waiting of waitingIn(before).filter((each) => !isWaiting(each))) {
    const isOf = (message: Message) => !found.has(message.id) && !matched.has(message.id) && isMadeOf(message, waiting);
    const [own, other] = [mine.find(isOf), theirs.find(isOf)];
    if (own === undefined || other === undefined) continue;
    matched.add(other.id);
    const calls = own.toolCalls?.map(({ id }) => id) ?? [];
    for (const { id, toolCallId } of mine) if (id === own.id || (toolCallId !== undefined && calls.includes(toolCallId))) found.add(id);
  }
  return found;
}

/** Reports whether a message was made from a pending message: it has the pending text, or a phantom call whose id ends in the pending number. */
function isMadeOf({ role, content, toolCalls }: Message, waiting: Waiting): boolean {
  if (waiting.source === "user") return role === "user" && content === waiting.content;
  const [call] = toolCalls ?? [];
  return role === "assistant" && call !== undefined && call.id === `${call.name}_${waiting.id}`;
}
