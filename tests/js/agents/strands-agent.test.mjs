// The adapter in a real Agent of the Strands SDK, with a model that overflows.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BeforeModelCallEvent, ContextWindowOverflowError, ConversationManager as SdkConversationManager } from "@strands-agents/sdk";
import { ConversationError } from "backscroll";
import { ConversationManager } from "backscroll/strands";
import { ScriptedModel, agentWith, assertSound, assistant, calls, results, rounds, sizeOf, talk, texts, user } from "../../support/formats/strands.mjs";

describe("an overflow", () => {
  const cases = [
    ["of many turns", { messages: talk(30), room: 5_000 }],
    ["of ten times the window", { messages: talk(300), room: 7_000 }],
    ["of many turns with two messages left in the window", { messages: talk(19), room: 600 }],
    ["of many results", { messages: [...talk(2), ...rounds(8, 2_000)], room: 8_000 }],
    ["of many rounds of an older prompt", { messages: rounds(60), room: 8_000 }],
    ["with one large result that is new, behind small ones", { messages: [...rounds(4, 50)], room: 3_000, script: [[["read", { length: 20_000 }]]] }],
    ["of parallel results", { messages: talk(3), room: 4_000, script: [[["read", { length: 3_000 }], ["read", { length: 3_000 }], ["read"]]] }],
  ];
  for (const [name, { messages, room, script }] of cases) {
    test(`${name} is reduced, called again and answered`, async () => {
      const model = new ScriptedModel({ room, script });
      const reductions = [];
      const agent = agentWith(new ConversationManager({ onReduce: (reduction) => reductions.push(reduction) }), { model, messages });
      const array = agent.messages;
      const { lastMessage } = await agent.invoke("And now?");
      assert.deepEqual(texts([lastMessage]), ["Done."]);
      assert.ok(model.refusals >= 1 && model.refusals <= 3, `${model.refusals} refusals`);
      assert.ok(reductions.length >= model.refusals);
      assert.equal(agent.messages, array, "the same array");
      assertSound(agent.messages);
      for (const { messages: sent } of model.requests) assertSound(sent);
      assert.ok(texts(agent.messages).includes("And now?"), "the request is there");
      const refused = model.requests.filter(({ isRefused }) => isRefused).map(({ size }) => size);
      assert.deepEqual(refused, [...new Set(refused)].sort((a, b) => b - a), "each is smaller than the one before");
    });
  }

  test("may repeat during one prompt: the prompt and the newest round stay", async () => {
    const lengths = Array.from({ length: 40 }, (_, round) => 300 + 100 * (round % 5));
    const model = new ScriptedModel({ room: 4_000, script: lengths.map((length) => [["read", { length }]]) });
    const agent = agentWith(new ConversationManager(), { model });
    await agent.invoke("Read everything.");
    assert.ok(model.refusals > 1, `${model.refusals} refusals`);
    assert.equal(model.requests.length - model.refusals, 41, "each round is answered");
    let rounds = 0;
    for (const { messages, isRefused } of model.requests) {
      assertSound(messages);
      assert.equal(texts(messages)[0], "Read everything.");
      if (rounds > 0) assert.equal(messages.at(-2).content[0].toolUseId, `call_${rounds}`);
      if (!isRefused) rounds += 1;
    }
  });

  test("without end throws the SDK's error after at most three reductions, and the messages are valid", async () => {
    for (const messages of [talk(30), rounds(30, 1_000), [...talk(20), ...rounds(20, 1_000)]]) {
      let reductions = 0;
      const model = new ScriptedModel({ room: 10 });
      const agent = agentWith(new ConversationManager({ onReduce: () => { reductions += 1; } }), { model, messages });
      await assert.rejects(agent.invoke("And now?"), ContextWindowOverflowError);
      assert.ok(model.requests.length <= 4, `${model.requests.length} calls`);
      // The window is also enforced after the invocation.
      assert.ok(reductions <= 4, `${reductions} reductions`);
      assertSound(agent.messages);
      assert.ok(texts(agent.messages).includes("And now?"));
    }
  });

  test("throws at once where nothing can be removed", async () => {
    const model = new ScriptedModel({ room: 10 });
    const agent = agentWith(new ConversationManager({ reduce: () => false }), { model, messages: talk(3) });
    const before = [...agent.messages];
    await assert.rejects(agent.invoke("And now?"), ContextWindowOverflowError);
    assert.equal(model.requests.length, 1);
    assert.deepEqual(agent.messages.slice(0, -1), before);
  });

  test("is handled again with a new prompt", async () => {
    const model = new ScriptedModel({ room: 10 });
    const agent = agentWith(new ConversationManager({ reduce: ({ draft }) => draft.keepRecentTurns(draft.turnCount - 1) > 0 }), { model, messages: talk(30) });
    for (const calls of [4, 8]) {
      await assert.rejects(agent.invoke("And now?"), ContextWindowOverflowError);
      assert.equal(model.requests.length, calls);
    }
  });

  test("is the only error that the manager handles", async () => {
    const model = new ScriptedModel();
    model.stream = async function* () {
      throw new Error("no network");
    };
    const agent = agentWith(new ConversationManager({ reduce: () => assert.fail("called") }), { model, messages: talk(3) });
    await assert.rejects(agent.invoke("And now?"), /no network/);
  });

  test("of an agent that is cancelled meanwhile ends with the cancellation", async () => {
    const model = new ScriptedModel({ room: 10 });
    const agent = agentWith(new ConversationManager({ reduce: () => { agent.cancel(); return new Promise(() => {}); } }), { model, messages: talk(3) });
    const before = [...agent.messages];
    const { stopReason } = await agent.invoke("And now?");
    assert.equal(stopReason, "cancelled");
    assert.deepEqual(agent.messages.slice(0, before.length), before);
  });
});

