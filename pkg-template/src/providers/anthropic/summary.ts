// Requests for a summary in Anthropic's form.
//
// `tool_choice` ends the cache of the messages (platform.claude.com: prompt caching, "What invalidates the cache"), so the instruction alone
// forbids calls.

import { isObject } from "../../input/check.js";
import { type SummaryForm, appendBlock, at, withResults } from "../../summaries/form.js";
import { moveMark } from "../../summaries/marks.js";

export const FORM: SummaryForm = {
  list: "messages",
  isModels: ({ role }) => role === "assistant",
  resultsOf: (item) => withResults(item, "content", ({ type }) => type === "tool_result"),
  append: (list, text) => appendBlock(list, { type: "text", text }),
  isFree: (body) =>
    !["any", "tool"].includes(String(at(body, "tool_choice", "type"))) &&
    !isObject(at(body, "output_config", "format")) &&
    !isObject(body.output_format),
  mark: (list, all, place) => moveMark(list, all, place),
};
