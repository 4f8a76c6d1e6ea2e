// Subscriptions: a listener is called once for each change, and for nothing else.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ConversationManager, resume } from "backscroll";
import { addStream } from "backscroll/stream";
import { soon } from "../../support/basics.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const CALL = { id: "c1", name: "rm", arguments: {} };
const RESULT = { role: "tool", toolCallId: "c1", content: "gone" };
const RESPONSE = { choices: [{ message: { role: "assistant", content: "two" } }] };
const queued = { source: "user", content: "one more" };
const ASK = "openai-chat";
const PARAMS = { model: "m" };

const LONG = "one ".repeat(100);

/** A long question, an answer, and a question. */
function three(options) {
  const conversation = new ConversationManager(options);
  conversation.addMessage("user", LONG, { id: "u1" });
  conversation.addMessage("assistant", "two", { id: "a1" });
  conversation.addMessage("user", "three", { id: "u2" });
  // The first request names the model of the sizes, which is a change.
  conversation.toRequest(ASK, PARAMS);
  return conversation;
}

/** Adds a call that has no result, too. */
function asking(conversation) {
  conversation.addMessage("assistant", null, { id: "a2", toolCalls: [CALL] });
  return conversation;
}

function running(conversation) {
  conversation.beginRun();
  conversation.enqueue(queued);
  return conversation;
}

/** Counts the calls that `change` makes to a listener. */
async function callsOf(conversation, change) {
  let calls = 0;
  conversation.subscribe(() => {
    calls += 1;
  });
  await change(conversation);
  return calls;
}

describe("a listener is called once after", () => {
  const resumed = async (conversation) => {
    const checkpoint = asking(conversation).suspend();
    return [conversation, () => resume(checkpoint, { conversation, decisions: true, tools: { rm: () => "gone" } })];
  };
  for (const [name, change, prepared = (conversation) => conversation] of [
    ["a text", (c) => c.addMessage("user", "new")],
    ["a message with parts", (c) => c.addMessage({ role: "user", content: [{ type: "text", text: "new" }] })],
    ["a result of a tool", (c) => c.addMessage(RESULT), asking],
    ["a response", (c) => c.addResponse(ASK, RESPONSE)],
    ["a response of several messages", (c) => c.addResponse("backscroll", [{ role: "assistant", content: "x" }, { role: "assistant", content: "y" }])],
    ["a truncation", (c) => c.truncate({ keepRecent: 1 })],
    ["a clearing", (c) => c.clear()],
    ["an undo", (c) => c.undo(), (c) => (c.truncate({ keepRecent: 1 }), c)],
    ["an undo of all", (c) => c.undoAll(), (c) => (c.truncate({ keepRecent: 1 }), c.truncate({ keepRecent: 0 }), c)],
    ["archiving", (c) => c.archive(), (c) => (c.truncate({ keepRecent: 1 }), c)],
    ["clearing what reductions removed", (c) => c.clear(), (c) => (c.truncate({ keepRecent: 0 }), c)],
    ["an edit", (c) => c.edit("u2", "other")],
    ["a regeneration", (c) => c.regenerate("a1")],
    ["going back", (c) => c.rewind("u1")],
    ["taking another path", (c) => c.select("u2"), (c) => (c.rewind("u1"), c)],
    ["the beginning of a run", (c) => c.beginRun()],
    ["the end of a run", (c) => c.endRun(), running],
    ["enqueuing while busy", (c) => c.enqueue(queued), running],
    ["enqueuing while idle", (c) => c.enqueue(queued)],
    ["enqueuing behind others", (c) => c.enqueue(queued), (c) => (running(c).endRun(), c)],
    ["withdrawing", (c) => c.withdraw(c.pending[0].id), running],
    ["a promotion", (c) => c.promotePending(), running],
    ["a promotion by `prepare`", (c) => c.prepare(ASK, PARAMS), running],
    ["a suspension", (c) => c.suspend(), asking],
    ["a recovery", (c) => c.recover({ status: 400, error: { code: "context_length_exceeded", message: "maximum context length" } })],
    ["disposing", (c) => c.dispose()],
  ]) {
    test(name, async () => assert.equal(await callsOf(prepared(three()), change), 1));
  }

  test("a resume", async () => {
    const [conversation, change] = await resumed(three());
    assert.equal(await callsOf(conversation, change), 1);
  });

  test("a reduction by `prepare`", async () => {
    assert.equal(await callsOf(three({ tokenLimit: 80 }), (c) => c.prepare(ASK, PARAMS)), 1);
  });

  test("a reduction by `prepare` in a conversation that keeps no transcript", async () => {
    assert.equal(await callsOf(three({ tokenLimit: 80, transcript: false }), (c) => c.prepare(ASK, PARAMS)), 1);
  });

  test("each of the promotion, the reduction and the rollback of a `prepare` that fails", async () => {
    const reduce = ({ draft }) => draft.keepRecentTurns(1) > 0;
    const seen = [];
    const conversation = running(three({ tokenLimit: 100, reduce }));
    conversation.subscribe(() => seen.push([conversation.messageCount, conversation.pending.length]));
    await soon(assert.rejects(conversation.prepare(ASK, { model: "m", tools: [{ type: "function", function: { name: "f", description: "long ".repeat(200) } }] }), { code: "cannot-fit" }));
    assert.deepEqual(seen, [[4, 0], [1, 0], [3, 1]]);
  });

  test("the beginning of a stream, its message and its end", async () => {
    const conversation = three();
    const seen = [];
    conversation.subscribe(() => seen.push([conversation.busy, conversation.messageCount]));
    const chunk = { choices: [{ index: 0, delta: { role: "assistant", content: "Hello" }, finish_reason: "stop" }] };
    await addStream(conversation, ASK, [chunk]).result();
    assert.deepEqual(seen, [[true, 3], [true, 4], [false, 4]]);
  });
});

