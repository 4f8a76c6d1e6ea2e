import { UNNAMED, words } from "../stream.js";

/** @type {import('../stream.js').Streaming} */
export const mistralStream = {
  isAsked: (body) => body?.stream === true,
  events,
  error: (message) => ({ object: "error", message, type: "internal_server_error", param: null, code: "3000", error: { message } }),
  framing: () => UNNAMED,
};

/** Calls come whole, in the chunk with the reason to stop. */
function* events({ choices: [{ message, finish_reason }], usage, object: _, ...head }) {
  const chunk = (delta, more = { finish_reason: null }) => ({
    ...head,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, ...more }],
  });
  yield chunk({ role: "assistant", content: "" });
  for (const part of typeof message.content === "string" ? [{ text: message.content }] : message.content) {
    if (part.thinking === undefined) for (const content of words(part.text)) yield chunk({ content });
    else
      for (const text of words(part.thinking[0].text)) yield chunk({ content: [{ type: "thinking", thinking: [{ type: "text", text }] }] });
  }
  const calls = message.tool_calls === null ? {} : { tool_calls: message.tool_calls };
  yield { ...chunk({ content: "", ...calls }, { finish_reason }), usage };
}
