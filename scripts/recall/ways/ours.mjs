// backscroll's own ways.

import { ConversationManager, fit, fitBudget } from "backscroll";
import { o200kTokens } from "../tokens.mjs";

/** The budget is for the messages: no params are counted. */
const PARAMS = {};

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
      await conversation.prepare("openai-chat", PARAMS);
      return conversation.messages;
    } finally {
      conversation.dispose();
    }
  },
};

/** @type {import("./way.mjs").Way} */
export const fitted = {
  name: "backscroll, fit",
  how: "`fit` without options: the cut of a conversation that grew message by message, between 0.7 of the budget and the budget",
  keep: async ({ history }, budget) => fit("backscroll", history, { maxTokens: budget, estimator: o200kTokens }).messages,
};
