// Clues of Mistral's Conversations API.

import { type Clue, SURE, has, typed } from "../../doctor/clue.js";

export const CLUES: readonly Clue[] = [
  {
    formats: ["mistral-conversations"],
    points: 2 * SURE,
    why: "Its entries are of Mistral's Conversations API.",
    is: ({ list, body }) =>
      typed(list, "message.input", "message.output", "function.call", "function.result", "tool.execution") ||
      has(body, "inputs", "completionArgs", "completion_args"),
  },
];
