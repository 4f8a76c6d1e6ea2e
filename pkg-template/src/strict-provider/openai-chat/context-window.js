import { countRequest } from "../tokens.js";
import { refuse } from "./refuse.js";

/** The request fits the context window. */
export function* contextIsLargeEnough(body, { contextWindow }) {
  const tokens = countRequest(body);
  if (tokens > contextWindow) {
    yield refuse(
      "context-window",
      `This model's maximum context length is ${contextWindow} tokens. However, your messages resulted in ${tokens} tokens. ` +
        "Please reduce the length of the messages.",
      { param: "messages", code: "context_length_exceeded" },
    );
  }
}
