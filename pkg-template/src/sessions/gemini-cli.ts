// Sessions of Gemini CLI: messages with their calls and the results of these.

import { isArray } from "../input/check.js";
import { type Fields, isRecord } from "./fields.js";
import type { Trace } from "./types.js";

export const geminiCli: Trace = {
  name: "Gemini CLI session",
  read(value) {
    if (!isRecord(value) || !isArray(value.messages) || !("sessionId" in value)) return null;
    const messages = value.messages.filter(isRecord);
    if (!messages.some(({ type }) => type === "user" || type === "gemini")) return null;
    const model = messages
      .map(({ model: name }) => name)
      .filter((name) => typeof name === "string")
      .at(-1) as string | undefined;
    const said = new Set(
      messages
        .filter(({ type }) => type === "user")
        .flatMap(({ content }) => partsOf(content))
        .map(({ functionResponse: given }) => given?.id)
        .filter((id) => typeof id === "string"),
    );
    const contents = messages.flatMap((message) => turnsOf(message, said));
    return contents.length === 0 ? [] : [{ value: { ...(model !== undefined && { model }), contents }, format: "gemini", place: "" }];
  },
};

/** The parts of a content: a text, a part, or a list of these. */
function partsOf(content: unknown): Fields[] {
  if (typeof content === "string") return content === "" ? [] : [{ text: content }];
  if (isArray(content)) return content.flatMap(partsOf);
  return isRecord(content) ? [content] : [];
}

function turnsOf({ type, content, toolCalls }: Fields, said: ReadonlySet<unknown>): Fields[] {
  if (type !== "user" && type !== "gemini") return [];
  const parts = partsOf(content);
  const calls = isArray(toolCalls) ? toolCalls.filter(isRecord) : [];
  const made = calls.map(({ id, name, args }) => ({ functionCall: { ...(typeof id === "string" && { id }), name, args: args ?? {} } }));
  const results = calls.flatMap(({ result }) =>
    isArray(result) ? result.filter(isRecord).filter((part) => !said.has(part.functionResponse?.id)) : [],
  );
  const turn = { role: type === "user" ? "user" : "model", parts: [...parts, ...made] };
  return [...(turn.parts.length > 0 ? [turn] : []), ...(results.length > 0 ? [{ role: "user", parts: results }] : [])];
}
