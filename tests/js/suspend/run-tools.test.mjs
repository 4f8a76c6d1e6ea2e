// `runTools` runs the open calls of a conversation, and whatever happens meanwhile, no call runs twice and none is left half settled.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationError, ConversationManager, MemoryLedger, resume } from "backscroll";
import { TARGETS, objection } from "../../support/judges.mjs";
import { PARAMS } from "../../support/conversation/waiting.mjs";
import { asking, call, gate, results } from "../../support/suspend/checkpoints.mjs";

const three = ["c1", "c2", "c3"].map((id) => call(id));
const refused = (promise, code) => assert.rejects(promise, (error) => error instanceof ConversationError && error.code === code);
/** Lets every callback run that is due. */
const soon = () => new Promise((resolve) => setImmediate(resolve));
const NOT_RUN = "Tool execution aborted before the tool was called.";
const STOPPED = "Tool execution aborted. The tool may have had an effect.";

/** Tools that wait for a gate, and a log of what began. */
function gated() {
  const log = [];
  const gates = new Map(three.map(({ id }) => [id, gate()]));
  const rm = async (args, { id }) => {
    log.push(id);
    await gates.get(id).opened;
    return `removed ${args.path}`;
  };
  return { log, tools: { rm }, open: (...ids) => ids.forEach((id) => gates.get(id).open()) };
}

describe("the results of calls", () => {
  test("stand in the order of the calls, whichever tool ends first", async () => {
    const conversation = asking(three);
    const { tools, log, open } = gated();
    const run = conversation.runTools(tools);
    assert.deepEqual([log, conversation.busy, results(conversation)], [["c1", "c2", "c3"], true, []]);
    open("c3");
    await soon();
    open("c1", "c2");
    const { messages, waiting, notAdded } = await run;
    assert.deepEqual(results(conversation), [["c1", "removed /c1"], ["c2", "removed /c2"], ["c3", "removed /c3"]]);
    assert.deepEqual([messages, waiting, notAdded], [conversation.messages.slice(2), [], []]);
    assert.equal(conversation.busy, false);
    for (const target of TARGETS) assert.equal(objection(target, conversation.toRequest(target, PARAMS[target]).body), null);
  });

  const CALLS = {
    "JSON that is broken": [call("c1", { arguments: "{" }), "The arguments are no JSON object, so the tool was not called.", true],
    "a tool that nobody gave": [call("c1", { name: "constructor" }), "Tool not found.", true],
    "a tool that throws": [call("c1", { name: "bad" }), "Tool execution failed: no", true],
    "a tool that returns data": [call("c1", { name: "data" }), '{"a":1}'],
    "arguments as text": [call("c1", { name: "echo", arguments: '{"a":[1]}' }), '{"a":[1]}'],
  };
  const tools = { rm: () => assert.fail("it ran"), bad: async () => { throw new Error("no"); }, data: () => ({ a: 1 }), echo: (args) => args };
  for (const [name, [made, ...result]] of Object.entries(CALLS)) {
    test(`are what they are in \`resume\`: ${name}`, async () => {
      const [conversation, suspended] = [asking([made]), asking([made])];
      await conversation.runTools(tools);
      assert.deepEqual(results(conversation), [["c1", ...result]]);
      await resume(suspended.suspend(), { decisions: true, tools, conversation: suspended, ledger: new MemoryLedger() });
      assert.deepEqual(results(suspended), results(conversation));
    });
  }

  test("report half characters in `lastRepairs`", async () => {
    const conversation = asking();
    await conversation.runTools({ rm: () => "\ud83d" });
    assert.deepEqual(conversation.lastRepairs.map(({ code }) => code), ["lone-surrogate-replaced"]);
  });

  test("of calls with the same id are one for each", async () => {
    const conversation = asking([call("c1", { name: "a" }), call("c1", { name: "b" })]);
    await conversation.runTools({ a: () => "of a", b: () => "of b" });
    assert.deepEqual(results(conversation), [["c1", "of a"], ["c1", "of b"]]);
  });

  test("that are there already are not made again", async () => {
    const conversation = asking(three);
    conversation.addMessage("tool", "mine", { toolCallId: "c2" });
    const { tools, log, open } = gated();
    open("c1", "c3");
    await conversation.runTools(tools);
    assert.deepEqual(log, ["c1", "c3"]);
    assert.deepEqual(results(conversation).sort(), [["c1", "removed /c1"], ["c2", "mine"], ["c3", "removed /c3"]]);
  });

  test("are none where no call is open", async () => {
    const conversation = new ConversationManager();
    const none = { messages: [], waiting: [], notAdded: [] };
    assert.deepEqual(await conversation.runTools({}), none);
    conversation.addMessage("user", "Hello");
    conversation.addMessage("assistant", "Hello.");
    assert.deepEqual(await conversation.runTools({}), none);
  });
});

