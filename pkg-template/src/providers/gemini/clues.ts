// Clues of Gemini.

import { isArray, isObject } from "../../input/check.js";
import { type Clue, SURE, has, some } from "../../doctor/clue.js";
import type { Fields } from "../../doctor/view.js";

export const CLUES: readonly Clue[] = [
  { formats: ["gemini"], points: SURE, why: "It has `contents`, as Gemini's requests have.", is: ({ body }) => isArray(body.contents) },
  {
    formats: ["gemini"],
    points: SURE,
    why: "Its turns have `parts` without a `type`.",
    is: ({ list }) =>
      some(
        list,
        ({ parts, type }) =>
          type === undefined &&
          isArray(parts) &&
          some(
            parts.filter(isObject) as Fields[],
            (part) =>
              part.type === undefined && has(part, "text", "functionCall", "functionResponse", "inlineData", "inline_data", "fileData"),
          ),
      ),
  },
];
