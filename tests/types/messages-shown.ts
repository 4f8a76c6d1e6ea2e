// Helpers for programs that show messages.

import { ConversationManager } from "backscroll";
import { type GrowingAnswer, type ShownMessage, shownMessages, textOf } from "backscroll/messages";
import { type PartialResponse, readStream } from "backscroll/stream";

const conversation = new ConversationManager();
const partial: PartialResponse = readStream("openai-chat", []).partial;
const growing: GrowingAnswer = partial;
export const shown: ShownMessage[] = shownMessages(conversation.getState(), partial);
export const texts: string[] = shownMessages(conversation.transcript, growing).map(({ message }) => textOf(message));
export const isGrowing: boolean = shown.some((entry) => entry.isGrowing === true);
export const anything: string = textOf({ role: "user", parts: [{ text: "Hello" }] });

// @ts-expect-error: the transcript
shownMessages(conversation.messages);
// @ts-expect-error: the answer as `onUpdate` gets it
shownMessages(conversation.getState(), "text");
