import { refuse } from "../openai-chat/refuse.js";
import { countRequest } from "../tokens.js";

/** The request fits the context window. */
export function* contextIsLargeEnough(body, { contextWindow }) {
  if (countRequest(body) > contextWindow) {
    yield refuse("context-window", "Your input exceeds the context window of this model. Please adjust your input and try again.", {
      param: "input",
      code: "context_length_exceeded",
    });
  }
}
