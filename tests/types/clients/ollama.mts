// Messages of Ollama in the types of its own client.

import { type Message, Ollama } from "ollama";
import { ConversationManager, convert } from "backscroll";
import { type OllamaMessage, type OllamaRequest, ollama } from "backscroll/ollama";

const conversation = new ConversationManager();

async function asked(client: Ollama): Promise<string | undefined> {
  const { body } = convert("backscroll", "ollama", conversation.messages);
  const answer = await client.chat({ model: "qwen3", ...body });
  return conversation.addResponse("ollama", answer).model;
}

const request: OllamaRequest = convert("openai-chat", "ollama", []).body;
const list: OllamaMessage[] = convert("openai-chat", "ollama", [], { form: "list" }).body;
const messages: Message[] = list;
ConversationManager.from("ollama", request);

// @ts-expect-error A list is no request.
const wrong: OllamaRequest = convert("ollama", "ollama", list, { form: "list" }).body;

const forms: readonly string[] = ollama.forms;

export { asked, forms, messages, wrong };
