// A summary is written from the results as they were said, whatever the same reduction, or an earlier one, did to them.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, chain, compacting, costAware, fitBudget, offload, summarizing } from "backscroll";
import { summariser } from "../../support/reduce/stories.mjs";

const ROUNDS = 10;

/** A conversation of rounds with long results. The end of each is what clearing and shortening remove. */
function rounds(options) {
  const conversation = new ConversationManager(options);
  for (let round = 0; round < ROUNDS; round += 1) {
    conversation.addMessage("user", `Question ${round}.`);
    conversation.addMessage("assistant", null, { toolCalls: [{ id: `c${round}`, name: "look", arguments: "{}" }] });
    conversation.addMessage("tool", wordsOf(round), { toolCallId: `c${round}` });
    conversation.addMessage("assistant", `Answer ${round}. ${"word ".repeat(40)}`);
  }
  return conversation;
}

const wordsOf = (round) => `START${round}x ${"word ".repeat(75)}MIDDLE${round}x ${"word ".repeat(75)}END${round}x`;

const clears = ({ draft }) => void draft.clearToolResults({ keep: 0 });
const shortens = ({ draft }) => void draft.shortenToolResults({ head: 10, tail: 10 });
const offloads = offload({ keep: 0, longerThan: 100 });

/** Strategies that change results and summarise, in one reduction. */
const STRATEGIES = {
  "fitBudget, by need": (summarize) => fitBudget({ summarize }),
  "fitBudget, by age": (summarize) => fitBudget({ summarize, by: "age" }),
  "fitBudget after offload": (summarize) => fitBudget({ summarize, firstStep: offloads }),
  costAware: (summarize) => costAware({ model: "gpt-5", reduceTo: 300, summarize }),
  ...Object.fromEntries(
    Object.entries({ clears, shortens, offloads }).flatMap(([name, first]) => [
      [`${name}, then summarizing`, (summarize) => chain(first, summarizing({ summarize, preserveRecentMessages: 2, summaryRatio: 0.8 }))],
      [`${name}, then compacting`, (summarize) => chain(first, compacting({ summarize, maxTokens: 100, recentKeep: 2 }))],
      [`${name}, then fitBudget`, (summarize) => chain(first, fitBudget({ summarize }))],
    ]),
  ),
};

/** The rounds whose results a request for a summary holds, whole. */
const heldIn = (text) => Array.from({ length: ROUNDS }, (_, round) => round).filter((round) => text.includes(wordsOf(round)));

/** The text that is summarised, of all requests. A piece of it may end within a word; the next begins with the summary so far and the role. */
const textOf = (requests) => requests.map(({ prompt }) => prompt.replace(/^summary: .*\n(?:tool: )?/, "").replace(/\n$/, "")).join("");

/** Fails unless the requests for summaries hold every result of the rounds that were summarised, whole. */
function assertWhole(requests, conversation) {
  assert.ok(requests.length > 0, "nothing was summarised");
  const kept = new Set(conversation.messages.map(({ toolCallId }) => toolCallId));
  const gone = Array.from({ length: ROUNDS }, (_, round) => round).filter((round) => !kept.has(`c${round}`));
  assert.ok(gone.length > 1, "no result was summarised");
  for (const [what, text] of [["messages", JSON.stringify(requests.flatMap(({ messages }) => messages))], ["prompt", textOf(requests)]]) {
    if (what === "messages") assert.deepEqual(heldIn(text), gone);
    for (const round of gone) for (const mark of ["START", "MIDDLE", "END"]) assert.ok(text.includes(`${mark}${round}x`), `${what}: ${mark}${round}x`);
    assert.doesNotMatch(text, /\[result cleared\]|\[moved|left out/, what);
  }
}

describe("in the same reduction", () => {
  for (const [name, strategy] of Object.entries(STRATEGIES)) {
    test(name, async () => {
      const { summarize, requests } = summariser();
      const conversation = rounds({ tokenLimit: 420, reduce: strategy(summarize) });
      await conversation.prepare("openai-chat", { model: "gpt-5" });
      assertWhole(requests, conversation);
    });
  }
});

describe("in an earlier reduction", () => {
  for (const [name, first] of Object.entries({ clears, shortens, offloads, "fitBudget without summaries": fitBudget({ by: "age", reduceTo: 0.7 }) })) {
    for (const isRestored of [false, true]) {
      test(`${name}${isRestored ? ", before a snapshot" : ""}`, async () => {
        const { summarize, requests } = summariser();
        const earlier = rounds({ tokenLimit: 1_700, reduce: first });
        const { reduction } = await earlier.prepare("openai-chat", { model: "gpt-5" });
        assert.equal(reduction.reduced, true);
        const conversation = ConversationManager.fromJSON(isRestored ? JSON.stringify(earlier) : earlier.toJSON(), { tokenLimit: 420, reduce: summarizing({ summarize, preserveRecentMessages: 2, summaryRatio: 0.8 }) });
        await conversation.prepare("openai-chat", { model: "gpt-5" });
        assertWhole(requests, conversation);
      });
    }
  }
});
