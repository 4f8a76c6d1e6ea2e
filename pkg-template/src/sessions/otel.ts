// Spans of OpenTelemetry: messages in the attributes of its conventions for generative AI, of OpenLLMetry and of OpenInference.

import { isArray } from "../input/check.js";
import { attributesOf, parsed } from "./attributes.js";
import { type Fields, isRecord } from "./fields.js";
import { type Call, assistant, result, textIn } from "./messages.js";
import { eventsOf, numbered } from "./older-spans.js";
import type { Trace } from "./types.js";

export const otel: Trace = {
  name: "OpenTelemetry span",
  read(value) {
    if (isArray(value))
      return isMessages(value) ? [{ value: { messages: value.flatMap(messagesOf) }, format: "openai-chat", place: "" }] : null;
    const attributes = attributesOf(value.attributes) ?? (Object.keys(value).some((name) => name.startsWith("gen_ai.")) ? value : null);
    if (attributes === null) return null;
    const list =
      parsed(attributes["gen_ai.input.messages"]) ?? parsed(attributes["gen_ai.prompt"]) ?? numbered(attributes) ?? eventsOf(value.events);
    const source = isArray(list) ? list : isRecord(list) && isArray(list.messages) ? list.messages : null;
    if (source === null || source.length === 0) return null;
    const system =
      textIn(parsed(attributes["gen_ai.system_instructions"]) ?? attributes["gen_ai.system_instructions"]) ||
      textOfParts(parsed(attributes["gen_ai.system_instructions"]));
    const model = attributes["gen_ai.request.model"] ?? attributes["llm.model_name"];
    const messages = [...(system === "" ? [] : [{ role: "system", content: system }]), ...source.filter(isRecord).flatMap(messagesOf)];
    return [{ value: { ...(typeof model === "string" && { model }), messages }, format: "openai-chat", place: "" }];
  },
};

const KINDS = ["text", "tool_call", "tool_call_response", "reasoning", "blob", "uri", "file"];

/** Messages with `parts`, of which texts are in `content`. */
const isMessages = (list: readonly unknown[]): list is Fields[] =>
  list.length > 0 &&
  list.every((message) => isRecord(message) && typeof message.role === "string" && isArray(message.parts)) &&
  list.some((message) =>
    (message as Fields).parts.some(
      (part: unknown) =>
        isRecord(part) &&
        (part.type === "tool_call" || part.type === "tool_call_response" || (part.type === "text" && typeof part.content === "string")),
    ),
  ) &&
  list.every((message) =>
    (message as Fields).parts.every((part: unknown) => isRecord(part) && (part.type === undefined || KINDS.includes(part.type as string))),
  );

const textOfParts = (parts: unknown): string =>
  isArray(parts)
    ? parts
        .filter(isRecord)
        .filter(({ type, content }) => (type === "text" || type === undefined) && typeof content === "string")
        .map(({ content }) => content as string)
        .join("\n")
    : "";

/** A message of the conventions as messages of chat completions. Others are left as they are. */
function messagesOf(message: Fields): Fields[] {
  const { role, parts } = message;
  if (!isArray(parts)) return [message];
  const list = parts.filter(isRecord);
  const results = list.filter(({ type }) => type === "tool_call_response");
  const calls = list.filter(({ type }) => type === "tool_call");
  const text = textOfParts(list);
  const answers = results.map((part) => result(part.id, part.response ?? part.result));
  if (role === "assistant") return [assistant(text, calls as unknown as Call[]), ...answers];
  return [...answers, ...(text === "" && answers.length > 0 ? [] : [{ role, content: text }])];
}
