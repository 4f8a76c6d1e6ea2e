// Clues of Anthropic.

import { isArray, isObject } from "../../input/check.js";
import { type Clue, LIKELY, SURE, has, some, typed } from "../../doctor/clue.js";
import type { Fields } from "../../doctor/view.js";

export const CLUES: readonly Clue[] = [
  {
    formats: ["anthropic"],
    points: SURE,
    why: "Its blocks are `tool_use`, `tool_result` or `thinking`.",
    is: ({ parts }) =>
      typed(parts, "tool_use", "tool_result", "redacted_thinking", "server_tool_use", "web_search_tool_result") ||
      some(parts, ({ type, thinking }) => type === "thinking" && typeof thinking === "string"),
  },
  {
    formats: ["anthropic"],
    points: SURE,
    why: "Its tools have an `input_schema`.",
    is: ({ tools }) => some(tools, (tool) => has(tool, "input_schema")),
  },
  {
    formats: ["anthropic"],
    points: LIKELY,
    why: "It has `system` beside `messages`.",
    is: ({ body }) => has(body, "system") && isArray(body.messages) && !has(body, "modelId", "inferenceConfig", "toolConfig"),
  },
  {
    formats: ["anthropic"],
    points: LIKELY,
    why: "Its media have a `source` with a `media_type`.",
    is: ({ parts }) => some(parts, ({ source }) => isObject(source) && has(source as Fields, "media_type")),
  },
  {
    formats: ["anthropic"],
    points: LIKELY,
    why: "Its model is one of Anthropic.",
    is: ({ model, body }) => /^claude/.test(model) && isArray(body.messages),
  },
];
