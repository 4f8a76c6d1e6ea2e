// Messages of chat completions, made of those of sessions and traces.

import { isArray } from "../input/check.js";
import { type Fields, isRecord } from "./fields.js";

/** A call of a session. */
export interface Call {
  readonly id: unknown;
  readonly name: unknown;
  readonly arguments: unknown;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** Returns an assistant message. */
export function assistant(text: string, calls: readonly Call[]): Fields {
  const made = calls.map(({ id, name, arguments: given }) => ({
    id: typeof id === "string" ? id : "",
    type: "function",
    function: { name: textOf(name ?? ""), arguments: textOf(given ?? {}) },
  }));
  return { role: "assistant", content: text === "" && made.length > 0 ? null : text, ...(made.length > 0 && { tool_calls: made }) };
}

/** Returns the result of a call. */
export const result = (id: unknown, content: unknown): Fields => ({
  role: "tool",
  tool_call_id: typeof id === "string" ? id : "",
  content: textOf(content ?? ""),
});

/** The texts of a content: a string, or parts with a text. */
export function textIn(content: unknown): string {
  if (typeof content === "string") return content;
  if (!isArray(content)) return isRecord(content) ? textIn(content.text ?? content.content ?? content.value ?? "") : "";
  return content
    .map((part) =>
      typeof part === "string" ? part : isRecord(part) ? textIn(part.text ?? (part.type === "text" ? part.content : "")) : "",
    )
    .filter((text) => text !== "")
    .join("\n");
}
