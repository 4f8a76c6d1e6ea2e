// Spans of OpenTelemetry: messages in the attributes of its conventions for generative AI, of OpenLLMetry and of OpenInference.

import { isArray } from "../../input/check.js";
import { type Fields, isRecord } from "../shape.js";
import { type Call, assistant, result, textIn } from "./messages.js";
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

/** The attributes as a record; exporters list them. */
function attributesOf(given: unknown): Fields | null {
  if (isRecord(given)) return given;
  if (!isArray(given)) return null;
  const pairs = given
    .filter(isRecord)
    .map(({ key, value }): [string, unknown] => [
      String(key),
      isRecord(value) ? (value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue ?? value) : value,
    ]);
  return Object.fromEntries(pairs);
}

function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}

/** Messages in attributes such as `gen_ai.prompt.0.role` and `llm.input_messages.0.message.role`. */
function numbered(attributes: Fields): Fields[] | null {
  const messages: Record<string, any>[] = [];
  for (const [name, value] of Object.entries(attributes)) {
    const found = /^(?:gen_ai\.prompt|llm\.input_messages)\.(\d{1,5})\.(?:message\.)?(.+)$/.exec(name);
    if (found === null) continue;
    const message = (messages[Number(found[1])] ??= { calls: [] });
    const field = found[2] as string;
    const call = /^(?:message\.)?tool_calls\.(\d{1,4})\.(?:tool_call\.)?(?:function\.)?(id|name|arguments)$/.exec(field);
    if (call !== null) (message.calls[Number(call[1])] ??= {})[call[2] as string] = value;
    else message[field] = value;
  }
  const list = messages.filter(isRecord);
  if (list.length === 0) return null;
  return list.map(({ role, content, tool_call_id: id, calls }) =>
    role === "tool"
      ? result(id, content)
      : role === "assistant"
        ? assistant(textIn(content), calls.filter(isRecord))
        : { role, content: textIn(content) },
  );
}

/** Messages in the events of older conventions, such as `gen_ai.user.message`. */
function eventsOf(events: unknown): Fields[] | null {
  if (!isArray(events)) return null;
  const messages = events.filter(isRecord).flatMap(({ name, attributes, body }): Fields[] => {
    const role = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(String(name))?.[1];
    const fields = attributesOf(attributes) ?? (isRecord(body) ? body : null);
    if (role === undefined || fields === null) return [];
    if (role === "tool") return [result(fields.id, fields.content)];
    if (role !== "assistant") return [{ role, content: textIn(fields.content) }];
    const given = parsed(fields.tool_calls);
    const calls = isArray(given) ? given.filter(isRecord).map((call) => ({ id: call.id, ...call.function })) : [];
    const text = textIn(fields.content);
    return text === "" && calls.length === 0 ? [] : [assistant(text, calls)];
  });
  return messages.length === 0 ? null : messages;
}

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
