// Messages of the AI SDK in the SDK's own types.

import type { ModelMessage, UIMessage } from "ai";
import { ConversationManager, type ConvertedBody, type ProgramFormat, convert } from "backscroll";
import { aiSdk } from "backscroll/ai-sdk";

const format: ProgramFormat = aiSdk;

const prompt: ModelMessage[] = convert("openai-chat", "ai-sdk", []).body;
const chat: UIMessage[] = convert("ai-sdk", "ai-sdk", prompt, { form: "ui" }).body;
const body: ConvertedBody<"ai-sdk", "ui"> = chat;
const either: (form: "model" | "ui") => ModelMessage[] | UIMessage[] = (form) => convert("ai-sdk", "ai-sdk", body, { form }).body;
ConversationManager.from("ai-sdk", either("ui"));

// @ts-expect-error UI messages are no model messages.
const wrong: ModelMessage[] = convert("ai-sdk", "ai-sdk", prompt, { form: "ui" }).body;

// The messages of other programs have the type `any`.
const stored: { type: string }[] = convert("ai-sdk", "langchain", prompt).body;

export { format, stored, wrong };
