// `resume`: every call gets exactly one result, and the history shows the arguments that ran.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, resume } from "backscroll";
import { atomsOf } from "../../support/atoms/atoms.mjs";
import { callValue } from "../../support/atoms/call-value.mjs";
import { TARGETS, objection } from "../../support/judges.mjs";
import { mendings } from "../../support/conversation/mendings.mjs";
import { PARAMS } from "../../support/conversation/waiting.mjs";
import { asking, call, checkpointOn, recordingTools, reread, resumed, results } from "../../support/suspend/checkpoints.mjs";
import { refusal, state } from "../../support/basics.mjs";

/** The targets whose results have a flag for a failed tool. */
const KNOWS_FAILURE = ["anthropic", "gemini", "bedrock"];

const DENIED = "Tool execution denied.";
const NOT_FOUND = "Tool not found.";

describe("several calls of one message", () => {
  const calls = [call("c1"), call("c2", { name: "ls" }), call("c3", { name: "mail" }), call("c4", { name: "gone" })];
  const needsApproval = ({ name }) => name !== "ls";
  const cases = [
    { decisions: true, runs: ["rm", "ls", "mail"], said: ["rm done", "ls done", "mail done", NOT_FOUND] },
    { decisions: false, runs: ["ls"], said: [DENIED, "ls done", DENIED, DENIED] },
    { decisions: { c1: true, c3: false, c4: true }, runs: ["rm", "ls"], said: ["rm done", "ls done", DENIED, NOT_FOUND] },
    { decisions: { c1: { approved: true }, c2: false, c3: { approved: false, reason: "Not on a Friday." }, c4: { approved: false, reason: " " } }, runs: ["rm"], said: ["rm done", DENIED, `${DENIED} Not on a Friday.`, DENIED] },
  ];
  for (const { decisions, runs: expected, said } of cases) {
    for (const where of ["a conversation of its own", "the one that was suspended", "one of its snapshot", "one of plain messages"]) {
      test(`${JSON.stringify(decisions)} in ${where}`, async () => {
        const suspended = asking(calls, { systemPrompt: "s" });
        const checkpoint = reread(suspended.suspend({ needsApproval }));
        const conversation = { "the one that was suspended": () => suspended, "one of its snapshot": () => ConversationManager.fromJSON(suspended.toJSON()), "one of plain messages": () => ConversationManager.from("backscroll", suspended.messages) }[where]?.();
        const { runs, tools } = recordingTools("rm", "ls", "mail");
        const after = await resumed(checkpoint, { decisions, tools, ...(conversation && { conversation }) });
        assert.deepEqual(runs.map(({ name }) => name), expected);
        assert.deepEqual(results(after).map(([id, content]) => [id, content]), calls.map(({ id }, at) => [id, said[at]]));
        assert.deepEqual(after.messages.map(({ role }) => role), ["system", "user", "assistant", "tool", "tool", "tool", "tool"]);
        assert.deepEqual(after.checkpoints, []);
        assert.equal(conversation === undefined || after === conversation, true);
        const failed = results(after).filter(([, , isError]) => isError).map(([id]) => ["written-as-text", id]);
        for (const target of TARGETS) {
          const { body, repairs } = after.toRequest(target, PARAMS[target]);
          assert.equal(objection(target, body), null);
          assert.deepEqual(mendings(repairs).map(({ code, toolCallId }) => [code, toolCallId]), KNOWS_FAILURE.includes(target) ? [] : failed, target);
        }
      });
    }
  }

  test("a missing decision is refused before any tool runs, with the ids of the calls", async () => {
    const { runs, tools } = recordingTools("rm", "ls");
    const conversation = asking(calls);
    const checkpoint = conversation.suspend({ needsApproval });
    const before = state(conversation);
    const error = await refusal(() => resumed(checkpoint, { conversation, tools, decisions: { c3: true, c4: undefined } }), "decision-missing");
    assert.deepEqual(error.details, { checkpointId: checkpoint.checkpointId, missing: ["c1", "c4"] });
    assert.match(error.message, /`c1` \(rm\), `c4` \(gone\)/);
    assert.deepEqual([runs, state(conversation)], [[], before]);
  });

  test("existing results stay, and their tools do not run", async () => {
    const conversation = asking([call("c1"), call("c2")]);
    conversation.addMessage({ role: "tool", toolCallId: "c1", content: "by hand" });
    const { runs, tools } = recordingTools();
    const after = await resumed(reread(conversation.suspend()), { tools });
    assert.deepEqual(results(after), [["c1", "by hand"], ["c2", "rm done"]]);
    assert.equal(runs.length, 1);
  });

  test("ids and names such as `constructor` are ordinary", async () => {
    for (const id of ["__proto__", "constructor", "toString", "hasOwnProperty", "1"]) {
      const checkpoint = reread(checkpointOn([call(id, { name: id }), call("z")]));
      const { tools } = recordingTools();
      const decisions = JSON.parse(`{"z":true,${JSON.stringify(id)}:{"approved":true,"args":{"x":1}}}`);
      assert.deepEqual((await refusal(() => resumed(checkpoint, { decisions: { z: true }, tools }), "decision-missing")).details.missing, [id]);
      assert.deepEqual(results(await resumed(checkpoint, { decisions, tools })), [[id, NOT_FOUND, true], ["z", "rm done"]]);
      const own = JSON.parse(`{"rm":0,${JSON.stringify(id)}:0}`);
      for (const name of Object.keys(own)) Object.defineProperty(own, name, { value: ({ x }) => `${name} ${x}` });
      assert.deepEqual(results(await resumed(checkpoint, { decisions, tools: own }))[0], [id, `${id} 1`]);
    }
  });

  test("calls of one id are decided on together, and each gets a result", async () => {
    const { runs, tools } = recordingTools();
    const after = await resumed(reread(checkpointOn([call("d"), call("d", { arguments: { path: "/x" } })])), { decisions: { d: true }, tools });
    assert.deepEqual(runs.map(({ args }) => args.path), ["/d", "/x"]);
    assert.deepEqual(results(after), [["d", "rm done"], ["d", "rm done"]]);
    for (const target of TARGETS) assert.equal(objection(target, after.toRequest(target, PARAMS[target]).body), null);
  });
});

