// Messages as spans had them before the conventions had a list of messages, in the form of chat completions.

import { isArray } from "../input/check.js";
import { attributesOf, parsed } from "./attributes.js";
import { type Fields, isRecord } from "./fields.js";
import { assistant, result, textIn } from "./messages.js";

/** The beginnings of the names of attributes, for the messages of a request and those of its answer. */
const NUMBERED = {
  input: /^(?:gen_ai\.prompt|llm\.input_messages)\.(\d{1,5})\.(?:message\.)?(.+)$/,
  output: /^(?:gen_ai\.completion|llm\.output_messages)\.(\d{1,5})\.(?:message\.)?(.+)$/,
} as const;

/** Messages in attributes such as `gen_ai.prompt.0.role` and `llm.input_messages.0.message.role`; null if there are none. */
export function numbered(attributes: Fields, side: keyof typeof NUMBERED = "input"): Fields[] | null {
  const messages: Record<string, any>[] = [];
  for (const [name, value] of Object.entries(attributes)) {
    const found = NUMBERED[side].exec(name);
    if (found === null) continue;
    const message = (messages[Number(found[1])] ??= { calls: [], texts: [] });
    const field = found[2] as string;
    const call = /^(?:message\.)?tool_calls\.(\d{1,4})\.(?:tool_call\.)?(?:function\.)?(id|name|arguments)$/.exec(field);
    const text = /^contents\.(\d{1,4})\.message_content\.text$/.exec(field);
    if (call !== null) (message.calls[Number(call[1])] ??= {})[call[2] as string] = value;
    else if (text !== null) (message.texts[Number(text[1])] ??= []).push(value);
    else message[field] = value;
  }
  const list = messages.filter(isRecord);
  if (list.length === 0) return null;
  const other = side === "output" ? "assistant" : "user";
  return list.map(({ role = other, content: given, tool_call_id: id, calls, texts }) => {
    const content = given ?? texts.flat().join("\n");
    return role === "tool"
      ? result(id, content)
      : role === "assistant"
        ? assistant(textIn(content), calls.filter(isRecord))
        : { role, content: textIn(content) };
  });
}

/** Messages in the events of older conventions, such as `gen_ai.user.message`; null if there are none. */
export function eventsOf(events: unknown): Fields[] | null {
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

/** Answers in the events `gen_ai.choice`; null if there are none. */
export function answersOf(events: readonly Fields[]): Fields[] | null {
  const choices = events.filter(({ name }) => name === "gen_ai.choice");
  if (choices.length === 0) return null;
  return choices.flatMap(({ attributes, body }) => {
    const fields = attributesOf(attributes) ?? (isRecord(body) ? body : {});
    const message = parsed(fields.message) ?? fields;
    const given = isRecord(message) ? message : { content: message };
    const { content, tool_calls: calls } = given;
    return eventsOf([{ name: "gen_ai.assistant.message", attributes: { content, tool_calls: calls } }]) ?? [];
  });
}
