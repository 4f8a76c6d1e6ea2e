// Clues of Bedrock Converse.

import { type PlainObject, isArray, isObject } from "../../input/check.js";
import { type Clue, SURE, has, some } from "../../doctor/clue.js";

/** Reports whether a value is a whole answer of Converse. */
export const isAnswer = ({ output }: PlainObject): boolean => isObject(output) && isObject(output.message);

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
    why: "It has `modelId`, `inferenceConfig` or `toolConfig`, as Converse has.",
    is: ({ body }) => has(body, "modelId", "inferenceConfig", "toolConfig", "additionalModelRequestFields", "guardrailConfig"),
  },
];