describe("the window", () => {
  test("is enforced after each invocation", async () => {
    const agent = agentWith(new ConversationManager(), { model: new ScriptedModel(), messages: talk(40) });
    const array = agent.messages;
    const newest = agent.messages.at(-1);
    await agent.invoke("And now?");
    assert.equal(agent.messages, array);
    assert.ok(agent.messages.length <= 40 && agent.messages.length >= 38, `${agent.messages.length} messages`);
    assert.ok(agent.messages.includes(newest), "the very same message");
    assertSound(agent.messages);
  });

  test("counts messages as the SDK does: the results of a round are one", async () => {
    const parallel = Array.from({ length: 9 }, () => [["read"], ["read"], ["read"]]);
    const agent = agentWith(new ConversationManager(), { model: new ScriptedModel({ script: parallel }) });
    await agent.invoke("Read all.");
    assert.equal(agent.messages.length, 20);
    const turn = (at) => [user("Read."), calls(`a${at}`, `b${at}`, `c${at}`), results({ [`a${at}`]: "A", [`b${at}`]: "B", [`c${at}`]: "C" }), assistant("So.")];
    const longer = agentWith(new ConversationManager(), { model: new ScriptedModel(), messages: Array.from({ length: 20 }, (_, at) => turn(at)).flat() });
    await longer.invoke("And now?");
    assert.equal(longer.messages.length, 38, "the cut moves on to the next question");
  });

  test("of a reducer with a window is enforced, too, and a reducer without one is not called", async () => {
    const keep = (windowSize) => ({ name: "mine", windowSize, reduce: ({ draft }) => draft.keepRecentMessages(4) > 0 });
    for (const [reduce, left] of [[keep(4), 4], [keep(30), 22], [keep(undefined), 22], [({ draft }) => draft.keepRecentTurns(1) > 0, 22]]) {
      const agent = agentWith(new ConversationManager({ reduce }), { model: new ScriptedModel(), messages: talk(10) });
      await agent.invoke("And now?");
      assert.equal(agent.messages.length, left);
      assertSound(agent.messages);
    }
  });

  test("that cannot be enforced loses no answer", async () => {
    const reduce = { name: "mine", windowSize: 1, reduce: () => { throw new Error("no"); } };
    const agent = agentWith(new ConversationManager({ reduce }), { model: new ScriptedModel(), messages: talk(3) });
    const { lastMessage } = await agent.invoke("And now?");
    assert.deepEqual(texts([lastMessage]), ["Done."]);
  });
});

