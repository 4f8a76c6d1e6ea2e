// Formats of providers that an entry brings.

import { ConversationManager, type ConvertedBody, type ProgramFormat, convert } from "backscroll";
import { type InteractionInput, type InteractionStep, geminiInteractions } from "backscroll/gemini-interactions";
import { type ConversationEntry, type ConversationInputs, mistralConversations } from "backscroll/mistral-conversations";

const format: ProgramFormat = geminiInteractions;
const body: InteractionInput = convert("openai-chat", "gemini-interactions", []).body;
const request: { model: string; input: unknown; system_instruction?: string } = { model: "gemini-3.5-flash", ...body };
const steps: InteractionStep[] = convert("gemini-interactions", "gemini-interactions", body, { form: "list" }).body;
const named: ConvertedBody<"gemini-interactions"> = body;
const conversation: ConversationManager = ConversationManager.from("gemini-interactions", body);
const inputs: ConversationInputs = convert("openai-chat", "mistral-conversations", [], { form: "client" }).body;
const entries: ConversationEntry[] = convert("mistral-conversations", "mistral-conversations", inputs, { form: "client-list" }).body;
const other: ProgramFormat = mistralConversations;
// @ts-expect-error: a form of another format
convert("openai-chat", "gemini-interactions", [], { form: "stored" });
// @ts-expect-error: entries bring formats of programs, which `prepare` does not write
conversation.toRequest("gemini-interactions");
export { entries, format, named, other, request, steps };
