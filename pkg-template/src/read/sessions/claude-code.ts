// Sessions of Claude Code: one event a line. An answer is spread over lines with the same id.

import { isArray } from "../../input/check.js";
import { type Fields, isRecord } from "../shape.js";
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
    let model: unknown;
    for (const { type, message, isSidechain, isMeta, isCompactSummary } of lines) {
      if (isSidechain === true || isMeta === true || !isRecord(message) || (type !== "user" && type !== "assistant")) continue;
      const { role = type, content, id } = message;
      // A summary replaces what is before it.
      if (isCompactSummary === true) messages.length = 0;
      if (type === "assistant" && typeof message.model === "string" && !message.model.startsWith("<")) model = message.model;
      const last = messages.at(-1);
      if (type === "assistant" && id !== undefined && id === lastId && last !== undefined && isArray(last.content) && isArray(content))
        messages[messages.length - 1] = { ...last, content: [...last.content, ...content] };
      else messages.push({ role, content });
      lastId = type === "assistant" ? id : undefined;
    }
    return messages.length === 0
      ? []
      : [{ value: typeof model === "string" ? { model, messages } : messages, format: "anthropic", place: "" }];
  },
};
