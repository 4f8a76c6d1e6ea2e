// Messages of LangChain in the SDK's own types.

import { type BaseMessage, type StoredMessage, mapStoredMessagesToChatMessages } from "@langchain/core/messages";
import { ConversationManager, type ConvertedBody, convert } from "backscroll";
import { type SerializedMessage, langchain } from "backscroll/langchain";

const stored: StoredMessage[] = convert("openai-chat", "langchain", []).body;
const messages: BaseMessage[] = mapStoredMessagesToChatMessages(stored);
const serialized: SerializedMessage[] = convert("langchain", "langchain", messages, { form: "serialized" }).body;
const body: ConvertedBody<"langchain", "stored"> = stored;
ConversationManager.from("langchain", body);

// @ts-expect-error Serialised messages are no stored ones.
const wrong: StoredMessage[] = convert("langchain", "langchain", body, { form: "serialized" }).body;

const forms: readonly string[] = langchain.forms;

export { forms, serialized, wrong };
