// Sessions of Codex: items of the Responses API, one a line, in a payload; in older ones, bare.

import { isArray } from "../input/check.js";
import { type Fields, isRecord } from "./fields.js";
import type { Session } from "./types.js";

export const codex: Session = {
  name: "Codex session",
  isOne: (lines) =>
    lines.some(({ type, payload }) => type === "response_item" && isRecord(payload)) ||
    lines.some(({ type, payload }) => type === "session_meta" && isRecord(payload)) ||
    isBare(lines),
  read(lines) {
    if (isBare(lines)) return [{ value: { input: lines.slice(1).filter(isItem) }, format: "openai-responses", place: "" }];
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

const isItem = ({ type, role, call_id: id }: Fields): boolean =>
  (type === "message" && typeof role === "string") || type === "reasoning" || typeof id === "string";

/** Reports whether the items have no payload: older sessions begin with a line about the session. */
const isBare = (lines: readonly Fields[]): boolean =>
  lines.length > 1 &&
  typeof lines[0]?.timestamp === "string" &&
  lines[0].type === undefined &&
  lines.slice(1).some(isItem) &&
  lines.slice(1).every((line) => isItem(line) || "record_type" in line);
