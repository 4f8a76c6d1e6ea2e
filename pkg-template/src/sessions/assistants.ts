// Messages of threads of OpenAI's Assistants API.

import { isArray } from "../input/check.js";
import { type Fields, isRecord } from "./fields.js";
import { textIn } from "./messages.js";
import type { Trace } from "./types.js";

export const assistants: Trace = {
  name: "Assistants thread",
  read(value) {
    const data = isArray(value) ? value : isArray(value.data) ? value.data : null;
    const messages: Fields[] = data?.filter(isRecord) ?? [];
    if (!messages.some(({ object }) => object === "thread.message")) return null;
    const at = (created: unknown): number => (typeof created === "number" ? created : 0);
    // The API lists the newest first.
    const sorted = [...messages].sort((one, other) => at(one.created_at) - at(other.created_at));
    const made = sorted.map(({ role, content }) => ({ role, content: textIn(content) })).filter(({ role }) => typeof role === "string");
    return made.length === 0 ? [] : [{ value: { messages: made }, format: "openai-chat", place: "" }];
  },
};
