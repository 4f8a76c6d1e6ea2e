// The hook, with the conversations of both entries, and without the types of React.

import { type ConversationState, ConversationManager } from "backscroll";
import { useConversation } from "backscroll/react";
import { ConversationManager as SlimManager } from "backscroll/slim";

export function view(): string {
  const state: ConversationState = useConversation(new ConversationManager());
  const { transcript, reductions, pending, checkpoints, busy, contextTokens } = useConversation(new SlimManager());
  // @ts-expect-error A state is frozen.
  state.busy = true;
  // @ts-expect-error So are its lists.
  state.transcript.push(...transcript);
  // @ts-expect-error A snapshot is no conversation.
  useConversation(new ConversationManager().toJSON());
  const removed: number | undefined = transcript[0]?.reduction;
  return `${removed} ${reductions[0]?.summary} ${pending[0]?.content} ${checkpoints[0]?.checkpointId} ${busy} ${contextTokens}`;
}

export function follow(conversation: ConversationManager): () => void {
  // @ts-expect-error A listener gets nothing.
  conversation.subscribe((state: ConversationState) => state.busy);
  return conversation.subscribe(() => conversation.getState().transcript.length);
}
