import { isCall, isResult } from "./conversation.js";
import { isNewest } from "./models.js";
import { refuse } from "./refuse.js";

const NUMBER =
  "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.";
const AFTER_USER = "Please ensure that function call turn comes immediately after a user turn or after a function response turn.";
const AFTER_CALL = "Please ensure that function response turn comes immediately after a function call turn.";

/** GE2: calls follow a turn of the user, results or not. After merging, only the first turn follows none. */
export function* callsFollowTheUser({ turns }) {
  for (const [index, { role, entries }] of turns.entries()) {
    const isFirst = index === 0 || turns[index - 1].role !== "user";
    if (role === "model" && isFirst && entries.some(isCall)) yield refuse("GE2", AFTER_USER);
  }
}

/** GE3: results follow calls, with no content between. Within a content, results may stand behind other parts. */
export function* resultsFollowCalls({ turns }) {
  for (const [index, { entries }] of turns.entries()) {
    if (!entries.some(isResult)) continue;
    const isAsked = turns[index - 1]?.entries.some(isCall) ?? false;
    const opening = entries.find((entry) => !isResult(entry))?.content ?? Infinity;
    const isFirst = entries.filter(isResult).every(({ content }) => content <= opening);
    if (!isAsked || !isFirst) yield refuse("GE3", AFTER_CALL);
  }
}

/** GE1: a turn of calls has as many results. Results with an id name different calls of that turn. */
export function* callsAreAnswered({ turns }) {
  for (const [index, { entries }] of turns.entries()) {
    const calls = entries.filter(isCall);
    if (calls.length === 0) continue;
    const results = (turns[index + 1]?.entries ?? []).filter(isResult);
    if (results.length !== calls.length) yield refuse("GE1", NUMBER);
    // The empty text is no id.
    const named = calls.flatMap(({ part }) => part.functionCall.id || []);
    let unnamed = calls.length - named.length;
    for (const {
      part: {
        functionResponse: { id },
      },
    } of results) {
      if (!id) continue;
      const place = named.indexOf(id);
      if (place >= 0) named.splice(place, 1);
      else if (unnamed > 0) unnamed -= 1;
      else yield refuse("GE1", NUMBER);
    }
  }
}

/** GE11: with the newest models, Vertex treats parts behind a result in its content as a turn of the model. */
export function* resultsStandLast({ contents, body }, { model }) {
  if (!isNewest(model ?? body.model)) return;
  for (const entries of contents) {
    const first = entries.findIndex(isResult);
    if (first >= 0 && entries.slice(first).some((entry) => !isResult(entry))) {
      yield refuse("GE11", "Requests ending with a model turn are not supported.");
    }
  }
}
