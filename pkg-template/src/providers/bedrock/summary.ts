// Requests for a summary in the form of Bedrock Converse. A changed `toolChoice` ends Claude's cache of the messages, so the instruction
// alone forbids calls.

import { isObject } from "../../input/check.js";
import { type Fields, type SummaryForm, appendBlock, at, blocksOf, withResults } from "../../summaries/form.js";

export const FORM: SummaryForm = {
  list: "messages",
  isModels: ({ role }) => role === "assistant",
  resultsOf: (item) =>
    blocksOf(item.content).some(isResult) ? withResults(item, "content", (block) => isResult(block) || "cachePoint" in block) : null,
  append: (list, text) => appendBlock(list, { text }),
  isFree: (body) =>
    !isObject(at(body, "toolConfig", "toolChoice", "any")) &&
    !isObject(at(body, "toolConfig", "toolChoice", "tool")) &&
    !isObject(at(body, "outputConfig", "textFormat")) &&
    !isObject(at(body, "additionalModelRequestFields", "output_config", "format")),
  mark(list, all, place) {
    const marks = all.flatMap(({ content }) => blocksOf(content)).filter((block) => "cachePoint" in block);
    const mark = marks.at(-1);
    if (mark === undefined) return;
    list.forEach((message, index) => {
      const blocks = blocksOf(message.content).filter((block) => !("cachePoint" in block));
      list[index] = { ...message, content: index === place ? [...blocks, mark] : blocks };
    });
  },
};

function isResult(block: Fields): boolean {
  return "toolResult" in block;
}
