// Messages of Strands Agents in the SDK's own types.

import { Agent, Message, type MessageData } from "@strands-agents/sdk";
import { ConversationManager, type ConvertedBody, convert } from "backscroll";
import { type PythonMessages, strands } from "backscroll/strands/format";

const body = convert("openai-chat", "strands", []).body;
const agent = new Agent(body);
const data: MessageData[] = convert("strands", "strands", agent.messages, { form: "messages" }).body;
const messages: Message[] = data.map((each) => Message.fromMessageData(each));
const python: PythonMessages = convert("strands", "strands", messages, { form: "python" }).body;
const listed: ConvertedBody<"strands", "messages"> = data;
ConversationManager.from("strands", listed);

// @ts-expect-error The usual form has the system prompt beside the list.
const wrong: MessageData[] = convert("strands", "strands", data).body;

const forms: readonly string[] = strands.forms;

export { forms, python, wrong };
