// The messages that a chat window shows.

import { isArray, isObject, unlike } from "../input/check.js";
import type { ConversationState, Message, Part, ToolCall, TranscriptMessage } from "../index.js";

/**
 * An answer that is still growing: what `onUpdate` of `backscroll/stream` gets.
 *
 * @example
 * const growing: GrowingAnswer = stream.partial;
 */
export interface GrowingAnswer {
  /** Text, reasoning and calls, in their order. */
  readonly parts: readonly (
    | {
        /** Text, or reasoning. */
        readonly type: "text" | "reasoning";
        /** The text so far. */
        readonly text: string;
      }
    | {
        /** A call of a tool. */
        readonly type: "call";
        /** The id of the call. */
        readonly id: string;
        /** The name of the tool. */
        readonly name: string;
        /** The JSON text of the arguments so far. */
        readonly arguments: string;
      }
  )[];
}

/**
 * A message of a chat window.
 *
 * @example
 * const isOld = ({ state }: ShownMessage) => state === "removed";
 */
export interface ShownMessage extends TranscriptMessage {
  /** True for the answer that is still growing. Its message has the id `"growing"`, and the time of the message before it. */
  isGrowing?: true;
}

/**
 * Returns the messages to show in a chat window: those of the transcript without the system prompt, with calls and results as they are, and
 * the answer that is growing, if it holds something. Entries that did not change are the same objects as before, so React's `memo` works.
 *
 * @param from the state of `useConversation` or `getState`, or a transcript
 * @param growing what `onUpdate` of `addStream` got last; null or absent when no answer is growing. Each call copies it
 * @throws ConversationError `invalid-argument`.
 * @example
 * const state = useConversation(conversation);
 * return shownMessages(state, growing).map(({ message }) => <Row key={message.id} message={message} />);
 */
export function shownMessages(
  from: Pick<ConversationState, "transcript"> | readonly TranscriptMessage[],
  growing?: GrowingAnswer | null,
): ShownMessage[] {
  const transcript: unknown = isArray(from) ? from : isObject(from) ? from.transcript : undefined;
  if (!isArray(transcript) || !transcript.every(isEntry)) throw unlike("from", "the state of a conversation, or its transcript", from);
  const parts = growing === undefined || growing === null ? [] : growing.parts;
  if (!isArray(parts)) throw unlike("growing", "the answer that `onUpdate` gets", growing);
  const shown: ShownMessage[] = transcript.filter(({ message }) => message.role !== "system");
  if (parts.length === 0) return shown;
  const createdAt = transcript.at(-1)?.message.createdAt ?? 0;
  return [...shown, { message: grownMessage(parts as GrowingAnswer["parts"], createdAt), state: "kept", isGrowing: true }];
}

function isEntry(entry: unknown): entry is TranscriptMessage {
  return isObject(entry) && isObject(entry.message) && typeof entry.message.role === "string";
}

function grownMessage(parts: GrowingAnswer["parts"], createdAt: number): Message {
  const content: Part[] = [];
  const toolCalls: ToolCall[] = [];
  for (const part of parts) {
    if (part.type === "call") toolCalls.push({ id: part.id, name: part.name, arguments: part.arguments, afterParts: content.length });
    else content.push({ type: part.type, text: part.text });
  }
  return {
    id: "growing",
    role: "assistant",
    createdAt,
    content: content.length === 0 ? null : content,
    ...(toolCalls.length > 0 && { toolCalls }),
  };
}
