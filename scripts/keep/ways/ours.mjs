// backscroll's own ways.

import { ConversationError, ConversationManager, fit, fitBudget } from "backscroll";
import { MODEL, o200kTokens } from "../tokens.mjs";

/** The model alone: the budget is for the messages. */
const PARAMS = { model: MODEL };
/** Tokens that the model takes around a request, beside its messages. */
const AROUND = 3;

/** Returns null where no request fits: what a repair adds to the required messages may be too much. */
async function unlessTooLarge(work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConversationError && error.code === "cannot-fit") return null;
    throw error;
  }
}

/** The default reduction, by need, down to the budget itself, as the others go. */
export const byNeed = reducedBy("need");

/** The reduction by age, down to the budget itself. */
export const byAge = reducedBy("age");

/** @returns {import("./way.mjs").Way} */
function reducedBy(by) {
  const name = `backscroll, by ${by}`;
  const how = `a conversation with fitBudget({ by: "${by}", jump: 1 }): one reduction, down to the budget itself`;
  /** @type {import("./way.mjs").Way["begin"]} */
  const begin = (budget) => {
    const conversation = new ConversationManager({
      tokenLimit: budget + AROUND,
      estimator: o200kTokens,
      reduce: fitBudget({ by, jump: 1 }),
    });
    const cut = (messages) => {
      for (const message of messages) conversation.addMessage(message);
      return unlessTooLarge(async () => {
        await conversation.prepare("openai-chat", PARAMS);
        return conversation.messages;
      });
    };
    return { cut, end: () => conversation.dispose() };
  };
  /** @type {import("./way.mjs").Way["keep"]} */
  const keep = async ({ history }, budget) => {
    const course = begin(budget);
    try {
      return await course.cut(history);
    } finally {
      course.end();
    }
  };
  return { name, how, keep, begin };
}

/** @type {import("./way.mjs").Way} */
export const fitted = {
  name: "backscroll, fit",
  how: "`fit` without options: the cut of a conversation that grew message by message, between 0.6 of the budget and the budget",
  keep: ({ history }, budget) =>
    unlessTooLarge(() => fit("backscroll", history, { maxTokens: budget, estimator: o200kTokens, capabilities: PARAMS }).messages),
};