describe("no listener is called after", () => {
  for (const [name, change, prepared = (conversation) => conversation] of [
    ["reading", (c) => [c.messages, c.transcript, c.contextTokens, c.getState(), c.toJSON(), c.pending, c.checkpoints]],
    ["writing a request", (c) => c.toRequest(ASK, PARAMS)],
    ["a `prepare` that changes nothing", (c) => c.prepare(ASK, PARAMS)],
    ["a message that is known", (c) => c.addMessage({ id: "u1", role: "user", content: LONG })],
    ["a message that is refused", (c) => assert.throws(() => c.addMessage({ id: "u1", role: "user", content: "other" }), { code: "duplicate-id" })],
    ["a truncation that removes nothing", (c) => c.truncate({ keepRecent: 9 })],
    ["a clearing of nothing", (c) => c.clear(), () => new ConversationManager()],
    ["an undo of nothing", (c) => [c.undo(), c.undoAll()]],
    ["archiving nothing", (c) => c.archive()],
    ["going back to the newest message", (c) => c.rewind("u2")],
    ["taking the path that is taken", (c) => c.select("u1")],
    ["a second `beginRun`", (c) => c.beginRun(), running],
    ["an `endRun` without a run", (c) => c.endRun()],
    ["withdrawing what does not wait", (c) => c.withdraw(7)],
    ["a promotion of nothing", (c) => c.promotePending()],
    ["estimates by a function", (c) => c.contextTokens, () => three({ estimator: (text) => text.length })],
    ["a fork", (c) => c.fork().clear()],
  ]) {
    test(name, async () => {
      assert.equal(await callsOf(prepared(three()), change), 0);
    });
  }

  test("the end of the subscription, which may come twice", () => {
    const conversation = three();
    let calls = 0;
    const listener = () => {
      calls += 1;
    };
    const ends = [conversation.subscribe(listener), conversation.subscribe(listener)];
    conversation.beginRun();
    assert.equal(calls, 2, "one function can be subscribed twice");
    ends[0]();
    ends[0]();
    conversation.endRun();
    assert.equal(calls, 3);
    ends[1]();
    conversation.beginRun();
    assert.equal(calls, 3);
  });
});