describe("edited arguments", () => {
  const edited = { path: "/tmp/only", __deep: [{ a: null }], "ключ": "\u{1f600}" };
  for (const [form, own] of [["text", '{ "path" : "/" }'], ["an object", { path: "/" }], ["broken text", "{"], ["empty text", ""]]) {
    test(`given by the model as ${form}: the tool gets the edit, and requests for all targets show it`, async () => {
      const { runs, tools } = recordingTools();
      const seen = [];
      const tool = (args, made, context) => (seen.push(made, context), tools.rm(args));
      const checkpoint = checkpointOn([call("c1", { arguments: own }), call("c2")]);
      const after = await resumed(checkpoint, { decisions: { c1: { approved: true, args: edited }, c2: true }, tools: { rm: tool } });
      assert.deepEqual(runs[0].args, edited);
      const [shown, other] = after.messages[1].toolCalls;
      assert.equal(typeof shown.arguments, typeof own);
      const value = (args) => (typeof args === "string" ? JSON.parse(args) : args);
      assert.deepEqual([value(shown.arguments), other], [edited, call("c2")]);
      assert.deepEqual(seen[0], shown);
      assert.deepEqual(seen[1], { checkpointId: checkpoint.checkpointId, messageId: after.messages[1].id });
      for (const target of TARGETS) {
        const { body } = after.toRequest(target, PARAMS[target]);
        const [first] = atomsOf(target, body).filter(({ kind }) => kind === "call");
        assert.equal(first.value, callValue("rm", edited), target);
        assert.equal(objection(target, body), null);
      }
    });
  }

  test("an edit also changes calls in cached requests", async () => {
    const conversation = asking();
    for (const target of TARGETS) conversation.toRequest(target, PARAMS[target], { openCalls: "keep" });
    await resumed(conversation.suspend(), { conversation, decisions: { c1: { approved: true, args: { path: "/new" } } } });
    for (const target of TARGETS) {
      const body = JSON.stringify(conversation.toRequest(target, PARAMS[target]).body);
      assert.ok(body.includes("/new") && !body.includes("/c1"), body);
    }
  });

  test("the model's own arguments, passed back, keep their text byte for byte", async () => {
    const text = '{ "b": 1.0, "a": [ ] }';
    const after = await resumed(checkpointOn([call("c1", { arguments: text })]), { decisions: { c1: { approved: true, args: { a: [], b: 1 } } } });
    assert.equal(after.messages[1].toolCalls[0].arguments, text);
  });

  test("their tokens are counted in addition to the provider's correction", async () => {
    const words = { text: "word ".repeat(500) };
    for (const [from, to] of [[{}, words], [words, {}]]) {
      const conversation = new ConversationManager();
      conversation.addMessage("user", "Tidy up.");
      conversation.toRequest("openai-chat");
      const tool_calls = [{ id: "c1", type: "function", function: { name: "look", arguments: JSON.stringify(from) } }];
      conversation.addResponse("openai-chat", { choices: [{ message: { role: "assistant", content: "", tool_calls } }], usage: { prompt_tokens: 20_000, completion_tokens: 600 } });
      const before = conversation.contextTokens;
      assert.ok(before >= 20_000);
      await resumed(conversation.suspend(), { conversation, decisions: { c1: { approved: true, args: to } } });
      const change = Math.abs(conversation.contextTokens - before);
      assert.ok(change > 400 && change < 800, String(conversation.contextTokens));
      const copy = ConversationManager.fromJSON(conversation.toJSON());
      assert.equal(copy.contextTokens, conversation.contextTokens);
    }
  });

  test("that are too large or too deep are refused before any tool runs", async () => {
    const nested = (levels) => (levels === 0 ? {} : { x: nested(levels - 1) });
    for (const [args, code] of [[{ x: "y".repeat(2_000) }, "too-large"], [nested(16), "too-deep"]]) {
      const { runs, tools } = recordingTools();
      const conversation = asking([call()], { limits: { messageBytes: 1_000, depth: 20 } });
      await refusal(() => resumed(conversation.suspend(), { conversation, tools, decisions: { c1: { approved: true, args } } }), code);
      assert.deepEqual(runs, []);
    }
    const kept = asking([call()], { limits: { depth: 20 } });
    await resumed(kept.suspend(), { conversation: kept, decisions: { c1: { approved: true, args: nested(15) } } });
    assert.equal(ConversationManager.from("backscroll", kept.messages, { limits: { depth: 20 } }).messageCount, 3);
  });

  test("a custom tool's free text is edited as `input`", async () => {
    const { runs, tools } = recordingTools();
    const custom = call("c1", { kind: "custom", arguments: "rm -r /" });
    const run = (args) => resumed(checkpointOn([custom]), { tools, decisions: { c1: { approved: true, args } } });
    assert.equal((await run({ input: "ls" })).messages[1].toolCalls[0].arguments, "ls");
    assert.deepEqual(runs[0].args, { input: "ls" });
    for (const args of [{}, { input: 5 }, { path: "/" }]) await refusal(() => run(args), "invalid-argument");
  });

  test("a tool that changes its arguments changes nothing else", async () => {
    const args = { list: [1] };
    const after = await resumed(checkpointOn(), { decisions: { c1: { approved: true, args } }, tools: { rm: (own, made) => { own.list.push(2); made.arguments.list.push(3); made.id = "x"; } } });
    assert.deepEqual([args, after.messages[1].toolCalls[0].arguments], [{ list: [1] }, { list: [1] }]);
  });

  test("of a denied call are ignored", async () => {
    const after = await resumed(checkpointOn(), { decisions: { c1: { approved: false, args: { path: "/new" } } } });
    assert.deepEqual([after.messages[1].toolCalls[0], results(after)], [call(), [["c1", DENIED]]]);
  });
});