test("a tool gets its arguments, a copy of its call, and a context without a checkpoint", async () => {
  const conversation = asking();
  const { signal } = new AbortController();
  let seen;
  await conversation.runTools({ rm: (...given) => { seen = given; given[1].name = "other"; } }, { signal });
  const { id: messageId, toolCalls: [own] } = conversation.lastAssistantMessage;
  assert.deepEqual(seen, [{ path: "/c1" }, { ...own, name: "other" }, { checkpointId: null, messageId, signal }]);
  assert.equal(own.name, "rm");
});

describe("concurrency", () => {
  for (const [concurrency, first] of [[undefined, 3], [Infinity, 3], [9, 3], [2, 2], [1, 1]]) {
    test(`${concurrency}: ${first} of three tools begin at once, and the next when one has ended`, async () => {
      const conversation = asking(three);
      const { tools, log, open } = gated();
      const run = conversation.runTools(tools, { ...(concurrency !== undefined && { concurrency }) });
      await soon();
      assert.equal(log.length, first);
      open("c1");
      await soon();
      assert.equal(log.length, Math.min(3, first + 1));
      open("c2", "c3");
      await run;
      assert.deepEqual(log, ["c1", "c2", "c3"]);
      assert.equal(results(conversation).length, 3);
    });
  }

  for (const concurrency of [0, -1, 1.5, NaN, "2", null]) {
    test(`${JSON.stringify(concurrency)} is refused before a tool runs`, async () => {
      const tools = { rm: () => assert.fail("it ran") };
      await refused(asking().runTools(tools, { concurrency }), "invalid-argument");
      await refused(resume(asking().suspend(), { decisions: true, tools, concurrency, ledger: new MemoryLedger() }), "invalid-argument");
    });
  }
});

describe("what is no tool and no option is refused, and nothing changes", () => {
  for (const [name, args] of Object.entries({ "no tools": [], "a list of functions": [[() => 1]], "a tool that is no function": [{ rm: 1 }], "an unknown option": [{}, { limit: 1 }], "no signal": [{}, { signal: {} }] })) {
    test(name, async () => {
      const conversation = asking();
      await refused(conversation.runTools(...args), "invalid-argument");
      assert.equal(conversation.busy, true);
    });
  }
});

