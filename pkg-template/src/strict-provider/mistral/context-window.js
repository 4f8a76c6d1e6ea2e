import { countRequest } from "../tokens.js";
import { refuse } from "./refuse.js";

/** The request fits the context window. */
export function* contextIsLargeEnough(body, { contextWindow }) {
  const tokens = countRequest(body);
  if (tokens > contextWindow) {
    yield refuse(
      "context-window",
      "invalid_request_invalid_args",
      `Prompt contains ${tokens} tokens and 0 draft tokens, too large for model with ${contextWindow} maximum context length`,
    );
  }
}
