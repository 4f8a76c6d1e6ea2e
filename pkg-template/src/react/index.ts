// The entry `backscroll/react`.
//
// The hook imports nothing of the package but types, so it works with every entry, and with conversations of `slim`.

import { useCallback, useSyncExternalStore } from "react";
import type { ConversationManager, ConversationState } from "../index.js";

/**
 * Returns the state of a conversation, and renders the component again after each change. Unchanged messages and lists are the same
 * objects, so `memo` and the dependencies of hooks work. A server renders the current state; for hydration, restore the browser's
 * conversation from the server's snapshot.
 *
 * @example
 * function Chat({ conversation }: { conversation: ConversationManager }) {
 *   const { transcript, busy } = useConversation(conversation);
 *   return <ul aria-busy={busy}>{transcript.filter(({ message }) => message.role !== "system").map(({ message }) => <li key={message.id}>{`${message.content}`}</li>)}</ul>;
 * }
 */
export function useConversation(conversation: Pick<ConversationManager, "subscribe" | "getState">): ConversationState {
  const subscribe = useCallback((listener: () => void) => conversation.subscribe(listener), [conversation]);
  const getState = () => conversation.getState();
  return useSyncExternalStore(subscribe, getState, getState);
}
