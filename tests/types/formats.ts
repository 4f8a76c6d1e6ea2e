// Every function that takes a provider's body, and every format.

import { type ConvertOptions, type Format, type Repair, type Target, type Violation, convert, validate } from "backscroll";

const targets: Target[] = ["openai-chat", "openai-responses", "anthropic", "gemini", "bedrock", "mistral"];
const formats: Format[] = [...targets, "ai-sdk", "langchain", "strands", "backscroll"];

const violations: Violation[] = validate("anthropic", { messages: [] }, { openCalls: "keep" });
for (const { rule, path, message, providerError, remedy } of violations) {
  const told: string = `${rule} ${path} ${message} ${providerError ?? ""} ${remedy ?? ""}`;
  console.log(told);
}

const options: ConvertOptions = { form: "ui", summaryRole: "user", spelling: "camelCase", capabilities: { prefill: true } };
const forms: ConvertOptions["form"][] = ["model", "ui", "stored", "serialized", "agent", "messages", "python", undefined];
const { body, repairs, losses }: { body: unknown; repairs: Repair[]; losses: Repair[] } = convert([], "openai-chat", "ai-sdk", options);
console.log(formats, forms, body, repairs, losses);
