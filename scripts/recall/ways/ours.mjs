// backscroll's own ways.

import { ConversationError, ConversationManager, fit, fitBudget } from "backscroll";
import { o200kTokens } from "../tokens.mjs";

/** The budget is for the messages: no params are counted. */
const PARAMS = {};

/** Returns null where no request fits: what a repair adds to the required messages may be too much. */
async function unlessTooLarge(work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConversationError && error.code === "cannot-fit") return null;
    throw error;
  }
}

/** The default reduction, down to the budget itself, as the others go. @type {import("./way.mjs").Way} */
export const reduced = {
  name: "backscroll",
  how: "a conversation with fitBudget({ jump: 1 }): the default reduction, once, down to the budget itself",
  keep: async ({ history }, budget) => {
    const conversation = ConversationManager.from("backscroll", history, {
      tokenLimit: budget,
      estimator: o200kTokens,
      reduce: fitBudget({ jump: 1 }),
    });
    try {
      return await unlessTooLarge(async () => {
        await conversation.prepare("openai-chat", PARAMS);
        return conversation.messages;
      });
    } finally {
      conversation.dispose();
    }
  },
};

/** @type {import("./way.mjs").Way} */
export const fitted = {
  name: "backscroll, fit",
  how: "`fit` without options: the cut of a conversation that grew message by message, between 0.7 of the budget and the budget",
  keep: ({ history }, budget) => unlessTooLarge(() => fit("backscroll", history, { maxTokens: budget, estimator: o200kTokens }).messages),
};
