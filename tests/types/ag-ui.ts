// Messages of AG-UI.

import { ConversationManager, type ProgramFormat, convert, fit } from "backscroll";
import { type AgUiMessage, agUi } from "backscroll/ag-ui";

export const format: ProgramFormat<"ag-ui"> = agUi;
export const messages: AgUiMessage[] = convert("openai-chat", "ag-ui", []).body;
export const run: { messages: { id: string }[] } = { messages: convert("openai-chat", agUi, []).body };
export const conversation: ConversationManager = ConversationManager.from(agUi, messages);
export const fitted: AgUiMessage[] = fit(agUi, messages, { maxTokens: 1_000 }).messages;

// @ts-expect-error: it has one form
convert("openai-chat", agUi, [], { form: "list" });
// @ts-expect-error: a format of programs, which `prepare` does not write
conversation.toRequest(agUi);
