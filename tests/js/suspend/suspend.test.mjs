// `suspend`: calls that wait for a person stay with their results, unanswered and complete, whatever happens meanwhile.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { TARGETS, objection } from "../../support/judges.mjs";
import { mendings } from "../../support/conversation/mendings.mjs";
import { PARAMS } from "../../support/conversation/waiting.mjs";
import { asking, call, recordingTools, resumed, results } from "../../support/suspend/checkpoints.mjs";
import { chat, contents, overflow, refusal, state } from "../../support/basics.mjs";

const ids = (calls) => calls.map(({ id }) => id);

describe("suspend", () => {
  test("without options, every open call of the newest assistant message waits", () => {
    const conversation = asking([call("c1"), call("c2"), call("c3")]);
    conversation.addMessage({ role: "tool", toolCallId: "c2", content: "done" });
    assert.deepEqual(ids(conversation.suspend().pending), ["c1", "c3"]);
  });

  test("`needsApproval` is asked about each open call once, with a copy", () => {
    const conversation = asking([call("c1"), call("c2", { name: "ls" })]);
    const asked = [];
    const checkpoint = conversation.suspend({
      needsApproval: (one) => {
        asked.push(one.id);
        one.name = "changed";
        one.arguments.path = "/etc";
        return one.id === "c1";
      },
    });
    assert.deepEqual(asked, ["c1", "c2"]);
    assert.deepEqual(checkpoint.pending, [call("c1")]);
    assert.deepEqual(conversation.messages.at(-1).toolCalls, [call("c1"), call("c2", { name: "ls" })]);
  });

  test("calls with one id wait together, because a decision cannot distinguish them", () => {
    const checkpoint = asking([call("d", { name: "ls" }), call("d"), call("e", { name: "ls" })]).suspend({ needsApproval: ({ name }) => name === "rm" });
    assert.deepEqual(ids(checkpoint.pending), ["d", "d"]);
  });

  const nothing = {
    "an empty conversation": () => new ConversationManager(),
    "questions and answers": () => chat(new ConversationManager(), 2),
    "calls that have their results": () => {
      const conversation = asking();
      conversation.addMessage({ role: "tool", toolCallId: "c1", content: "done" });
      return conversation;
    },
    "open calls of an older message": () => {
      const conversation = asking();
      conversation.addMessage("assistant", "Never mind.");
      return conversation;
    },
  };
  for (const [name, make] of Object.entries(nothing)) {
    test(`${name}: nothing-pending`, () => {
      const conversation = make();
      const before = state(conversation);
      refusal(() => conversation.suspend(), "nothing-pending");
      assert.equal(state(conversation), before);
      assert.deepEqual(conversation.checkpoints, []);
    });
  }

  test("no call needs approval: nothing-pending", () => {
    const conversation = asking();
    refusal(() => conversation.suspend({ needsApproval: () => false }), "nothing-pending");
    assert.deepEqual(conversation.checkpoints, []);
    conversation.addMessage({ role: "tool", toolCallId: "c1", content: "done" });
  });

  test("a second time while calls wait: awaiting-approval, and the first checkpoint stays", () => {
    const conversation = asking([call("c1"), call("c2")]);
    const { checkpointId } = conversation.suspend({ needsApproval: ({ id }) => id === "c1" });
    assert.ok(refusal(() => conversation.suspend(), "awaiting-approval").message.includes(checkpointId));
    assert.deepEqual(conversation.checkpoints.map((one) => one.checkpointId), [checkpointId]);
  });

  const wrong = [null, 5, { thread: "t" }, { threadId: 5 }, { agentClass: {} }, { needsApproval: true }, { needsApproval: () => undefined }, { needsApproval: async () => true }, { originalInput: 1n }, { originalInput: () => 1 }];
  for (const options of wrong) {
    test(`invalid-argument: ${options === null ? "null" : Object.entries(options).map(([name, value]) => `${name} ${String(value)}`)}`, () => {
      const conversation = asking();
      refusal(() => conversation.suspend(options), "invalid-argument");
      assert.deepEqual(conversation.checkpoints, []);
    });
  }

  test("an error of `needsApproval` is rethrown, and nothing waits", () => {
    const conversation = asking();
    const mine = new RangeError("mine");
    assert.throws(() => conversation.suspend({ needsApproval: () => { throw mine; } }), (error) => error === mine);
    assert.deepEqual(conversation.checkpoints, []);
  });

  test("`needsApproval` that changes the conversation is refused", () => {
    const answering = asking();
    refusal(() => answering.suspend({ needsApproval: ({ id }) => { answering.addMessage({ role: "tool", toolCallId: id, content: "x" }); return true; } }), "nothing-pending");
    const clearing = asking();
    refusal(() => clearing.suspend({ needsApproval: () => { clearing.clear(); return true; } }), "nothing-pending");
    const disposing = asking();
    refusal(() => disposing.suspend({ needsApproval: () => { disposing.dispose(); return true; } }), "disposed");
  });
});

