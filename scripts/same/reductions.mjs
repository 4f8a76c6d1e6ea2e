// The reductions by which two builds are compared: every strategy of the package, and every edit of a draft.

import { JsonText } from "./comparison.mjs";
import { TARGETS } from "../../tests/support/judges.mjs";

const summarize = ({ prompt, maxTokens }) => `They spoke of ${prompt.length} characters, in at most ${maxTokens} tokens.`;

/** @type {Record<string, (build: typeof import("backscroll")) => unknown>} */
const STRATEGIES = {
  fitBudget: ({ fitBudget }) => fitBudget(),
  "fitBudget with a summary": ({ fitBudget }) => fitBudget({ summarize, keepTurns: 2, jump: 0.5, summaryTokens: 40 }),
  costAware: ({ costAware }) => costAware({ model: "gpt-5", keepTokens: 30 }),
  slidingWindow: ({ slidingWindow }) => slidingWindow({ windowSize: 4, pinFirst: 1 }),
  recentTurns: ({ recentTurns }) => recentTurns({ keep: 1 }),
  summarizing: ({ summarizing }) => summarizing({ summarize, summaryRatio: 0.6, preserveRecentMessages: 2, summaryTokens: 40 }),
  compacting: ({ compacting }) => compacting({ summarize, maxTokens: 20, recentKeep: 2, summaryTokens: 40 }),
  chain: ({ chain, slidingWindow, recentTurns, fitBudget }) =>
    chain(slidingWindow({ windowSize: 6 }), recentTurns({ keep: 2 }), fitBudget()),
  offload: ({ offload, fitBudget }) => fitBudget({ first: offload({ keep: 1, longerThan: 300 }) }),
  "draft: clear and shorten":
    () =>
    ({ draft }) =>
      draft.clearToolResults({ keep: 1 }) + draft.shortenToolResults({ head: 10, tail: 10, media: true }) > 0,
  "draft: keep messages":
    () =>
    ({ draft }) =>
      draft.keepRecentMessages(3) > 0,
  "draft: remove":
    () =>
    ({ draft, messages }) =>
      draft.remove(messages.slice(0, 3).map(({ id }) => id)) > 0,
  "draft: summarize":
    () =>
    ({ draft, messages }) =>
      draft.summarize(messages[Math.floor(messages.length / 2)].id, "They spoke.") > 0,
  "draft: a new list":
    () =>
    ({ messages }) =>
      messages.filter((_, index) => index % 3 !== 0),
};

/** @returns {import("./operations.mjs").Operation[]} */
export function reductionsOf(input, withConversation) {
  const target = TARGETS.includes(input.format) ? input.format : "openai-chat";
  return Object.entries(STRATEGIES).map(([name, strategy]) => [
    `reduce by ${name}`,
    (build) => withConversation(build, input, (conversation) => reduced(build, conversation, strategy(build), target)),
  ]);
}

/**
 * Reduces the history in a window that is too small for it, with the strategy. Writes a request first, so that the reduction leaves cached
 * bytes.
 */
async function reduced(build, { messages, contextTokens }, reduce, target) {
  const conversation = new build.ConversationManager({ tokenLimit: Math.max(1, Math.floor(contextTokens * 0.6)), reduce });
  try {
    for (const message of messages) conversation.addMessage(message);
    const params = { model: "m", ...(target === "anthropic" && { max_tokens: 9 }) };
    let refusal;
    try {
      conversation.toRequestBytes(target, params);
      const { body, repairs, reduction, tokens } = await conversation.prepare(target, params);
      return { body, repairs, reduction, tokens, messages: conversation.messages, snapshot: conversation.toJSON() };
    } catch (error) {
      refusal = { code: error.code, details: error.details, cause: error.cause?.code };
    }
    const recovered = await conversation.recover(new build.ContextWindowOverflowError()).catch((error) => error.code);
    return { refusal, recovered, messages: conversation.messages, body: bytesOf(conversation, target, params) };
  } finally {
    conversation.dispose();
  }
}

function bytesOf(conversation, target, params) {
  try {
    return new JsonText(conversation.toRequestBytes(target, params));
  } catch (error) {
    return error.code;
  }
}
