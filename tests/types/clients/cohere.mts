// Messages of Cohere in the types of its own client, and of programs without it.

import { CohereClientV2 } from "cohere-ai";
import { ConversationManager, type ConvertedBody, convert } from "backscroll";
import { type CohereMessage, type CohereRequest, cohere } from "backscroll/cohere";

const conversation = new ConversationManager();

async function asked(client: CohereClientV2): Promise<string | undefined> {
  const { body } = convert("backscroll", "cohere", conversation.messages, { form: "camelCase" });
  const answer = await client.chat({ model: "command-a-03-2025", ...body });
  return conversation.addResponse("cohere", answer).response?.id;
}

const request: CohereRequest = convert("openai-chat", "cohere", []).body;
const list: CohereMessage[] = convert("openai-chat", "cohere", [], { form: "list" }).body;
const body: ConvertedBody<"cohere", "list"> = list;
ConversationManager.from("cohere", request);

// @ts-expect-error A list is no request.
const wrong: CohereRequest = convert("cohere", "cohere", body, { form: "list" }).body;
// @ts-expect-error Cohere has no such form.
convert("openai-chat", "cohere", [], { form: "stored" });

const forms: readonly string[] = cohere.forms;

export { asked, forms, wrong };
