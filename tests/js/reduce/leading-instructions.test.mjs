// All instructions that lead a conversation survive whatever makes it smaller, in the requests of every target.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, chain, compacting, fit, fitBudget, recentTurns, slidingWindow, summarizing, trim } from "backscroll";
import { LISTS, SYSTEMS, TARGETS, objection } from "../../support/judges.mjs";
import { PARAMS } from "../../support/conversation/waiting.mjs";
import { summariser, text } from "../../support/reduce/stories.mjs";

const { summarize } = summariser();

/** Leading instructions, in messages of both roles and both forms. */
const LEADING = [
  { role: "system", content: "Instruction one." },
  { role: "developer", content: "Instruction two." },
  { role: "system", content: [{ type: "text", text: "Instruction three." }, { type: "text", text: "Instruction four." }] },
];
const WORDS = ["Instruction one.", "Instruction two.", "Instruction three.", "Instruction four."];

/** Turns that do not fit, some with calls. */
const TURNS = Array.from({ length: 8 }, (_, turn) => [
  { role: "user", content: `Question ${turn}: ${text(160)}` },
  { role: "assistant", content: null, tool_calls: [{ id: `c${turn}`, type: "function", function: { name: "look", arguments: "{}" } }] },
  { role: "tool", tool_call_id: `c${turn}`, content: `Result ${turn}: ${text(160)}` },
  { role: "assistant", content: `Answer ${turn}: ${text(160)}` },
]).flat();
const MESSAGES = [...LEADING, ...TURNS];

/** Room for a few turns, beside a tool: to Claude, any tool adds some 600 tokens. */
const ROOM = 1_400;
const prepares = (reduce) => ({ options: { tokenLimit: ROOM, ...(reduce && { reduce }) }, cut: (conversation, target, params) => conversation.prepare(target, params) });
const edits = (edit) => ({ options: {}, cut: (conversation) => edit(conversation) });

/** The ways to make a conversation smaller. */
const CUTS = {
  "truncation to one turn": edits((conversation) => conversation.truncate({ keepRecent: 1 })),
  "truncation to no turn": edits((conversation) => (conversation.truncate({ keepRecent: 0 }), conversation.addMessage("user", "Anew."))),
  clear: edits((conversation) => (conversation.clear(), conversation.addMessage("user", "Anew."))),
  "the default strategy": prepares(),
  "a budget by age": prepares(fitBudget({ by: "age" })),
  "a budget with summaries": prepares(fitBudget({ summarize })),
  "a window of messages": prepares(slidingWindow({ windowSize: 2 })),
  "recent turns": prepares(recentTurns({ keep: 1 })),
  summaries: prepares(chain(summarizing({ summarize, preserveRecentMessages: 2, summaryRatio: 0.8 }), fitBudget())),
  compaction: prepares(chain(compacting({ summarize, maxTokens: 100, recentKeep: 2 }), fitBudget())),
  "two cuts, one after another": edits(async (conversation) => {
    conversation.truncate({ keepRecent: 3 });
    conversation.truncate({ keepRecent: 1 });
  }),
};

/** The instructions of a body: beside the messages, or at the start of the list. */
function instructionsOf(target, body) {
  const list = body[LISTS[target]];
  const end = list.findIndex(({ role }) => role !== "system" && role !== "developer");
  return JSON.stringify([body[SYSTEMS[target]], body.system_instruction, list.slice(0, end)]);
}

/** Fails unless all leading instructions are there, once and in order. */
function assertLed(target, body, what) {
  const said = instructionsOf(target, body);
  const places = WORDS.map((words) => said.indexOf(words));
  assert.ok(places.every((place, at) => place > (places[at - 1] ?? -1)), `${what}: ${said.slice(0, 400)}`);
  for (const words of WORDS) assert.equal(JSON.stringify(body).split(words).length, 2, `${what}: ${words}`);
  assert.equal(objection(target, body), null, what);
}

for (const [name, { options, cut }] of Object.entries(CUTS)) {
  describe(name, () => {
    for (const target of TARGETS) {
      test(target, async () => {
        const conversation = ConversationManager.from("openai-chat", { messages: MESSAGES }, options);
        const before = conversation.messageCount;
        await cut(conversation, target, PARAMS[target]);
        assert.ok(conversation.messageCount < before, "nothing was cut");
        for (const each of [conversation, ConversationManager.fromJSON(JSON.stringify(conversation))]) assertLed(target, each.toRequest(target, PARAMS[target]).body, name);
        conversation.undoAll();
        assertLed(target, conversation.toRequest(target, PARAMS[target]).body, "after the undo");
      });
    }
  });
}

describe("a caller's body", () => {
  for (const target of TARGETS) {
    test(target, () => {
      const { body } = ConversationManager.from("openai-chat", { messages: MESSAGES }).toRequest(target, PARAMS[target]);
      for (const make of [fit, trim]) {
        const { body: cut } = make(target, body, { maxTokens: ROOM });
        assert.ok(JSON.stringify(cut).length < JSON.stringify(body).length / 2);
        assertLed(target, cut, make.name);
      }
    });
  }
});
