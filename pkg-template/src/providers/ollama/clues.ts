// Clues of Ollama.

import { isArray, isObject } from "../../input/check.js";
import { type Clue, LIKELY, SURE, has, some } from "../../doctor/clue.js";

export const CLUES: readonly Clue[] = [
  {
    formats: ["ollama"],
    points: SURE,
    why: "Its calls have arguments as an object, and no id; or a message has `tool_name`, `images` or `thinking`.",
    is: ({ list, calls }) =>
      some(calls, ({ id, function: called }) => id === undefined && isObject(called?.arguments)) ||
      some(
        list,
        (message) =>
          has(message, "tool_name") || isArray(message.images) || (typeof message.thinking === "string" && !isArray(message.content)),
      ),
  },
  {
    formats: ["ollama"],
    points: LIKELY,
    why: "It has `options`, `keep_alive` or `think`.",
    is: ({ body }) => isArray(body.messages) && has(body, "keep_alive", "think", "options"),
  },
];
