// Requests for a summary in Gemini's form. Mode `NONE` is documented as a request without declarations, which come before the messages, so
// the instruction alone forbids calls. The SDK keeps its parameters in `config`.

import { isObject } from "../../input/check.js";
import { type SummaryForm, at, withResults } from "../../summaries/form.js";

export const FORM: SummaryForm = {
  list: "contents",
  isModels: ({ role }) => role === "model",
  resultsOf: (item) => withResults(item, "parts", (part) => "functionResponse" in part),
  append: (list, text) => void list.push({ role: "user", parts: [{ text }] }),
  isFree: (body) =>
    [body, body.config].every((fields) => at(fields, "toolConfig", "functionCallingConfig", "mode") !== "ANY") &&
    [body.generationConfig, body.config].every(isText),
};

function isText(config: unknown): boolean {
  return (
    ["text/plain", undefined].includes(at(config, "responseMimeType") as string | undefined) &&
    !["responseSchema", "responseJsonSchema"].some((name) => isObject(at(config, name)))
  );
}
