// A window that moves with every message: for each request, drops the oldest units until the rest fits, as many programs do by hand.

import { ConversationManager, estimateTokens } from "backscroll";
import { unitsOf } from "../../../tests/support/reduce/floor.mjs";
import { ASKED, PARAMS } from "./way.mjs";

/** @type {import("./way.mjs").Way} */
export const movingWindow = {
  name: "moving window",
  how: "the system prompt, and as many of the newest messages as fit, calls with their results; written by backscroll",
  begin: (target, params = PARAMS[target], asked = ASKED[target]) => ({
    request: async (history, budget) => written(target, params, newest(history, budget, asked)),
  }),
};

/** `asked` is the model by which messages are counted. */
function newest(history, budget, asked) {
  const system = history.filter(({ role }) => role === "system");
  const units = unitsOf(history.filter(({ role }) => role !== "system"));
  let tokens = estimateTokens(system, asked);
  let first = units.length;
  while (first > 0) {
    tokens += estimateTokens(units[first - 1], asked);
    if (tokens > budget && first < units.length) break;
    first -= 1;
  }
  return [...system, ...units.slice(first).flat()];
}

function written(target, params, messages) {
  const conversation = ConversationManager.from("backscroll", messages);
  try {
    return conversation.toRequest(target, params).body;
  } finally {
    conversation.dispose();
  }
}