describe("a chain of approvals", () => {
  test("each checkpoint has a new id, and the thread and input of the first", async () => {
    const input = { query: "Tidy up." };
    let conversation = asking();
    let checkpoint = conversation.suspend({ threadId: "t-42", originalInput: input, agentClass: "Tidy" });
    const seen = [checkpoint];
    for (const id of ["c2", "c3"]) {
      conversation = await resumed(reread(checkpoint), { agentClass: "Tidy" });
      conversation.addMessage({ role: "assistant", content: "", toolCalls: [call(id)] });
      checkpoint = conversation.suspend();
      seen.push(checkpoint);
    }
    assert.equal(new Set(seen.map(({ checkpointId }) => checkpointId)).size, 3);
    for (const { threadId, originalInput, agentClass } of seen) assert.deepEqual([threadId, originalInput, agentClass], ["t-42", input, "Tidy"]);
    assert.deepEqual(seen.map(({ messages }) => messages.length), [2, 4, 6]);
    assert.deepEqual(results(await resumed(checkpoint)).map(([id]) => id), ["c1", "c2", "c3"]);
  });

  for (const [name, make] of Object.entries({
    "the one that was suspended": (own) => own,
    "one of its snapshot": (own) => ConversationManager.fromJSON(JSON.stringify(own)),
    "one of plain messages": (own) => ConversationManager.from("backscroll", own.messages),
  })) {
    test(`the same holds in ${name} with a snapshot in between`, async () => {
      const own = asking();
      const checkpoint = reread(own.suspend({ threadId: "t-42", originalInput: "x" }));
      const conversation = await resumed(checkpoint, { conversation: make(own) });
      const saved = ConversationManager.fromJSON(conversation.toJSON());
      saved.addMessage({ role: "assistant", content: "", toolCalls: [call("c2")] });
      const { threadId, originalInput } = saved.suspend();
      assert.deepEqual([threadId, originalInput], ["t-42", "x"]);
    });
  }

  test("options of the next suspend apply", async () => {
    const conversation = await resumed(asking().suspend({ threadId: "t", originalInput: "x" }));
    conversation.addMessage({ role: "assistant", content: "", toolCalls: [call("c2")] });
    const { threadId, originalInput } = conversation.suspend({ threadId: null, originalInput: "y" });
    assert.deepEqual([threadId, originalInput], [null, "y"]);
  });
});

