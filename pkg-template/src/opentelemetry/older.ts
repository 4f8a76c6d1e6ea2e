// Messages of older conventions, in the form of chat completions, as messages of the current ones.

import { isArray } from "../input/check.js";
import { type Fields, isRecord } from "../sessions/fields.js";
import type { OpenTelemetryMessage, OpenTelemetryPart } from "./types.js";

/** Returns the message in the form of the current conventions. A message that has parts is of that form. */
export function messageOf(message: Fields): OpenTelemetryMessage {
  const { role, content, parts, tool_calls: calls, tool_call_id: id, ...rest } = message;
  if (isArray(parts)) return message as OpenTelemetryMessage;
  if (role === "tool") return { role, parts: [{ type: "tool_call_response", ...named(id), response: content ?? null }] };
  const made: OpenTelemetryPart[] = isArray(calls) ? calls.filter(isRecord).map(callOf) : [];
  return { ...rest, role: typeof role === "string" ? role : "user", parts: [...textsOf(content), ...made] };
}

function textsOf(content: unknown): OpenTelemetryPart[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", content }];
  if (!isArray(content)) return [];
  return content
    .filter(isRecord)
    .map(({ type, text, ...rest }) =>
      typeof text === "string" ? { ...rest, type: "text", content: text } : { ...rest, type: String(type) },
    );
}

function callOf({ id, name, arguments: given, function: inner }: Fields): OpenTelemetryPart {
  const { name: called, arguments: value } = isRecord(inner) ? inner : { name, arguments: given };
  return { type: "tool_call", ...named(id), name: String(called ?? ""), arguments: value ?? null };
}

const named = (id: unknown): { id?: string } => (typeof id === "string" && id !== "" ? { id } : {});
