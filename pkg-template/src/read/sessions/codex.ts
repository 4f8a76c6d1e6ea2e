// Sessions of Codex: items of the Responses API, one a line, in a payload; in older ones, bare.

import { isArray } from "../../input/check.js";
import { type Fields, isRecord } from "../shape.js";
import type { Session } from "./types.js";

export const codex: Session = {
  name: "Codex session",
  isOne: (lines) =>
    lines.some(({ type, payload }) => type === "response_item" && isRecord(payload)) ||
    lines.some(({ type, payload }) => type === "session_meta" && isRecord(payload)),
  read(lines) {
    let input: Fields[] = [];
    let model: unknown;
    let instructions: unknown;
    for (const { type, payload } of lines) {
      if (!isRecord(payload)) continue;
      if (type === "response_item" && typeof payload.type === "string" && payload.type !== "ghost_snapshot") input.push(payload);
      // A compaction replaces what is before it.
      if (type === "compacted" && isArray(payload.replacement_history)) input = payload.replacement_history.filter(isRecord);
      if (type === "turn_context" && typeof payload.model === "string") model = payload.model;
      if (type === "session_meta" && typeof payload.instructions === "string") instructions = payload.instructions;
    }
    const fields = { ...(typeof model === "string" && { model }), ...(typeof instructions === "string" && { instructions }) };
    return input.length === 0 ? [] : [{ value: { ...fields, input }, format: "openai-responses", place: "" }];
  },
};
