// Every function that takes a provider's body, and every format.

import { type ConvertedBody, type ConvertOptions, type Format, type MessageInit, type Repair, type Target, type Violation, convert, validate } from "backscroll";

const targets: Target[] = ["openai-chat", "openai-responses", "anthropic", "gemini", "bedrock", "mistral"];
const formats: Format[] = [...targets, "ai-sdk", "langchain", "strands", "opentelemetry", "ag-ui", "cohere", "ollama", "gemini-interactions", "mistral-conversations", "backscroll"];

const violations: Violation[] = validate("anthropic", { messages: [] }, { openCalls: "keep" });
for (const { rule = "", path, message, isQuoted, remedy } of violations) {
  const told: string = `${rule} ${path} ${message} ${isQuoted ?? false} ${remedy ?? ""}`;
  console.log(told);
}

const options: ConvertOptions = { form: "ui", summaryRole: "user", spelling: "camelCase", capabilities: { prefill: true } };
const forms: ConvertOptions["form"][] = ["model", "ui", "stored", "serialized", "agent", "messages", "python", undefined];
const { body, repairs, losses }: { body: unknown; repairs: Repair[]; losses: Repair[] } = convert("openai-chat", "ai-sdk", [], { ...options, form: "ui" });

// The result has the type of the format that it is written in.
const chat: { messages: unknown[] } = convert("ai-sdk", "openai-chat", []).body;
const items: { input: unknown[]; instructions?: string } = convert("ai-sdk", "openai-responses", []).body;
const blocks: ConvertedBody<"anthropic"> = convert("ai-sdk", "anthropic", [], { openCalls: "drop" }).body;
const own: MessageInit[] = convert("ai-sdk", "backscroll", []).body;
const stored: { type: string }[] = convert("ai-sdk", "langchain", [], { form: "serialized" }).body;
const agent: { systemPrompt?: string; messages: unknown[] } = convert("ai-sdk", "strands", []).body;
const list: unknown[] = convert("ai-sdk", "strands", [], { form: "messages" }).body;
const python: string = convert("ai-sdk", "strands", [], { form: "python" }).body.system_prompt;
const somewhere = (to: Target): object => convert("ai-sdk", to, []).body;
// @ts-expect-error: Gemini has `contents`
convert("ai-sdk", "gemini", []).body.messages;
// @ts-expect-error: a form of another format
convert("openai-chat", "langchain", [], { form: "ui" });
// @ts-expect-error: a provider's format has one form
convert("openai-chat", "anthropic", [], { form: "model" });
export { agent, blocks, chat, items, list, own, python, somewhere, stored };
console.log(formats, forms, body, repairs, losses);
