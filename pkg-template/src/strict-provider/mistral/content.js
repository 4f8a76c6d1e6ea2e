import { refuse } from "./refuse.js";

/** The chunks that a message of each role may hold. Results may hold more with tokenizers from version 15 on. */
const CHUNKS_BY_ROLE = {
  system: ["text", "thinking"],
  user: ["text", "image_url", "input_audio", "document_url", "file", "reference"],
  assistant: ["text", "thinking", "reference"],
  tool: ["text", "reference"],
};

/** MI8: chunks are in messages of the right role. */
export function* chunksFitRoles({ messages }) {
  for (const { role, content } of messages) {
    if (!Array.isArray(content)) continue;
    const foreign = content.map(({ type }) => type).filter((type) => !CHUNKS_BY_ROLE[role].includes(type));
    if (foreign.length === 0) continue;
    const list = [...new Set(foreign)]
      .sort()
      .map((type) => `'${type}'`)
      .join(", ");
    yield refuse("MI8", "invalid_request_invalid_args", `Unexpected content chunk types in ${role} message: [${list}]`);
  }
}

/** MI5: an assistant message has content or calls. */
export function* assistantSaysSomething({ messages }) {
  for (const { role, content, tool_calls: calls } of messages) {
    // A list of one text is that text.
    const words = Array.isArray(content) && content.length === 1 && content[0].type === "text" ? content[0].text : content;
    if (role !== "assistant" || (words ?? "").length > 0 || (calls ?? []).length > 0) continue;
    yield refuse("MI5", "invalid_request_assistant_message", "Assistant message must have either content or tool_calls, but not none.");
  }
}