describe("proactive compression", () => {
  const keepTwo = ({ draft }) => draft.keepRecentTurns(2) > 0;

  test("reduces before the call, from the threshold on, and has no error then", async () => {
    // Each turn is about 60 tokens by the SDK's count.
    for (const [turns, contextWindowLimit, expected] of [[10, 800, 1], [10, 3_000, 0]]) {
      const seen = [];
      const reduce = (context) => { seen.push([context.error, context.targetTokens, typeof context.model]); return keepTwo(context); };
      const model = new ScriptedModel({ contextWindowLimit });
      const agent = agentWith(new ConversationManager({ proactiveCompression: true, reduce }), { model, messages: talk(turns) });
      await agent.invoke("And now?");
      assert.deepEqual(seen, Array(expected).fill([undefined, Math.floor(contextWindowLimit * 0.7 * 0.5), "object"]));
      assert.equal(model.requests[0].messages.length, expected === 1 ? 3 : 21);
      assertSound(model.requests[0].messages);
    }
  });

  test("goes well below the threshold by default, so that the next call needs none", async () => {
    const reductions = [];
    const model = new ScriptedModel({ contextWindowLimit: 1_000, script: [[["read"]], [["read"]], [["read"]]] });
    const manager = new ConversationManager({ proactiveCompression: true, onReduce: (reduction) => reductions.push(reduction) });
    const agent = agentWith(manager, { model, messages: talk(18) });
    await agent.invoke("And now?");
    assert.equal(reductions.length, 1);
    assert.ok(reductions[0].tokensAfter <= 350, `${reductions[0].tokensAfter} tokens`);
    assertSound(agent.messages);
  });

  test("that fails is ignored", async () => {
    const model = new ScriptedModel({ contextWindowLimit: 100 });
    const manager = new ConversationManager({ proactiveCompression: { compressionThreshold: 0.5 }, reduce: () => { throw new Error("no"); } });
    const agent = agentWith(manager, { model, messages: talk(10) });
    await agent.invoke("And now?");
    assert.equal(agent.messages.length, 22);
  });

  test("does not repeat for a usage report from before the last reduction", async () => {
    let proactive = 0;
    const reduce = ({ error, draft }) => {
      if (error === undefined) proactive += 1;
      return draft.keepRecentTurns(draft.turnCount - 2) > 0;
    };
    // The report is the size of the whole history. The model refuses it once.
    const model = new ScriptedModel({ room: 1_500, contextWindowLimit: 1_000, usage: (messages) => usage(Math.ceil(sizeOf(messages) / 4)) });
    const agent = agentWith(new ConversationManager({ proactiveCompression: true, reduce }), {
      model,
      messages: talk(10).map((message, at) => (at === 19 ? Object.assign(message, { metadata: { usage: usage(690) } }) : message)),
    });
    const projected = [];
    agent.addHook(BeforeModelCallEvent, ({ projectedInputTokens }) => { projected.push(projectedInputTokens); });
    await agent.invoke("And now?");
    assert.equal(model.refusals, 2);
    assert.ok(projected.every((tokens) => tokens >= 700), "the SDK goes by the old report each time");
    assert.equal(proactive, 1, "and only the first of them was true");
  });
});

const usage = (inputTokens, outputTokens = 10) => ({ inputTokens, outputTokens, totalTokens: inputTokens + outputTokens });

