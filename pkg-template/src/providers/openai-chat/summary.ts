// Requests for a summary in the form of chat completions.
//
// With OpenAI's models, `tool_choice: "none"` leaves tools and cache as they are. Servers of other models may then leave the tools out of the
// prompt, as SGLang does, so there the instruction alone forbids calls.

import { isArray } from "../../input/check.js";
import { type SummaryForm, isFormed } from "../../summaries/form.js";
import { moveMark } from "../../summaries/marks.js";

export const FORM: SummaryForm = {
  list: "messages",
  isModels: ({ role }) => role === "assistant",
  resultsOf: (item) => (item.role === "tool" ? item : null),
  append: (list, text) => void list.push({ role: "user", content: text }),
  isFree: (body) =>
    !isFormed(body.response_format) && (isOpenAIs(body.model) || ["auto", "none"].includes(String(body.tool_choice ?? "auto"))),
  mark: (list, all, place) => moveMark(list, all, place),
  forbidCalls(body) {
    if (isOpenAIs(body.model) && isArray(body.tools)) body.tool_choice = "none";
  },
};

function isOpenAIs(model: unknown): boolean {
  return typeof model === "string" && /^(openai\/)?(gpt-\d|o\d)/.test(model);
}
