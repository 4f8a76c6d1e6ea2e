// Clues of Cohere.

import { isArray } from "../../input/check.js";
import { type Clue, LIKELY, SURE, has, some } from "../../doctor/clue.js";

export const CLUES: readonly Clue[] = [
  {
    formats: ["cohere"],
    points: SURE,
    why: "It has `tool_plan`, `documents` or `citations`, as Cohere's chats have.",
    is: ({ list, body }) =>
      some(list, (message) => has(message, "tool_plan", "toolPlan", "citations")) || (isArray(body.documents) && isArray(body.messages)),
  },
  { formats: ["cohere"], points: LIKELY, why: "Its model is one of Cohere.", is: ({ model }) => /^command/.test(model) },
];
