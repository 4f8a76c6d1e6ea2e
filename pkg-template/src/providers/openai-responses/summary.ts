// Requests for a summary in the form of OpenAI Responses. `tool_choice: "none"` leaves tools and cache as they are.

import { isArray } from "../../input/check.js";
import { type SummaryForm, at, isFormed } from "../../summaries/form.js";
import { moveMark } from "../../summaries/marks.js";

export const FORM: SummaryForm = {
  list: "input",
  isModels: ({ role, type }) => role === "assistant" || (role === undefined && !isResult(type)),
  resultsOf: (item) => (isResult(item.type) ? item : null),
  append: (list, text) => void list.push({ role: "user", content: text }),
  // A conversation that OpenAI keeps would hold the request and the summary.
  isFree: (body) => !isFormed(at(body, "text", "format")) && body.conversation === undefined && body.previous_response_id === undefined,
  // Results hold no breakpoints.
  mark: (list, all, place) => moveMark(list, all, place, "input_text", ({ role }) => role === "user"),
  forbidCalls(body) {
    if (isArray(body.tools)) body.tool_choice = "none";
  },
};

/** Items without a role are the model's, except outputs of calls and answers to its questions. */
function isResult(type: unknown): boolean {
  return typeof type === "string" && /_(output|response)$/.test(type);
}
