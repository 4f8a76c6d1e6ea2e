// Clues of programs, and those of all formats.

import { isArray, isObject } from "../input/check.js";
import { type Clue, LIKELY, SURE, has, some, typed } from "./clue.js";
import type { Fields } from "./view.js";
import { PROVIDER_CLUES } from "../providers/registry/clues.js";

/** If several clues are equally strong, the first decides. */
export const CLUES: readonly Clue[] = [
  {
    formats: ["backscroll"],
    points: 2 * SURE,
    why: "It is a snapshot: it has `version`, `settings` and `messages`.",
    is: ({ body }) => typeof body.version === "number" && isArray(body.messages) && (has(body, "settings") || has(body, "pending")),
  },
  {
    formats: ["langchain"],
    points: SURE,
    why: "Its messages have a `type` and their fields in `data`.",
    is: ({ list }) =>
      some(
        list,
        ({ type, data }) => ["human", "ai", "system", "tool", "generic", "function", "developer"].includes(type) && isObject(data),
      ),
  },
  {
    formats: ["langchain"],
    points: SURE,
    why: "Its messages are serialised classes: `lc` is 1.",
    is: ({ list }) => some(list, ({ lc, type }) => lc === 1 && type === "constructor"),
  },
  {
    formats: ["ai-sdk"],
    points: SURE,
    why: "Its messages have `parts` with a `type`, as UI messages have.",
    is: ({ list, body }) =>
      !has(body, "contents") &&
      some(
        list,
        ({ parts, role }) =>
          isArray(parts) &&
          typeof role === "string" &&
          (parts.length === 0 || some(parts.filter(isObject) as Fields[], ({ type }) => typeof type === "string")),
      ),
  },
  {
    formats: ["ai-sdk"],
    points: SURE,
    why: "Its parts are `tool-call` and `tool-result`.",
    is: ({ parts }) => typed(parts, "tool-call", "tool-result", "tool-approval-request", "tool-approval-response"),
  },
  {
    formats: ["ai-sdk"],
    points: LIKELY,
    why: "It has `providerOptions` or `mediaType`, as model messages have.",
    is: ({ list, parts }) => some([...list, ...parts], (fields) => has(fields, "providerOptions", "mediaType")),
  },
  {
    formats: ["backscroll"],
    points: SURE,
    why: "Its messages have `toolCalls` with `arguments` as text, or a `toolCallId`, and no `function`.",
    is: ({ list, calls }) =>
      some(calls, (call) => typeof call.arguments === "string" && !has(call, "function")) ||
      some(
        list,
        ({ toolCallId, id, createdAt }) => typeof toolCallId === "string" && (typeof createdAt === "number" || typeof id === "string"),
      ),
  },
  {
    formats: ["strands"],
    points: SURE,
    why: "It has `systemPrompt` or `system_prompt` beside `messages` of blocks.",
    is: ({ body, parts }) =>
      has(body, "systemPrompt", "system_prompt") && !some(parts, ({ type }) => typeof type === "string" && !type.endsWith("Block")),
  },
  {
    formats: ["strands"],
    points: SURE,
    why: "Its blocks have a `type` that ends in `Block`, as in the Strands SDK.",
    is: ({ parts }) =>
      some(
        parts,
        ({ type }) =>
          typeof type === "string" &&
          /^(text|toolUse|toolResult|reasoning|image|document|video|cachePoint|guardContent|citations)Block$/.test(type),
      ),
  },
  ...PROVIDER_CLUES,
];