describe("a callback", () => {
  test("that throws changes no messages, and its error reaches the caller with the overflow", async () => {
    const failures = [() => { throw new TypeError("mine"); }, async () => { throw new TypeError("mine"); }];
    for (const fail of failures) {
      const reduce = ({ draft }) => { draft.keepRecentTurns(1); return fail(); };
      const agent = agentWith(new ConversationManager({ reduce }), { model: new ScriptedModel({ room: 1_000 }), messages: talk(10) });
      const before = [...agent.messages];
      const error = await agent.invoke("And now?").then(() => assert.fail("answered"), (thrown) => thrown);
      assert.ok(error instanceof ConversationError, "of the same class as in the package itself");
      assert.equal(error.code, "reducer-failed");
      assert.ok(error.cause instanceof TypeError);
      assert.ok(error.details.overflow instanceof ContextWindowOverflowError);
      assert.deepEqual(agent.messages.slice(0, -1), before);
      agent.messages.slice(0, -1).forEach((message, at) => assert.equal(message, before[at]));
    }
  });

  test("gets the error, the model and the target, and may be async", async () => {
    const seen = [];
    const reduce = async ({ error, model, targetTokens, draft, messages, signal }) => {
      seen.push({ error, model, shrinks: targetTokens < draft.tokens, messages: messages.length, signal });
      return draft.keepRecentTurns(2) > 0;
    };
    const model = new ScriptedModel({ room: 1_000 });
    const agent = agentWith(new ConversationManager({ reduce }), { model, messages: talk(10) });
    await agent.invoke("And now?");
    assert.equal(seen.length, 1);
    const [{ error, signal, ...rest }] = seen;
    assert.ok(error instanceof ContextWindowOverflowError);
    assert.ok(signal instanceof AbortSignal);
    assert.deepEqual(rest, { model, shrinks: true, messages: 21 });
    assert.deepEqual(texts(agent.messages).map((text) => text.slice(0, 11)), ["Question 9.", "Answer 9. w", "And now?", "Done."]);
  });

  test("may be slow: messages that the agent gets meanwhile stay", async () => {
    const late = user("One more thing.");
    const reduce = async ({ draft }) => { agent.messages.push(late); return draft.keepRecentTurns(2) > 0; };
    const agent = agentWith(new ConversationManager({ reduce }), { model: new ScriptedModel({ room: 1_000 }), messages: talk(10) });
    await agent.invoke("And now?");
    assert.equal(agent.messages.at(-2), late);
  });

  test("whose messages were rewritten meanwhile is refused, and nothing is changed by it", async () => {
    const reduce = ({ draft }) => { agent.messages.splice(0, 2); return draft.keepRecentTurns(2) > 0; };
    const agent = agentWith(new ConversationManager({ reduce }), { model: new ScriptedModel({ room: 1_000 }), messages: talk(10) });
    await assert.rejects(agent.invoke("And now?"), { code: "stale-plan" });
    assert.equal(agent.messages.length, 19);
  });
});

describe("the class", () => {
  test("extends the SDK's class, and registers its hooks with each agent", async () => {
    const manager = new ConversationManager();
    assert.ok(manager instanceof SdkConversationManager);
    assert.match(manager.name, /^backscroll:/);
    for (let agents = 1; agents <= 2; agents += 1) {
      const model = new ScriptedModel({ room: 4_000 });
      const agent = agentWith(manager, { model, messages: talk(20) });
      await agent.invoke("And now?");
      assert.equal(model.refusals, 1);
    }
  });

  test("may be extended like the SDK's: `reduce` decides", async () => {
    class LastTwo extends ConversationManager {
      name = "mine:last-two";
      reduce({ agent }) {
        agent.messages.splice(0, agent.messages.length - 3);
        return true;
      }
    }
    const agent = agentWith(new LastTwo(), { model: new ScriptedModel({ room: 500 }), messages: talk(20) });
    await agent.invoke("And now?");
    assert.equal(agent.messages.length, 4);
  });

  test("refuses unknown options", () => {
    const thresholds = ["yes", {}, { compressionThreshold: NaN }, { compressionThreshold: 1.5 }].map((proactiveCompression) => ({ proactiveCompression }));
    const wrong = [null, 7, [], { windowSize: 3 }, { reduce: 3 }, { reduce: {} }, { onReduce: "x" }, ...thresholds];
    for (const options of wrong) assert.throws(() => new ConversationManager(options), { code: "invalid-argument" }, JSON.stringify(options));
  });
});
