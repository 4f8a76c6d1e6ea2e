// The state for user interfaces: what it holds, and what keeps its identity.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { effect, shallowRef } from "@vue/reactivity";
import { ConversationManager } from "backscroll";
import { Program } from "../../support/conversation/trees.mjs";
import { FIRST_SEED, runs } from "../../support/runs.mjs";

const RUNS = runs({ few: 20, all: 60 });

function talk(options) {
  const conversation = new ConversationManager(options);
  conversation.addMessage("user", "one", { id: "u1" });
  conversation.addMessage("assistant", "two", { id: "a1" });
  conversation.addMessage("user", [{ type: "text", text: "three" }], { id: "u2" });
  return conversation;
}

/** A state without its breakdown, which `breakdown.test.mjs` is about: it is also of what the last request held beside the history. */
const shown = ({ breakdown, ...state }) => state;

const read = (conversation) => {
  const { transcript, reductions, pending, checkpoints, busy, contextTokens } = conversation;
  return { transcript, reductions, pending, checkpoints, busy, contextTokens };
};

/** All objects in a value. */
function objectsIn(value, found = new Set()) {
  if (typeof value === "object" && value !== null && !found.has(value)) {
    found.add(value);
    Object.values(value).forEach((each) => objectsIn(each, found));
  }
  return found;
}

/** Everything that is equal in two states, and must be the same object. */
function assertKept(before, now) {
  const known = new Map(before.transcript.map((entry) => [entry.message.id, entry]));
  for (const entry of now.transcript) {
    const old = known.get(entry.message.id);
    if (old === undefined) continue;
    if (JSON.stringify(old.message) === JSON.stringify(entry.message)) assert.equal(entry.message, old.message);
    if (JSON.stringify(old) === JSON.stringify(entry)) assert.equal(entry, old);
  }
  for (const name of ["transcript", "reductions", "pending", "checkpoints"]) {
    if (JSON.stringify(now[name]) === JSON.stringify(before[name])) assert.equal(now[name], before[name], name);
  }
}

test("the state is the same object until something changes", () => {
  const conversation = talk();
  // Names the model, by which the history counts from then on.
  conversation.toRequest("openai-chat", { model: "gpt-5" });
  const state = conversation.getState();
  conversation.toRequest("openai-chat", { model: "gpt-5" });
  assert.equal(conversation.getState(), state);
  conversation.beginRun();
  assert.notEqual(conversation.getState(), state);
  assert.equal(state.busy, false, "a state does not change any more");
});

test("a request that names another model is a change: sizes are counted for it", () => {
  const conversation = talk();
  let told = 0;
  conversation.subscribe(() => (told += 1));
  const before = conversation.getState();
  conversation.toRequest("openai-chat", { model: "claude-opus-4-8" });
  const state = conversation.getState();
  assert.notEqual(state.contextTokens, before.contextTokens);
  assert.deepEqual(shown(state), read(conversation));
  assert.ok(told > 0);
  assertKept(before, state);
});

test("the state and everything in it is frozen", () => {
  const conversation = talk();
  conversation.beginRun();
  conversation.enqueue({ source: "user", content: "wait" });
  conversation.truncate({ keepRecent: 1 });
  conversation.addMessage("assistant", null, { toolCalls: [{ id: "c1", name: "rm", arguments: { path: ["/"] } }] });
  conversation.suspend();
  for (const each of objectsIn(conversation.getState())) assert.ok(Object.isFrozen(each), JSON.stringify(each));
});

test("the lists of an empty conversation stay the same objects", () => {
  const conversation = new ConversationManager();
  const before = conversation.getState();
  conversation.beginRun();
  assertKept(before, conversation.getState());
});

