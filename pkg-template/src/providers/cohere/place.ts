// The places of a text in an answer's message.

import type { NeutralPart } from "../../types/program-format.js";
import { extrasOf } from "../../formats/extras.js";
import { marksOf } from "../../formats/marks.js";

/** The name of the format, and of its marks. */
export const COHERE = "cohere";

/** The field of a call that keeps the unmodelled fields of its `function`. */
export const INSIDE = "functionFields";

/**
 * The place of a text: in `tool_plan`, with or without calls; in `content` as a text or, beside calls, as a block. A text without a place
 * is written into the content; beside calls, into the plan.
 */
export type Place = "plan" | "plan-alone" | "text" | "block";

/** The place of a text, if its source had it in one. */
export function placeOf(part: NeutralPart): unknown {
  return marksOf(extrasOf(part))[COHERE];
}
