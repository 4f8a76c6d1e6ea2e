// Two writers who move the same pending messages into the history: the thread has each once, and nothing else is taken for one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ConversationManager } from "backscroll";
import { memoryStore } from "backscroll/store";

const USER = { source: "user", content: "Yes." };
const SKILL = { source: "skill", name: "maps", content: "North is up." };
const texts = (conversation) => conversation.messages.map(({ role, content, toolCalls }) => `${role}: ${toolCalls?.[0]?.name ?? content}`);

/** What each of two writers does, the thread afterwards, and what is pending then. The second one saves first. */
const CASES = [
  ["both move it: it is there once", [USER], [(one) => one.promotePending(), (two) => two.promotePending()], ["user: Look.", "user: Yes."]],
  [
    "two of the same text are two",
    [USER, USER],
    [(one) => one.promotePending(), (two) => two.promotePending()],
    ["user: Look.", "user: Yes.", "user: Yes."],
  ],
  [
    "the call of a skill and its result are there once, beside answers",
    [SKILL],
    [
      (one) => {
        one.addMessage("assistant", "Fine.");
        one.promotePending();
      },
      (two) => {
        two.addMessage("assistant", "Well.");
        two.promotePending();
      },
    ],
    ["user: Look.", "assistant: Well.", "assistant: recall_skill", "tool: North is up.", "assistant: Fine."],
  ],
  [
    "the same words of the assistant are no pending message",
    [USER],
    [
      (one) => {
        one.addMessage("assistant", "Yes.");
        one.promotePending();
      },
      (two) => {
        two.addMessage("assistant", "Yes.");
        two.promotePending();
      },
    ],
    ["user: Look.", "assistant: Yes.", "user: Yes.", "assistant: Yes."],
  ],
  [
    "another message of the user with other words stays",
    [USER],
    [
      (one) => {
        one.promotePending();
        one.addMessage("user", "No.");
      },
      (two) => {
        two.promotePending();
        two.addMessage("user", "Later.");
      },
    ],
    ["user: Look.", "user: Yes.", "user: Later.", "user: No."],
  ],
  [
    "the same words that the other says while it waits there are another message",
    [USER],
    [(one) => one.promotePending(), (two) => two.addMessage("user", "Yes.")],
    ["user: Look.", "user: Yes.", "user: Yes."],
  ],
  ["what one withdrew does not come back", [USER, SKILL], [(one) => one.withdraw(one.pending[0].id), (two) => two.addMessage("user", "Later.")], ["user: Look.", "user: Later."], ["North is up."]],
  ["what one moved is not pending any more, whatever the other said", [USER], [(one) => one.promotePending(), (two) => two.addMessage("user", "Later.")], ["user: Look.", "user: Later.", "user: Yes."]],
  [
    "a call of another number stays",
    [SKILL, SKILL],
    [(one) => one.promotePending(), (two) => two.promotePending()],
    ["user: Look.", "assistant: recall_skill", "tool: North is up.", "assistant: recall_skill", "tool: North is up."],
  ],
];

for (const [fact, pending, [first, second], expected, left = []] of CASES) {
  test(fact, async () => {
    const store = memoryStore();
    const [one, two, loaded] = Array.from({ length: 3 }, () => new ConversationManager());
    const mine = await one.persist(store, "t", { autoSave: false });
    one.addMessage("user", "Look.");
    one.beginRun();
    for (const each of pending) one.enqueue(each);
    await mine.save();
    const theirs = await two.persist(store, "t", { autoSave: false });
    first(one);
    second(two);
    await theirs.save();
    await mine.save();
    await loaded.persist(store, "t", { autoSave: false });
    assert.deepEqual(texts(loaded), expected);
    assert.deepEqual(texts(one), expected);
    assert.deepEqual(loaded.pending.map(({ content }) => content), left);
  });
}
