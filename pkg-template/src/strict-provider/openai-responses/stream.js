import { NAMED, pieces, words } from "../stream.js";

/** @type {import('../stream.js').Streaming} */
export const responseStream = {
  isAsked: (body) => body?.stream === true,
  events: function* (answer) {
    let sequence_number = 0;
    for (const event of events(answer)) yield { ...event, sequence_number: sequence_number++ };
  },
  error: (message) => ({ type: "error", code: "server_error", message, param: null, sequence_number: 0 }),
  framing: () => NAMED,
};

function* events(answer) {
  const begun = { ...answer, status: "in_progress", output: [], usage: null };
  yield { type: "response.created", response: begun };
  yield { type: "response.in_progress", response: begun };
  for (const [output_index, item] of answer.output.entries()) {
    const more = (type, fields) => ({ type: `response.${type}`, item_id: item.id, output_index, ...fields });
    const { encrypted_content: _, ...open } = item;
    const empty = { message: { content: [] }, reasoning: { summary: [] }, function_call: { arguments: "" } }[item.type];
    yield {
      type: "response.output_item.added",
      output_index,
      item: { ...open, ...("status" in item && { status: "in_progress" }), ...empty },
    };
    yield* grown(item, more);
    yield { type: "response.output_item.done", output_index, item };
  }
  yield { type: "response.completed", response: answer };
}

/** The events between the beginning and the end of an item. */
function* grown(item, more) {
  if (item.type === "function_call") {
    for (const delta of pieces(item.arguments)) yield more("function_call_arguments.delta", { delta });
    yield more("function_call_arguments.done", { arguments: item.arguments });
    return;
  }
  const isMessage = item.type === "message";
  const [part] = isMessage ? item.content : item.summary;
  const [place, name, text] = isMessage
    ? [{ content_index: 0 }, "content_part", "output_text"]
    : [{ summary_index: 0 }, "reasoning_summary_part", "reasoning_summary_text"];
  yield more(`${name}.added`, { ...place, part: { ...part, text: "" } });
  for (const delta of words(part.text)) yield more(`${text}.delta`, { ...place, delta });
  yield more(`${text}.done`, { ...place, text: part.text });
  yield more(`${name}.done`, { ...place, part });
}
