// A component that counts how often each row is rendered, and what a server makes of it.

import { useConversation } from "backscroll/react";
import { memo } from "react";

export const renders = {};

const Row = memo(function Row({ message }) {
  renders[message.id] = (renders[message.id] ?? 0) + 1;
  return <li>{message.content}</li>;
});

export function View({ conversation }) {
  const { transcript, pending, busy } = useConversation(conversation);
  return <ol className={busy ? "busy" : ""} data-pending={pending.length}>{transcript.map(({ message }) => <Row key={message.id} message={message} />)}</ol>;
}