describe("arguments", () => {
  const wrong = {
    "no checkpoint": (checkpoint) => resumed(checkpoint.toJSON()),
    "no options": (checkpoint) => resume(checkpoint),
    "no decisions": (checkpoint) => resumed(checkpoint, { decisions: undefined }),
    "decisions in a list": (checkpoint) => resumed(checkpoint, { decisions: [true] }),
    "decisions in a map": (checkpoint) => resumed(checkpoint, { decisions: new Map([["c1", true]]) }),
    "a decision on a call that is none": (checkpoint) => resumed(checkpoint, { decisions: { c1: true, c7: true } }),
    "a decision that is a word": (checkpoint) => resumed(checkpoint, { decisions: { c1: "yes" } }),
    "a decision without a verdict": (checkpoint) => resumed(checkpoint, { decisions: { c1: { reason: "x" } } }),
    "a decision with another field": (checkpoint) => resumed(checkpoint, { decisions: { c1: { approved: true, arguments: {} } } }),
    "arguments in a list": (checkpoint) => resumed(checkpoint, { decisions: { c1: { approved: true, args: [] } } }),
    "arguments that are no JSON": (checkpoint) => resumed(checkpoint, { decisions: { c1: { approved: true, args: { a: 1n } } } }),
    "a reason that is no text": (checkpoint) => resumed(checkpoint, { decisions: { c1: { approved: false, reason: 5 } } }),
    "no tools": (checkpoint) => resumed(checkpoint, { tools: undefined }),
    "a tool that is no function": (checkpoint) => resumed(checkpoint, { tools: { rm: {} } }),
    "a ledger without methods": (checkpoint) => resumed(checkpoint, { ledger: {} }),
    "a save that is no function": (checkpoint) => resumed(checkpoint, { save: true }),
    "a signal that is none": (checkpoint) => resumed(checkpoint, { signal: {} }),
    "an option that is none": (checkpoint) => resumed(checkpoint, { approved: true }),
    "options of a conversation that are none": (checkpoint) => resumed(checkpoint, { conversation: { limit: 5 } }),
  };
  for (const [name, run] of Object.entries(wrong)) {
    test(`${name}: no tool runs, and the checkpoint stays free`, async () => {
      const checkpoint = checkpointOn();
      await refusal(() => run(checkpoint), "invalid-argument");
      assert.deepEqual(results(await resume(checkpoint, { decisions: true, tools: recordingTools().tools })), [["c1", "rm done"]]);
    });
  }

  test("another agent is wrong-agent", async () => {
    const { details } = await refusal(() => resumed(checkpointOn([call()], { agentClass: "A" }), { agentClass: "B" }), "wrong-agent");
    assert.deepEqual(details, { expected: "A", given: "B" });
    await refusal(() => resumed(checkpointOn(), { agentClass: "B" }), "wrong-agent");
    await resumed(checkpointOn([call()], { agentClass: "A" }), { agentClass: "A" });
  });

  test("a conversation with other calls is refused", async () => {
    const own = asking();
    const checkpoint = own.suspend();
    const messages = own.messages;
    const changed = (edit) => {
      const copy = structuredClone(messages);
      edit(copy[1].toolCalls[0]);
      return ConversationManager.from("backscroll", copy);
    };
    const others = [asking(), changed((one) => { one.arguments.path = "/etc"; }), changed((one) => { one.name = "mv"; })];
    for (const conversation of others) {
      const { runs, tools } = recordingTools();
      await refusal(() => resumed(checkpoint, { conversation, tools }), "invalid-checkpoint");
      assert.deepEqual(runs, []);
    }
  });

  test("a system prompt in the options replaces the checkpoint's", async () => {
    const checkpoint = reread(asking([call()], { systemPrompt: "Old." }).suspend());
    for (const [conversation, expected] of [[{}, "Old."], [{ systemPrompt: "New." }, "New."]]) {
      const { messages } = await resumed(checkpoint, { conversation });
      assert.deepEqual(messages.filter(({ role }) => role === "system").map(({ content }) => content), [expected]);
      assert.equal(messages[0].content, expected);
    }
  });

  test("options of the conversation apply", async () => {
    const { tokenLimit } = await resumed(Object.freeze(reread(checkpointOn())), { conversation: { tokenLimit: 5_000 } });
    assert.equal(tokenLimit, 5_000);
    await refusal(() => resumed(checkpointOn([call()], { originalInput: { deep: [[[[]]]] } }), { conversation: { limits: { depth: 5 } } }), "too-deep");
  });
});
