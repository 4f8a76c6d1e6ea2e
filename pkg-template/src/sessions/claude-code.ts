// Sessions of Claude Code: one event a line. An answer is spread over lines with the same id.

import { isArray } from "../input/check.js";
import { type Fields, isRecord } from "./fields.js";
import type { Session } from "./types.js";

export const claudeCode: Session = {
  name: "Claude Code session",
  isOne: (lines) =>
    lines.some(
      (line) =>
        (line.type === "user" || line.type === "assistant") && isRecord(line.message) && ("sessionId" in line || "parentUuid" in line),
    ),
  read(lines) {
    const messages: Fields[] = [];
    let lastId: unknown;
    for (const { type, message, isSidechain, isMeta, isCompactSummary } of lines) {
      if (isSidechain === true || isMeta === true || !isRecord(message) || (type !== "user" && type !== "assistant")) continue;
      const { role = type, content, id } = message;
      // A summary replaces what is before it.
      if (isCompactSummary === true) messages.length = 0;
      const last = messages.at(-1);
      if (type === "assistant" && id !== undefined && id === lastId && last !== undefined && isArray(last.content) && isArray(content))
        messages[messages.length - 1] = { ...last, content: [...last.content, ...content] };
      else messages.push({ role, content });
      lastId = type === "assistant" ? id : undefined;
    }
    // The fields beside the messages are not in the session, so none of them is judged.
    return messages.length === 0 ? [] : [{ value: messages, format: "anthropic", place: "" }];
  },
};
