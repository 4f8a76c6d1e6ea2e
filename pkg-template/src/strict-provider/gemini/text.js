import { refuse } from "./refuse.js";

/** GE6: Vertex refuses empty texts. */
export function* textIsNotEmpty({ turns }, { refuseEmptyText }) {
  if (!refuseEmptyText) return;
  for (const { part } of turns.flatMap(({ entries }) => entries)) {
    if (part.text === "" && part.thoughtSignature === undefined) {
      yield refuse("GE6", "Unable to submit request because it has an empty text parameter. Add a value to the parameter and try again.");
    }
  }
}