describe("while calls wait", () => {
  for (const target of TARGETS) {
    test(`a request for ${target} throws awaiting-approval unless openCalls is set`, async () => {
      const conversation = asking();
      const { checkpointId } = conversation.suspend();
      const before = state(conversation);
      const calls = [() => conversation.toRequest(target, PARAMS[target]), () => conversation.toRequestBytes(target, PARAMS[target]), () => conversation.toRequestView(target, PARAMS[target]), () => conversation.prepare(target, PARAMS[target])];
      for (const run of calls) {
        const { message } = await refusal(run, "awaiting-approval");
        assert.ok(message.includes(checkpointId) && message.includes("`c1` (rm)"), message);
      }
      assert.equal(state(conversation), before);
      assert.equal(conversation.checkpoints.length, 1);
    });

    for (const openCalls of ["close", "drop"]) {
      test(`a request for ${target} that says \`${openCalls}\` is valid, and they wait all the same`, async () => {
        const conversation = asking();
        const checkpoint = conversation.suspend();
        conversation.addMessage("user", "What is taking so long?");
        const { body } = await conversation.prepare(target, PARAMS[target], { openCalls });
        assert.equal(objection(target, body), null);
        assert.equal(conversation.checkpoints.length, 1);
        await resumed(checkpoint, { conversation });
        assert.deepEqual(results(conversation), [["c1", "rm done"]]);
      });
    }

    test(`messages between a call and its result do not separate them for ${target}`, async () => {
      const conversation = asking([call("c1"), call("c2")]);
      const checkpoint = conversation.suspend();
      conversation.addMessage("user", "Hello?");
      conversation.addMessage("user", "Are you there?");
      await resumed(checkpoint, { conversation });
      const { body, repairs } = conversation.toRequest(target, PARAMS[target]);
      assert.equal(objection(target, body), null);
      assert.deepEqual(mendings(repairs).map(({ code, toolCallId }) => [code, toolCallId]), [["result-moved", "c1"], ["result-moved", "c2"]]);
      const places = ["I shall.", "/c1", "/c2", "rm done", "Hello?", "Are you there?"].map((words) => JSON.stringify(body).indexOf(words));
      assert.deepEqual(places, places.toSorted((a, b) => a - b));
      assert.ok(!places.includes(-1));
    });
  }

  test("a checkpoint of `checkpoints` has the later messages, and resumes without the conversation", async () => {
    const conversation = asking();
    const first = conversation.suspend({ threadId: "t" });
    conversation.addMessage("user", "Hello?");
    const [now] = conversation.checkpoints;
    assert.deepEqual([now.checkpointId, now.threadId, now.requestedAt], [first.checkpointId, "t", first.requestedAt]);
    assert.deepEqual([first.messages.length, now.messages.length], [2, 3]);
    const again = await resumed(now);
    const { body } = again.toRequest("openai-chat", PARAMS["openai-chat"]);
    assert.deepEqual(body.messages.map(({ role }) => role), ["user", "assistant", "tool", "user"]);
  });

  const reductions = {
    "an array without the calls": ({ messages }) => messages.slice(0, 0),
    "an array with half of it": ({ messages }) => messages.filter(({ role }) => role !== "assistant"),
    "a draft without them": ({ draft, messages }) => draft.remove(messages.map(({ id }) => id)) > 0,
    "one turn": ({ draft }) => draft.keepRecentTurns(0) > 0,
    "a summary of all": ({ draft, messages }) => { draft.summarize(messages.at(-1).id, "All of it, in short."); },
  };
  for (const [name, reduce] of Object.entries(reductions)) {
    test(`a reducer cannot remove the calls: ${name}`, async () => {
      const conversation = chat(new ConversationManager({ reduce }), 6);
      conversation.addMessage({ role: "assistant", content: "", toolCalls: [call("c1"), call("c2")] });
      const checkpoint = conversation.suspend();
      for (let round = 0; round < 6; round += 1) conversation.addMessage("user", `Still there? ${"word ".repeat(40)}`);
      await conversation.recover(overflow()).catch((error) => assert.match(error.code, /^(reducer-failed|stale-plan|invalid-argument)$/, error.stack));
      assert.deepEqual(ids(conversation.checkpoints[0].pending), ["c1", "c2"]);
      await resumed(checkpoint, { conversation });
      assert.deepEqual(results(conversation), [["c1", "rm done"], ["c2", "rm done"]]);
    });
  }

  for (const [name, decision] of [["an approval", true], ["an approval with other arguments", { approved: true, args: { path: "/tmp" } }], ["a denial", false]]) {
    test(`${name} during a reduction that fails: the messages are restored, the results stay`, async () => {
      let checkpoint;
      const steps = [
        ({ draft }) => draft.keepRecentTurns(1) > 0,
        async () => { await resumed(checkpoint, { conversation, decisions: { c1: decision } }); return false; },
      ];
      const conversation = chat(new ConversationManager({ tokenLimit: 100, reduce: (context) => steps.shift()(context) }), 3);
      conversation.addMessage("user", "word ".repeat(200));
      conversation.addMessage({ role: "assistant", content: "", toolCalls: [call()] });
      checkpoint = conversation.suspend();
      await refusal(() => conversation.prepare("openai-chat", { model: "m" }, { openCalls: "close" }), "cannot-fit");
      assert.deepEqual([steps.length, conversation.messageCount, results(conversation).length], [0, 9, 1]);
      assert.equal(conversation.messages[7].toolCalls[0].arguments.path, decision.args?.path ?? "/c1");
    });
  }

  test("the default strategy keeps the calls, however often it runs", async () => {
    const conversation = chat(new ConversationManager({ tokenLimit: 2_000 }), 6);
    conversation.addMessage({ role: "assistant", content: "", toolCalls: [call("c1", { arguments: { text: "word ".repeat(400) } })] });
    const checkpoint = conversation.suspend();
    for (let round = 0; round < 4; round += 1) {
      conversation.addMessage("user", "word ".repeat(300));
      await conversation.recover(overflow());
    }
    assert.notEqual(conversation.lastReduction, null);
    await resumed(checkpoint, { conversation });
    assert.equal(conversation.messages.filter(({ role }) => role === "tool").length, 1);
  });

  test("`truncate` keeps the calls and their checkpoint", async () => {
    for (const options of [{ keepRecent: 0 }, { keepRecent: 0, keepSystemPrompt: false }, { keepRecent: 1 }]) {
      const conversation = asking([call()], { systemPrompt: "s" });
      const checkpoint = conversation.suspend();
      conversation.addMessage("user", "Next.");
      conversation.truncate(options);
      assert.equal(conversation.checkpoints.length, 1);
      await resumed(checkpoint, { conversation });
      assert.deepEqual(results(conversation), [["c1", "rm done"]]);
    }
  });

  test("`clear` removes the calls, and the checkpoint still resumes without the conversation", async () => {
    const conversation = asking();
    const checkpoint = conversation.suspend();
    conversation.clear();
    assert.deepEqual(conversation.checkpoints, []);
    const { tools, runs } = recordingTools();
    await refusal(() => resumed(checkpoint, { conversation, tools }), "invalid-checkpoint");
    assert.deepEqual([runs, conversation.messageCount], [[], 0]);
    assert.deepEqual(results(await resumed(checkpoint, { tools })), [["c1", "rm done"]]);
  });

  test("a message that arrives is pending, and is promoted behind the results", async () => {
    const conversation = asking();
    const checkpoint = conversation.suspend();
    assert.equal(conversation.busy, true);
    assert.equal(conversation.enqueue({ source: "user", content: "And hurry." }).messageId, null);
    assert.deepEqual(conversation.promotePending(), { texts: [], pairs: [] });
    await resumed(checkpoint, { conversation });
    assert.equal(conversation.busy, false);
    assert.equal(conversation.pending.length, 1);
    for (const target of TARGETS) {
      const copy = ConversationManager.fromJSON(conversation.toJSON());
      const { body } = await copy.prepare(target, PARAMS[target]);
      assert.equal(objection(target, body), null);
      assert.deepEqual(contents(copy).slice(-2), ["rm done", "And hurry."]);
    }
  });

  test("a snapshot keeps the suspension, which still protects the calls", async () => {
    const own = chat(new ConversationManager({ tokenLimit: 2_000 }), 4);
    own.addMessage({ role: "assistant", content: "", toolCalls: [call("c1"), call("c2", { name: "ls" })] });
    own.suspend({ threadId: "t", originalInput: [1], agentClass: "A", needsApproval: ({ name }) => name === "rm" });
    const conversation = ConversationManager.fromJSON(JSON.stringify(own));
    assert.deepEqual(conversation.checkpoints, own.checkpoints);
    refusal(() => conversation.toRequest("openai-chat", { model: "m" }), "awaiting-approval");
    refusal(() => conversation.suspend(), "awaiting-approval");
    conversation.truncate({ keepRecent: 0 });
    assert.deepEqual(ids(conversation.checkpoints[0].pending), ["c1"]);
    await resumed(own.checkpoints[0], { conversation, decisions: false });
    assert.deepEqual(results(conversation), [["c1", "Tool execution denied."], ["c2", "Tool not found.", true]]);
  });

  test("the program may go on without the decision and suspend again: each checkpoint resumes, in any order", async () => {
    for (const order of [[0, 1], [1, 0]]) {
      const conversation = asking([call("c1")]);
      const first = conversation.suspend({ threadId: "one" });
      conversation.addMessage("user", "Leave that.");
      conversation.toRequest("anthropic", PARAMS.anthropic, { openCalls: "close" });
      conversation.addMessage({ role: "assistant", content: "Then this.", toolCalls: [call("c1", { arguments: { path: "/other" } })] });
      const second = conversation.suspend({ threadId: "two" });
      assert.deepEqual(conversation.checkpoints.map(({ checkpointId, messages, pending }) => [checkpointId, messages.length, pending[0].arguments.path]), [[first.checkpointId, 3, "/c1"], [second.checkpointId, 4, "/other"]]);
      const { runs, tools } = recordingTools();
      for (const at of order) await resumed([first, second][at], { conversation, tools });
      assert.deepEqual(runs.map(({ args }) => args.path), order.map((at) => ["/c1", "/other"][at]));
      assert.deepEqual([results(conversation).length, conversation.checkpoints], [2, []]);
      for (const target of TARGETS) assert.equal(objection(target, conversation.toRequest(target, PARAMS[target]).body), null);
    }
  });

  test("the host may answer a call itself, and the others still wait", async () => {
    const conversation = asking([call("c1"), call("c2")]);
    const checkpoint = conversation.suspend();
    conversation.addMessage({ role: "tool", toolCallId: "c1", content: "by hand" });
    assert.deepEqual(ids(conversation.checkpoints[0].pending), ["c2"]);
    const { tools, runs } = recordingTools();
    await resumed(checkpoint, { conversation, tools, decisions: { c1: true, c2: true } });
    assert.deepEqual(runs.map(({ args }) => args.path), ["/c2"]);
    assert.deepEqual(results(conversation), [["c1", "by hand"], ["c2", "rm done"]]);
  });
});