describe("an appended message", () => {
  for (const [name, before, add, options] of [
    ["after others", (c) => c, (c) => c.addMessage("user", "new")],
    ["after a reduction", (c) => c.truncate({ keepRecent: 1 }), (c) => c.addMessage("user", "new")],
    ["as another response", (c) => c.regenerate("a1"), (c) => c.addMessage("assistant", "new")],
    ["as a late result", (c) => { c.addMessage("assistant", null, { toolCalls: [{ id: "c1", name: "f", arguments: {} }] }); c.addMessage("user", "go on"); }, (c) => c.addMessage({ role: "tool", toolCallId: "c1", content: "new" })],
    ["as one of two results", (c) => { c.addMessage("assistant", null, { toolCalls: ["c1", "c2"].map((id) => ({ id, name: "f", arguments: {} })) }); c.addMessage({ role: "tool", toolCallId: "c2", content: "x" }); }, (c) => c.addMessage({ role: "tool", toolCallId: "c1", content: "new" })],
    ["without a transcript", (c) => c.truncate({ keepRecent: 1 }), (c) => c.addMessage("user", "new"), { transcript: false }],
  ]) {
    test(`${name} is the only new entry`, () => {
      const conversation = talk(options);
      before(conversation);
      const old = conversation.getState();
      add(conversation);
      const state = conversation.getState();
      assert.deepEqual(state.transcript.slice(0, -1).map((entry, place) => entry === old.transcript[place]), old.transcript.map(() => true));
      assert.equal(state.transcript.at(-1).message.content, "new");
      assert.deepEqual(shown(state), read(conversation));
    });
  }
});

test("a message that a reduction removes is the same object in another entry", () => {
  const conversation = talk();
  const before = conversation.getState();
  conversation.truncate({ keepRecent: 1 });
  const { transcript } = conversation.getState();
  assert.deepEqual(transcript.map(({ state }) => state), ["removed", "removed", "kept"]);
  assert.deepEqual(transcript.map((entry, place) => [entry === before.transcript[place], entry.message === before.transcript[place].message]), [[false, true], [false, true], [true, true]]);
});

test("with an estimator that adds a message, the state is that of its end", () => {
  let isAdded = false;
  const conversation = talk({ estimator: (text) => {
    if (!isAdded) {
      isAdded = true;
      conversation.addMessage("user", "from the estimator");
    }
    return text.length;
  } });
  assert.deepEqual(shown(conversation.getState()), read(conversation));
});

test("Vue's `shallowRef` follows it, as the README shows", () => {
  const conversation = talk();
  const state = shallowRef(conversation.getState());
  const end = conversation.subscribe(() => (state.value = conversation.getState()));
  const seen = [];
  effect(() => seen.push(state.value.transcript.length));
  conversation.addMessage("user", "new");
  end();
  conversation.addMessage("user", "not seen");
  assert.deepEqual(seen, [3, 4]);
});

describe("after `dispose`", () => {
  test("the last state stays", () => {
    const conversation = talk();
    const state = conversation.getState();
    conversation.dispose();
    assert.equal(conversation.getState(), state);
  });

  test("there is none, if none was asked for", () => {
    const conversation = talk();
    conversation.dispose();
    assert.throws(() => conversation.getState(), { code: "disposed" });
  });
});

for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
  test(`seed ${seed}: in random programs the state is what is read, what did not change is the same, and each change is told`, async () => {
    const program = new Program(seed);
    const done = [];
    let followed = null;
    let told = 0;
    let before = program.conversation.getState();
    for (let step = 0; step < 40; step += 1) {
      if (followed !== program.conversation) {
        followed = program.conversation;
        followed.subscribe(() => {
          told += 1;
        });
        before = followed.getState();
      }
      told = 0;
      done.push(await program.step());
      const { conversation } = program;
      if (conversation !== followed) continue;
      const state = conversation.getState();
      assert.deepEqual(shown(state), read(conversation), done.join(" "));
      assertKept(before, state);
      assert.equal(told > 0, state !== before, done.join(" "));
      before = state;
    }
    program.conversation.dispose();
  });
}

test("a late result is in the state, behind results that have no call", async () => {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Go.");
  conversation.addMessage("assistant", null, { toolCalls: ["k1", "k2"].map((id) => ({ id, name: "look", arguments: "{}" })) });
  conversation.addMessage({ role: "tool", toolCallId: "k0", content: "stray" });
  conversation.getState();
  await conversation.runTools({ look: () => "x" });
  assert.deepEqual(conversation.getState().transcript, conversation.transcript);
  assert.equal(conversation.transcript.length, 5);
});
