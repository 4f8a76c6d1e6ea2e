// Clues of Bedrock Converse.

import { isArray, isObject } from "../../input/check.js";
import { type Clue, SURE, has, some } from "../../doctor/clue.js";
import type { Fields } from "../../doctor/view.js";

export const CLUES: readonly Clue[] = [
  {
    formats: ["bedrock", "strands"],
    points: SURE,
    why: "Its blocks are named by their field, such as `text` and `toolUse`, and have no `type`.",
    is: ({ parts, list }) =>
      some(
        parts,
        (part) =>
          part.type === undefined && has(part, "text", "toolUse", "toolResult", "reasoningContent", "image", "document", "cachePoint"),
      ) && some(list, ({ content }) => isArray(content)),
  },
  {
    formats: ["bedrock"],
    points: SURE,
    why: "Its `system` has blocks without a `type`.",
    is: ({ body }) =>
      isArray(body.system) && some(body.system.filter(isObject) as Fields[], (block) => block.type === undefined && has(block, "text")),
  },
  {
    formats: ["bedrock"],
    points: SURE,
    why: "It has `modelId`, `inferenceConfig` or `toolConfig`, as Converse has.",
    is: ({ body }) => has(body, "modelId", "inferenceConfig", "toolConfig", "additionalModelRequestFields", "guardrailConfig"),
  },
];