describe("an abort", () => {
  test("before the run: no tool is called, and every call has a result", async () => {
    const conversation = asking(three);
    await conversation.runTools({ rm: () => assert.fail("it ran") }, { signal: AbortSignal.abort() });
    assert.deepEqual(results(conversation), three.map(({ id }) => [id, NOT_RUN, true]));
  });

  test("meanwhile: what is done stays, what runs is not waited for, what has not begun does not begin", async () => {
    const conversation = asking(three);
    const { tools, log, open } = gated();
    const controller = new AbortController();
    const run = conversation.runTools(tools, { concurrency: 1, signal: controller.signal });
    open("c1");
    await soon();
    controller.abort();
    const { messages } = await run;
    assert.equal(messages.length, 3);
    const settled = [["c1", "removed /c1"], ["c2", STOPPED, true], ["c3", NOT_RUN, true]];
    assert.deepEqual([results(conversation), log, conversation.busy], [settled, ["c1", "c2"], false]);
    open("c2");
    await soon();
    assert.deepEqual(results(conversation), settled);
  });

  test("that a tool passes on is an abort; an `AbortError` of its own is a failure", async () => {
    const controller = new AbortController();
    const waits = (args, made, { signal }) => new Promise((resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const conversation = asking([call("c1", { name: "waits" }), call("c2", { name: "own" })]);
    const run = conversation.runTools({ waits, own: () => { throw new DOMException("Timed out.", "AbortError"); } }, { signal: controller.signal });
    await soon();
    controller.abort();
    await run;
    assert.deepEqual(results(conversation), [["c1", STOPPED, true], ["c2", "Tool execution failed: Timed out.", true]]);
  });
});

describe("calls that wait for a person", () => {
  test("are left alone and reported, and `resume` settles them", async () => {
    const conversation = asking(three);
    const tools = { rm: (args, { id }) => `ran ${id}` };
    conversation.suspend({ needsApproval: ({ id }) => id === "c2" });
    const { messages, waiting } = await conversation.runTools(tools);
    assert.deepEqual([messages.map(({ toolCallId }) => toolCallId), waiting.map(({ id }) => id)], [["c1", "c3"], ["c2"]]);
    assert.deepEqual((await conversation.runTools(tools)).messages, []);
    const [checkpoint] = conversation.checkpoints;
    await resume(checkpoint, { decisions: false, tools, conversation, ledger: new MemoryLedger() });
    assert.deepEqual(results(conversation).sort(), [["c1", "ran c1"], ["c2", "Tool execution denied."], ["c3", "ran c3"]]);
  });

  const asked = {
    "a provider's request for approval": call("c1", { kind: "mcp_approval", name: "server", arguments: "{}" }),
    "a call of a computer with safety checks": call("c1", { kind: "computer", name: "computer", arguments: '{"type":"click"}', pending_safety_checks: [{ id: "s", code: "c", message: "m" }] }),
  };
  for (const [name, made] of Object.entries(asked)) {
    test(`${name} does not run without one`, async () => {
      const conversation = asking([made, call("c2")]);
      const fail = () => assert.fail("it ran");
      const { messages, waiting } = await conversation.runTools({ rm: () => "done", server: fail, computer: fail });
      assert.deepEqual([messages.map(({ toolCallId }) => toolCallId), waiting.map(({ id }) => id)], [["c2"], ["c1"]]);
    });
  }
});

describe("two runs of the same calls", () => {
  test("the second is refused, and each tool runs once", async () => {
    const conversation = asking(three);
    const { tools, log, open } = gated();
    const run = conversation.runTools(tools);
    await refused(conversation.runTools(tools), "tools-running");
    await refused(resume(conversation.suspend(), { decisions: true, tools, conversation, ledger: new MemoryLedger() }), "tools-running");
    open("c1", "c2", "c3");
    await run;
    assert.deepEqual([log, results(conversation).length, conversation.checkpoints], [["c1", "c2", "c3"], 3, []]);
  });

  test("`runTools` while `resume` runs them is refused too", async () => {
    const conversation = asking(three);
    const { tools, log, open } = gated();
    const run = resume(conversation.suspend({ needsApproval: ({ id }) => id === "c1" }), { decisions: true, tools, conversation, ledger: new MemoryLedger() });
    await soon();
    await refused(conversation.runTools(tools), "tools-running");
    open("c1", "c2", "c3");
    await run;
    assert.deepEqual(log, ["c1", "c2", "c3"]);
  });

  test("the next run is free after one that was refused or aborted", async () => {
    const conversation = asking();
    await conversation.runTools({ rm: () => "x" }, { signal: AbortSignal.abort() });
    conversation.addMessage({ role: "assistant", content: null, toolCalls: [call("c2")] });
    await conversation.runTools({ rm: () => "done" });
    assert.deepEqual(results(conversation).at(-1), ["c2", "done"]);
  });
});

describe("while tools run", () => {
  test("messages of the user are pending, and follow the results", async () => {
    const conversation = asking();
    const { tools, open } = gated();
    const run = conversation.runTools(tools);
    conversation.enqueue({ source: "user", content: "And hurry." });
    assert.equal(conversation.pending.length, 1);
    open("c1");
    await run;
    const { body } = await conversation.prepare("openai-chat", PARAMS["openai-chat"]);
    assert.deepEqual(body.messages.slice(-2).map(({ content }) => content), ["removed /c1", "And hurry."]);
  });

  const WITHOUT = {
    "the conversation is cleared": (conversation) => conversation.clear(),
    "it is rewound to before the calls": (conversation) => conversation.rewind(conversation.messages[0].id),
    "another answer is asked for": (conversation) => conversation.regenerate(),
    "the question is edited": (conversation) => conversation.edit(conversation.messages[0].id, "Do not."),
    "all turns are truncated": (conversation) => conversation.truncate({ keepRecent: 0 }),
  };
  for (const [name, act] of Object.entries(WITHOUT)) {
    test(`${name}: the results are returned, and not added`, async () => {
      const conversation = asking(three);
      const { tools, open } = gated();
      const run = conversation.runTools(tools);
      act(conversation);
      const before = JSON.stringify(conversation.messages);
      open("c1", "c2", "c3");
      const { messages, notAdded } = await run;
      assert.deepEqual([messages, notAdded], [[], three.map(({ id }) => ({ toolCallId: id, content: `removed /${id}` }))]);
      assert.equal(JSON.stringify(conversation.messages), before);
    });
  }

  test("the path is left and taken again: the results find their calls", async () => {
    const conversation = asking(three);
    const { id } = conversation.lastAssistantMessage;
    const { tools, open } = gated();
    const run = conversation.runTools(tools);
    conversation.regenerate();
    conversation.addMessage({ role: "assistant", content: null, toolCalls: [call("d1", { name: "other" })] });
    const { messages: [other] } = await conversation.runTools({ other: () => "of the other path" });
    assert.equal(other.toolCallId, "d1");
    conversation.select(id);
    open("c1", "c2", "c3");
    assert.equal((await run).messages.length, 3);
    assert.deepEqual(results(conversation).map(([own]) => own), ["c1", "c2", "c3"]);
  });

  test("reductions are undone, or somebody speaks: the results find their calls", async () => {
    const conversation = new ConversationManager({ tokenLimit: 10_000 });
    for (const word of ["one", "two"]) {
      conversation.addMessage("user", word);
      conversation.addMessage("assistant", word);
    }
    conversation.truncate({ keepRecent: 1 });
    conversation.addMessage("user", "Tidy up.");
    conversation.addMessage({ role: "assistant", content: null, toolCalls: three });
    const { tools, open } = gated();
    const run = conversation.runTools(tools);
    conversation.undoAll();
    conversation.addMessage("user", "Are you there?");
    open("c1", "c2", "c3");
    assert.equal((await run).messages.length, 3);
    for (const target of TARGETS) assert.equal(objection(target, conversation.toRequest(target, PARAMS[target]).body), null);
  });

  test("somebody else gives one result: the other results are added", async () => {
    const conversation = asking(three);
    const { tools, open } = gated();
    const run = conversation.runTools(tools);
    conversation.addMessage("tool", "mine", { toolCallId: "c2" });
    open("c1", "c2", "c3");
    const { messages, notAdded } = await run;
    assert.deepEqual([messages.length, notAdded], [2, [{ toolCallId: "c2", content: "removed /c2" }]]);
  });

  test("the conversation is disposed of: `disposed`", async () => {
    const conversation = asking(three);
    const { tools, open } = gated();
    const run = conversation.runTools(tools);
    conversation.dispose();
    open("c1", "c2", "c3");
    await refused(run, "disposed");
  });

  test("the conversation waits for approval of these calls: their results end the wait", async () => {
    const conversation = asking(three);
    const { tools, open } = gated();
    const run = conversation.runTools(tools);
    conversation.suspend();
    open("c1", "c2", "c3");
    await run;
    assert.deepEqual([results(conversation).length, conversation.checkpoints], [3, []]);
  });
});

describe("`resume` with `concurrency`", () => {
  /** Resumes three calls, two at once, with a ledger that says what was recorded, and when. */
  function resumeTwo(options = {}) {
    const conversation = asking(three);
    const { tools, log, open } = gated();
    const ledger = new MemoryLedger();
    const recorded = [];
    let writing = 0;
    const record = async (id, result) => {
      assert.equal(writing++, 0, "records do not overlap");
      await soon();
      writing -= 1;
      recorded.push(result.toolCallId);
      MemoryLedger.prototype.record.call(ledger, id, result);
    };
    const checkpoint = conversation.suspend();
    const again = (own) => resume(checkpoint, { decisions: true, conversation, ledger: Object.assign(ledger, { record }), concurrency: 2, tools, ...options, ...own });
    return { conversation, log, open, recorded, again, run: again() };
  }

  test("two run at once, results keep the order of the calls, and each is recorded by itself", async () => {
    const { conversation, log, open, recorded, run } = resumeTwo();
    await soon();
    assert.deepEqual(log, ["c1", "c2"]);
    open("c2", "c3");
    while (recorded.length < 2) await soon();
    open("c1");
    await run;
    assert.deepEqual([log, recorded], [["c1", "c2", "c3"], ["c2", "c3", "c1"]]);
    assert.deepEqual(results(conversation).map(([id]) => id), ["c1", "c2", "c3"]);
  });

  test("both of two that end at once are recorded, one after the other", async () => {
    const { open, recorded, run } = resumeTwo();
    await soon();
    open("c1", "c2", "c3");
    await run;
    assert.deepEqual(recorded.sort(), ["c1", "c2", "c3"]);
  });

  test("after an abort it waits for all that run, and what they returned is not lost", async () => {
    const controller = new AbortController();
    const { conversation, log, open, again, run } = resumeTwo({ signal: controller.signal });
    await soon();
    let isOver = false;
    const over = run.catch((error) => { isOver = true; return error; });
    controller.abort();
    open("c1");
    await soon();
    assert.equal(isOver, false);
    open("c2");
    assert.equal((await over).code, "aborted");
    assert.deepEqual([log, results(conversation)], [["c1", "c2"], []]);
    await again({ signal: undefined, tools: { rm: (args, { id }) => `second ${id}` } });
    assert.deepEqual(results(conversation), [["c1", "removed /c1"], ["c2", "removed /c2"], ["c3", "second c3"]]);
  });
});
