// Ids of messages are unique on all paths of a conversation.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { refusal } from "../../support/basics.mjs";

const row = (id, role = id.startsWith("q") ? "user" : "assistant", content = `Words of ${id}.`) => ({ id, role, content });
const ids = (conversation) => conversation.transcript.map(({ message }) => message.id);
const restored = (conversation) => ConversationManager.fromJSON(JSON.stringify(conversation));

/** A conversation of two turns; `a2` was left for `b2`. */
function parted() {
  const conversation = new ConversationManager();
  for (const id of ["q1", "a1", "q2", "a2", "q3"]) conversation.addMessage(row(id));
  conversation.rewind("q2");
  conversation.addMessage(row("b2"));
  return conversation;
}

describe("an id of a message on another path is refused", () => {
  const ROWS = {
    "in addMessage": (conversation) => conversation.addMessage(row("a2")),
    "in addMessage, with other content": (conversation) => conversation.addMessage(row("a2", "assistant", "Other words.")),
    "in addMessage, in another role": (conversation) => conversation.addMessage(row("q3", "assistant")),
    "of a message that a reduction removed there": (conversation) => {
      conversation.select("q3");
      conversation.truncate({ keepRecent: 1 });
      conversation.select("b2");
      return conversation.addMessage(row("a2"));
    },
    "in addResponse": (conversation) => conversation.addResponse("backscroll", [row("a2")]),
    "in addResponse, of several messages": (conversation) => conversation.addResponse("backscroll", [row("new"), row("a2")]),
    "after another step back": (conversation) => {
      conversation.rewind("q1");
      return conversation.addMessage(row("b2"));
    },
    "after the prompt changed": (conversation) => {
      conversation.systemPrompt = "Be brief.";
      return conversation.addMessage(row("a2"));
    },
    "after the path was archived": (conversation) => {
      conversation.archive();
      return conversation.addMessage(row("a2"));
    },
  };
  for (const [name, work] of Object.entries(ROWS)) {
    for (const [where, own] of Object.entries({ "": (conversation) => conversation, ", in a copy": restored })) {
      test(`${name}${where}`, async () => {
        const conversation = own(parted());
        const error = await refusal(() => work(conversation), "duplicate-id");
        assert.match(error.message, /another path/);
        assert.equal(ids(conversation).includes("new"), false);
        conversation.select("a2");
        assert.deepEqual(ids(conversation).slice(-5), ["q1", "a1", "q2", "a2", "q3"]);
      });
    }
  }
});

describe("an id is free", () => {
  test("of a message that both paths share: the message is known", () => {
    const conversation = parted();
    assert.equal(conversation.addMessage(row("q1")).id, "q1");
    assert.deepEqual(ids(conversation), ["q1", "a1", "q2", "b2"]);
    conversation.select("a2");
    assert.equal(conversation.addMessage(row("a2")).id, "a2");
    assert.deepEqual(ids(conversation), ["q1", "a1", "q2", "a2", "q3"]);
  });

  const FREE = {
    "after `clear`": (conversation) => { conversation.clear(); return conversation; },
    "after `clear` on the only path that is left": (conversation) => {
      conversation.clear();
      for (const id of ["q1", "a2"]) conversation.addMessage(row(id));
      conversation.rewind("q1");
      conversation.select("a2");
      conversation.clear();
      return conversation;
    },
    "when the transcript is no longer kept": (conversation) => ConversationManager.fromJSON(conversation.toJSON(), { transcript: false }),
    "in a fork, which has one path": (conversation) => conversation.fork(),
  };
  for (const [name, work] of Object.entries(FREE)) {
    test(name, () => {
      const conversation = work(parted());
      conversation.addMessage(row("a2"));
      assert.equal(ids(conversation).at(-1), "a2");
    });
  }

  test("of a message that was archived on the only path that had it", () => {
    const conversation = parted();
    conversation.addMessage(row("q4"));
    conversation.select("a2");
    conversation.truncate({ keepRecent: 1 });
    conversation.archive();
    assert.equal(conversation.addMessage(row("a2")).id, "a2");
  });
});

test("a snapshot in which two paths have different messages of one id is refused, and names the path", () => {
  const snapshot = parted().toJSON();
  const [other] = snapshot.paths;
  const last = other.messages.at(-1);
  last[1].id = "b2";
  assert.throws(() => ConversationManager.fromJSON(snapshot), (error) => error.code === "invalid-snapshot" && /paths\[0\]/.test(error.message) && /b2/.test(error.message));
});

test("of many paths, each is found by each of its messages, in the order in which the paths were left", () => {
  const conversation = new ConversationManager();
  for (const id of ["q1", "a1"]) conversation.addMessage(row(id));
  for (let path = 0; path < 50; path += 1) {
    conversation.select("a1");
    conversation.rewind(path % 3 === 0 ? "q1" : "a1");
    conversation.addMessage(row(`q-${path}`, "user"));
    conversation.addMessage(row(`a-${path}`, "assistant"));
  }
  for (const own of [conversation, restored(conversation)]) {
    for (const path of [7, 30, 1, 48, 0]) {
      own.select(`q-${path}`);
      assert.equal(ids(own).at(-1), `a-${path}`);
      assert.deepEqual(own.siblings(`q-${path}`).includes("q-49"), path % 3 !== 0);
    }
  }
});

test("of several paths with a message, the one that was left last is taken", () => {
  const conversation = new ConversationManager();
  for (const id of ["q1", "a1"]) conversation.addMessage(row(id));
  for (const id of ["q2", "q3", "q4"]) {
    conversation.rewind("a1");
    conversation.addMessage(row(id));
  }
  conversation.rewind("q1");
  for (const own of [conversation, restored(conversation)]) {
    own.select("a1");
    assert.deepEqual(ids(own), ["q1", "a1", "q4"]);
    assert.deepEqual(own.siblings("q4"), ["q2", "q3", "q4"]);
  }
});
