// Sessions of pi: a tree of entries, one a line. The newest entry and those before it are the conversation.

import { isArray } from "../input/check.js";
import { type Fields, isRecord } from "./fields.js";
import { assistant, result, textIn } from "./messages.js";
import type { Session } from "./types.js";

export const pi: Session = {
  name: "pi session",
  isOne: (lines) =>
    lines.some(({ type, message }) => type === "message" && isRecord(message) && "role" in message) &&
    lines.some(({ type, parentId, cwd }) => type === "session" || parentId !== undefined || cwd !== undefined),
  read(lines) {
    const entries = branchOf(lines);
    const messages: Fields[] = [];
    let model: unknown;
    for (const { type, message, summary } of entries) {
      if (type === "compaction" && typeof summary === "string") {
        messages.length = 0;
        messages.push({ role: "user", content: summary });
      }
      if (type !== "message" || !isRecord(message)) continue;
      const { role, content, toolCallId } = message;
      if (typeof message.model === "string") model = message.model;
      if (role === "user") messages.push({ role, content: textIn(content) });
      else if (role === "toolResult") messages.push(result(toolCallId, textIn(content)));
      else if (role === "assistant") {
        const calls = (isArray(content) ? content.filter(isRecord) : []).filter((part) => part.type === "toolCall");
        messages.push(assistant(textIn(content), calls as never));
      }
    }
    return messages.length === 0
      ? []
      : [{ value: { ...(typeof model === "string" && { model }), messages }, format: "openai-chat", place: "" }];
  },
};

/** The entries from the root to the newest one. Older sessions have no parents. */
function branchOf(lines: readonly Fields[]): readonly Fields[] {
  const entries = new Map(lines.filter(({ id }) => typeof id === "string").map((line) => [line.id as string, line]));
  const last = lines.at(-1);
  if (last === undefined || typeof last.parentId !== "string") return lines;
  const branch: Fields[] = [];
  for (
    let entry: Fields | undefined = last;
    entry !== undefined && branch.length <= lines.length;
    entry = entries.get(entry.parentId as string)
  )
    branch.push(entry);
  return branch.reverse();
}
