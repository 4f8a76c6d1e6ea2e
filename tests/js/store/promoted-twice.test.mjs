// Two writers who move the same pending messages into the history: the thread has each once, and nothing else is taken for one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ConversationManager } from "backscroll";
import { memoryStore } from "backscroll/store";

const USER = { source: "user", content: "Yes." };
const SKILL = { source: "skill", name: "maps", content: "North is up." };
const texts = (conversation) => conversation.messages.map(({ role, content, toolCalls }) => `${role}: ${toolCalls?.[0]?.name ?? content}`);

/** Steps of a writer. */
const promote = (conversation) => conversation.promotePending();
const say = (role, content) => (conversation) => conversation.addMessage(role, content);
const withdraw = (conversation) => conversation.withdraw(conversation.pending[0].id);

/** The steps of each of two writers, the thread afterwards, and the messages that are pending then. The second one saves first. */
const CASES = [
  ["both move it: it is there once", [USER], [[promote], [promote]], ["user: Look.", "user: Yes."]],
  ["two of the same text are two", [USER, USER], [[promote], [promote]], ["user: Look.", "user: Yes.", "user: Yes."]],
  ["the call of a skill and its result are there once, beside answers", [SKILL], [[say("assistant", "Fine."), promote], [say("assistant", "Well."), promote]], ["user: Look.", "assistant: Well.", "assistant: recall_skill", "tool: North is up.", "assistant: Fine."]],
  ["the same words of the assistant are no pending message", [USER], [[say("assistant", "Yes."), promote], [say("assistant", "Yes."), promote]], ["user: Look.", "assistant: Yes.", "user: Yes.", "assistant: Yes."]],
  ["another message of the user with other words stays", [USER], [[promote, say("user", "No.")], [promote, say("user", "Later.")]], ["user: Look.", "user: Yes.", "user: Later.", "user: No."]],
  ["the same words that the other says while it waits there are another message", [USER], [[promote], [say("user", "Yes.")]], ["user: Look.", "user: Yes.", "user: Yes."]],
  ["a message that one withdrew does not come back", [USER, SKILL], [[withdraw], [say("user", "Later.")]], ["user: Look.", "user: Later."], ["North is up."]],
  ["a message that one moved is not pending any more, whatever the other said", [USER], [[promote], [say("user", "Later.")]], ["user: Look.", "user: Later.", "user: Yes."]],
  ["a call of another number stays", [SKILL, SKILL], [[promote], [promote]], ["user: Look.", "assistant: recall_skill", "tool: North is up.", "assistant: recall_skill", "tool: North is up."]],
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
    for (const step of first) step(one);
    for (const step of second) step(two);
    await theirs.save();
    await mine.save();
    await loaded.persist(store, "t", { autoSave: false });
    assert.deepEqual(texts(loaded), expected);
    assert.deepEqual(texts(one), expected);
    assert.deepEqual(loaded.pending.map(({ content }) => content), left);
  });
}
