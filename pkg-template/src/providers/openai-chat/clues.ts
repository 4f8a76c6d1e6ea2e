// Clues of chat completions.

import { isArray, isObject } from "../../input/check.js";
import { type Clue, HINT, LIKELY, some, typed } from "../../doctor/clue.js";
import { CHAT_TARGETS } from "../names.js";
import type { Format } from "../../index.js";

/** Formats whose calls have the form of OpenAI's. */
const FAMILY: readonly Format[] = /* @__PURE__ */ CHAT_TARGETS.concat("cohere");

/** Formats whose messages have a role and a text. */
const SIMPLE: readonly Format[] = /* @__PURE__ */ Array.from(
  /* @__PURE__ */ new Set<Format>(
    (["openai-chat", "anthropic", "mistral", "openai-responses", "ai-sdk", "ollama", "cohere", "backscroll"] as Format[]).concat(
      CHAT_TARGETS,
    ),
  ),
);

export const CLUES: readonly Clue[] = [
  {
    formats: FAMILY,
    points: LIKELY,
    why: "Its messages have `tool_calls`, or a `tool_call_id`.",
    is: ({ list }) =>
      some(list, (message) => isArray(message.tool_calls) || (message.role === "tool" && typeof message.tool_call_id === "string")),
  },
  {
    formats: FAMILY,
    points: HINT,
    why: "Its tools have a `function`.",
    is: ({ tools }) => some(tools, ({ type, function: called }) => type === "function" && isObject(called)),
  },
  {
    formats: ["openai-chat"],
    points: LIKELY,
    why: "Its parts are `image_url` or `input_audio`.",
    is: ({ parts }) => typed(parts, "image_url", "input_audio", "file", "refusal"),
  },
  {
    formats: ["openai-chat"],
    points: LIKELY,
    why: "It has `messages` and a model of OpenAI.",
    is: ({ body, model }) => isArray(body.messages) && /^(gpt-|o\d|chatgpt)/.test(model),
  },
  {
    formats: ["openai-chat"],
    points: HINT,
    why: "It has `messages` with roles, which many vendors take.",
    is: ({ body, list }) => isArray(body.messages) && some(list, ({ role }) => typeof role === "string"),
  },
  {
    formats: SIMPLE,
    points: HINT,
    why: "Its messages have a role and content, which several formats share.",
    is: ({ list }) => some(list, ({ role, content }) => typeof role === "string" && (typeof content === "string" || isArray(content))),
  },
];
