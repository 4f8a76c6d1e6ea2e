// Clues of Mistral.

import { isArray } from "../../input/check.js";
import { type Clue, LIKELY, SURE, has, some } from "../../doctor/clue.js";

export const CLUES: readonly Clue[] = [
  {
    formats: ["mistral"],
    points: SURE,
    why: "Its model is one of Mistral.",
    is: ({ model, body }) =>
      /^(mistral-|codestral|ministral|magistral|devstral|pixtral|voxtral|open-mi|labs-)/.test(model) && isArray(body.messages),
  },
  {
    formats: ["mistral"],
    points: SURE,
    why: "It has `safe_prompt`, `random_seed`, a `prefix`, or calls in the spelling of Mistral's client.",
    is: ({ body, list, calls }) =>
      has(body, "safe_prompt", "random_seed", "safePrompt", "randomSeed", "maxTokens") ||
      some(list, ({ prefix }) => prefix === true) ||
      some(calls, (call) => has(call, "function") && some(list, (message) => isArray(message.toolCalls))),
  },
  {
    formats: ["mistral"],
    points: LIKELY,
    why: "Ids of calls have nine letters and digits, as Mistral's have.",
    is: ({ calls }) => calls.length > 0 && calls.every(({ id }) => typeof id === "string" && /^[a-zA-Z0-9]{9}$/.test(id)),
  },
  {
    formats: ["mistral"],
    points: LIKELY,
    why: "Its content has `thinking` as a list, or `document_url`.",
    is: ({ parts }) =>
      some(parts, ({ type, thinking }) => (type === "thinking" && isArray(thinking)) || type === "document_url" || type === "reference"),
  },
];
