// Formats of providers that an entry brings.

import { ConversationManager, type ConvertedBody, type ProgramFormat, convert } from "backscroll";
import { type InteractionInput, type InteractionStep, geminiInteractions } from "backscroll/gemini-interactions";

const format: ProgramFormat = geminiInteractions;
const body: InteractionInput = convert([], "openai-chat", "gemini-interactions").body;
const request: { model: string; input: unknown; system_instruction?: string } = { model: "gemini-3.5-flash", ...body };
const steps: InteractionStep[] = convert(body, "gemini-interactions", "gemini-interactions", { form: "list" }).body;
const named: ConvertedBody<"gemini-interactions"> = body;
const conversation: ConversationManager = ConversationManager.from("gemini-interactions", body);
// @ts-expect-error: a form of another format
convert([], "openai-chat", "gemini-interactions", { form: "stored" });
// @ts-expect-error: entries bring formats of programs, which `prepare` does not write
conversation.toRequest("gemini-interactions");
export { format, named, request, steps };
