// Clues of Gemini's Interactions API.

import { type Clue, SURE, has, typed } from "../../doctor/clue.js";

/** Steps of Gemini's Interactions API. */
export const STEPS = ["user_input", "model_output", "thought", "function_result"];

export const CLUES: readonly Clue[] = [
  {
    formats: ["gemini-interactions"],
    points: 2 * SURE,
    why: "Its steps are of Gemini's Interactions API.",
    is: ({ list, body }) => typed(list, ...STEPS) || (has(body, "system_instruction") && has(body, "input")),
  },
];
