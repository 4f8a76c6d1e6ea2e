// Recognises a message that was changed: by the ids of its calls and results, or by its words.

import { isArray, isObject } from "../input/check.js";
import { print } from "./difference.js";

const ID_FIELDS = ["call_id", "tool_call_id", "tool_use_id", "toolUseId", "id"];
/** Fields that hold parts with ids. */
const PARTS = ["content", "parts", "tool_calls", "toolUse", "toolResult", "functionCall", "functionResponse"];

/** Returns a text that is equal for a message and its changed form, if it has calls or results with ids; else for messages that are read alike. */
export function identityOf(message: unknown): string {
  const ids = idsIn(message);
  if (ids.length === 0 || !isObject(message)) return print(message);
  return [message.role ?? message.type, ...ids].join(" ");
}

function idsIn(value: unknown): string[] {
  if (isArray(value)) return value.flatMap(idsIn);
  if (!isObject(value)) return [];
  const own = ID_FIELDS.map((field) => value[field]).find((id) => typeof id === "string");
  return [...(own === undefined ? [] : [own as string]), ...PARTS.flatMap((field) => idsIn(value[field]))];
}