describe("a listener", () => {
  test("finds the change made, and the repairs of it", () => {
    const conversation = three();
    const seen = [];
    conversation.subscribe(() => seen.push([conversation.messages.at(-1).content, conversation.lastRepairs.map(({ code }) => code)]));
    conversation.addMessage("user", "half \ud800");
    conversation.addMessage({ role: "user", content: "whole" });
    assert.deepEqual(seen, [["half \ufffd", ["lone-surrogate-replaced"]], ["whole", []]]);
  });

  for (const [name, listener, message] of [
    ["that throws breaks neither the change nor the other listeners", "() => { throw new Error('mine'); }", "mine"],
    ["that changes the conversation each time is stopped", "() => conversation.addMessage('user', 'again')", "A listener changes the conversation each time that it is called; it was called 100 times in a row."],
  ]) {
    test(`${name}; its error is an unhandled rejection`, async () => {
      // In a process of its own, because the runner takes such an error for one of the test.
      const program = `
        import { ConversationManager } from "backscroll";
        const conversation = new ConversationManager();
        let calls = 0;
        process.on("unhandledRejection", ({ message }) => console.log(JSON.stringify({ message, calls: calls > 0, newest: conversation.messages[0].content })));
        conversation.subscribe(${listener});
        conversation.subscribe(() => { calls += 1; });
        conversation.addMessage("user", "new");
      `;
      const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], { cwd: root, timeout: 60_000 });
      assert.deepEqual(JSON.parse(stdout), { message, calls: true, newest: "new" });
    });
  }

  test("may change the conversation: all are called again, when each was called for the change before", () => {
    const conversation = new ConversationManager();
    const seen = [];
    conversation.subscribe(() => {
      seen.push(["trims", conversation.messageCount]);
      conversation.truncate({ keepRecent: 2 });
    });
    conversation.subscribe(() => seen.push(["watches", conversation.messageCount]));
    for (const text of ["one", "two", "three"]) conversation.addMessage("user", text);
    assert.deepEqual(seen.slice(4), [["trims", 3], ["watches", 2], ["trims", 2], ["watches", 2]]);
  });

  test("may end subscriptions, its own too: who was removed is not called any more", () => {
    const conversation = three();
    const calls = [];
    const ends = ["first", "second", "third"].map((name) =>
      conversation.subscribe(() => {
        calls.push(name);
        if (name === "first") ends.slice(0, 2).forEach((end) => end());
      }),
    );
    conversation.beginRun();
    assert.deepEqual(calls, ["first", "third"]);
  });

  test("may dispose of the conversation: all are called once more", () => {
    const conversation = three();
    const calls = [];
    conversation.subscribe(() => {
      calls.push("first");
      conversation.dispose();
    });
    conversation.subscribe(() => calls.push("second"));
    conversation.beginRun();
    assert.deepEqual(calls, ["first", "second", "first", "second"]);
  });

  test("that truncates during a `prepare` which fails keeps what it truncated", async () => {
    const reduce = ({ draft }) => draft.keepRecentTurns(2) > 0;
    const conversation = three({ tokenLimit: 100, reduce });
    const unsubscribe = conversation.subscribe(() => {
      unsubscribe();
      conversation.truncate({ keepRecent: 1 });
    });
    conversation.addMessage("user", "four");
    conversation.subscribe(() => {});
    await soon(assert.rejects(conversation.prepare(ASK, { model: "m", tools: [{ type: "function", function: { name: "f", description: "long ".repeat(200) } }] }), { code: "cannot-fit" }));
    assert.deepEqual(conversation.messages.map(({ content }) => content), ["four"]);
  });

  test("of a subclass, given in the constructor, is called when a snapshot is restored", () => {
    let calls = 0;
    class Watched extends ConversationManager {
      constructor(options) {
        super(options);
        this.subscribe(() => {
          calls += 1;
        });
        assert.equal(this.getState().transcript.length, 0);
      }
    }
    const restored = Watched.fromJSON(three().toJSON());
    assert.equal(restored.getState().transcript.length, 3);
    assert.equal(calls, 1);
  });

  test("is called once by several calls of `dispose`, and none can be added then", () => {
    const conversation = three();
    let calls = 0;
    conversation.subscribe(() => {
      calls += 1;
    });
    conversation.dispose();
    conversation.dispose();
    assert.equal(calls, 1);
    assert.throws(() => conversation.subscribe(() => {}), { code: "disposed" });
  });

  for (const [name, value] of [["nothing", undefined], ["an object", {}]]) {
    test(`is a function: ${name} is refused`, () => assert.throws(() => three().subscribe(value), { code: "invalid-argument" }));
  }
});
