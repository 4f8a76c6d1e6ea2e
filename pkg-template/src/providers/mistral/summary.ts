// Requests for a summary in Mistral's form. The documents do not say what `tool_choice` does to the cache, so the instruction alone forbids
// calls.

import { type SummaryForm, isFormed } from "../../summaries/form.js";
import { FORM as CHAT } from "../openai-chat/summary.js";

export const FORM: SummaryForm = {
  list: "messages",
  isModels: CHAT.isModels,
  resultsOf: CHAT.resultsOf,
  append(list, text) {
    // A message of the user may not follow a result (MI1).
    if (list.at(-1)?.role === "tool") list.push({ role: "assistant", content: "OK." });
    list.push({ role: "user", content: text });
  },
  isFree: ({ tool_choice: choice = "auto", response_format: format }) => (choice === "auto" || choice === "none") && !isFormed(format),
};
