// Answers of models, as messages of any format have them.

import { type Fields, others } from "../formats/fields.js";
import type { NeutralMessage, NeutralPart } from "../formats/program-format.js";

/** An answer: its parts, among them a refusal that stood beside its content, and its other unmodelled fields. */
export interface Answer {
  readonly parts: readonly NeutralPart[];
  readonly extras: Fields;
}

/** Reads the parts of an answer. */
export function answerOf({ content, extras = {} }: NeutralMessage): Answer {
  const said: readonly NeutralPart[] = Array.isArray(content) ? content : content ? [{ type: "text", text: content }] : [];
  const { refusal } = extras;
  if (typeof refusal !== "string" || refusal === "") return { parts: said, extras };
  return { parts: [...said, { type: "refusal", text: refusal }], extras: others(extras, ["refusal"]) };
}
