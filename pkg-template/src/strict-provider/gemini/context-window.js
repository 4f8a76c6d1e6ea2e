import { countRequest } from "../tokens.js";
import { refuse } from "./refuse.js";

/** The request fits the context window. */
export function* contextIsLargeEnough({ body }, { contextWindow }) {
  const tokens = countRequest(body);
  if (tokens > contextWindow) {
    yield refuse("context-window", `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${contextWindow}).`);
  }
}
