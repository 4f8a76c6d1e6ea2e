import { UNNAMED, pieces, words } from "../stream.js";

/** @type {import('../stream.js').Streaming} */
export const chatStream = {
  isAsked: (body) => body?.stream === true,
  events,
  error: (message) => ({ error: { message, type: "server_error", param: null, code: null } }),
  framing: () => UNNAMED,
};

function* events({ choices: [{ message, finish_reason }], usage, object: _, ...head }, body) {
  const reports = body.stream_options?.include_usage === true;
  const chunk = (delta, reason = null) => ({
    ...head,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
    ...(reports && { usage: null }),
  });
  yield chunk({ role: "assistant", content: "", refusal: null });
  for (const reasoning_content of words(message.reasoning_content ?? "")) yield chunk({ reasoning_content });
  for (const content of words(message.content ?? "")) yield chunk({ content });
  for (const [
    index,
    {
      id,
      type,
      function: { name, arguments: json },
    },
  ] of (message.tool_calls ?? []).entries()) {
    yield chunk({ tool_calls: [{ index, id, type, function: { name, arguments: "" } }] });
    for (const piece of pieces(json)) yield chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
  }
  yield chunk({}, finish_reason);
  if (reports) yield { ...chunk({}), choices: [], usage };
}
