// Reading a list of messages.

import { type Fields, fieldsOf, isFields, noun, object, string } from "../formats/fields.js";
import type { ReadLimits, Reading } from "../types/program-format.js";
import { at, invalid } from "../formats/read-error.js";
import { checkBytes } from "../formats/size.js";
import { checkForm, formOf } from "./form.js";
import { readModelMessage } from "./read-model.js";
import { readUiMessage } from "./read-ui.js";
import { Reader } from "./reader.js";

/** Reads a list of messages, an object that holds one as `messages`, or one message. */
export function read(body: unknown, limits: ReadLimits): Reading {
  const { path, list } = listIn(body);
  const form = formOf(list);
  const reader = new Reader(answeredIn(list));
  const beside: string[] = [];
  for (const [name, value] of Object.entries(path === "" ? {} : (body as Fields))) {
    if (name === "system" && typeof value === "string") reader.messages.push({ message: { role: "system", content: value } });
    else if (name !== "messages") beside.push(name);
  }
  for (const [place, value] of list.entries()) {
    at(`${path}[${place}]`, () => {
      checkBytes(value, limits);
      const fields = object(value);
      const role = at("role", () => string(fields.role));
      checkForm(form, fields);
      reader.begin(place);
      if (form === "model") readModelMessage(reader, fields, role);
      else readUiMessage(reader, fields, role);
    });
  }
  const { messages, repairs, held } = reader;
  return { path, messages, repairs, beside, held };
}

/** The ids of the calls that have results in model messages. */
function answeredIn(list: readonly unknown[]): Set<string> {
  const parts = list.flatMap((message) => {
    const { content } = fieldsOf(message);
    return Array.isArray(content) ? (content as unknown[]) : [];
  });
  const results = parts.map(fieldsOf).filter(({ type }) => type === "tool-result");
  return new Set(results.map(({ toolCallId }) => toolCallId).filter((id) => typeof id === "string"));
}

/** The list of messages in a body, and its path. */
export function listIn(body: unknown): { path: string; list: readonly unknown[] } {
  if (Array.isArray(body)) return { path: "", list: body };
  const { messages, role } = isFields(body) ? body : {};
  if (Array.isArray(messages)) return { path: "messages", list: messages };
  if (messages !== undefined) throw invalid(`expected a list of messages, found ${noun(messages)}`, "messages");
  if (role !== undefined) return { path: "", list: [body] };
  throw invalid("expected a list of messages, or an object with `messages`: of a result of the SDK, its `response`");
}
