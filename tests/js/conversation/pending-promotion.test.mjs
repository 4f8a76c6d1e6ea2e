// The promotion of pending messages into the history.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, resume } from "backscroll";
import { TARGETS, objection } from "../../support/judges.mjs";
import { mendings } from "../../support/conversation/mendings.mjs";
import { random } from "../../support/random.mjs";
import { PARAMS, assertSendable, calling, outline, waitingContents } from "../../support/conversation/waiting.mjs";
import { refusal, state } from "../../support/basics.mjs";

const user = (content) => ({ source: "user", content });
const goal = (content) => ({ source: "goal", name: "7", content });

/** Makes a conversation between two rounds of a run: the results are complete, and five messages are pending. */
function betweenRounds() {
  const conversation = calling(["c1", "c2"]);
  conversation.beginRun();
  for (const one of [goal("g1"), user("u2"), { source: "subagent", name: "scout", content: "s3" }, user("u4"), goal("g5")]) conversation.enqueue(one);
  for (const id of ["c1", "c2"]) conversation.addMessage("tool", `r-${id}`, { toolCallId: id });
  return conversation;
}

const ORDER = ["user:u2", "user:u4", "assistant>recall_goal_1", "tool<recall_goal_1", "assistant>subagent_message_3", "tool<subagent_message_3", "assistant>recall_goal_5", "tool<recall_goal_5"];

describe("between the rounds of a run", () => {
  test("texts go first, pairs follow, each kind in the order in which it came", () => {
    const conversation = betweenRounds();
    const { texts, pairs } = conversation.promotePending();
    assert.deepEqual(texts, ["u2", "u4"]);
    assert.deepEqual(pairs, conversation.messages.slice(-6));
    assert.deepEqual(outline(conversation).slice(4), ORDER);
    assert.deepEqual(conversation.pending, []);
    assert.deepEqual(conversation.promotePending(), { texts: [], pairs: [] });
    assertSendable(conversation);
  });

  test("prepare promotes in the same way", async () => {
    for (const target of TARGETS) {
      const conversation = betweenRounds();
      const { body, repairs } = await conversation.prepare(target, PARAMS[target]);
      assert.deepEqual(outline(conversation).slice(4), ORDER);
      assert.equal(objection(target, body), null);
      assert.deepEqual(mendings(repairs), []);
      assert.deepEqual(conversation.pending, []);
    }
  });

  test("Anthropic gets the texts in the message with the results, behind them, and the pairs as turns of their own", async () => {
    const { body } = await betweenRounds().prepare("anthropic", PARAMS.anthropic);
    const blocks = body.messages.map(({ role, content }) => [role, ...content.map(({ type, text, content: result, name }) => text ?? result ?? name ?? type)]);
    assert.deepEqual(blocks.slice(2), [
      ["user", "r-c1", "r-c2", "u2", "u4"],
      ["assistant", "recall_goal"],
      ["user", "g1"],
      ["assistant", "subagent_message"],
      ["user", "s3"],
      ["assistant", "recall_goal"],
      ["user", "g5"],
    ]);
    assert.deepEqual(body.messages[2].content.map(({ type }) => type), ["tool_result", "tool_result", "text", "text"]);
    assert.deepEqual(body.messages[3].content, [{ type: "tool_use", id: "recall_goal_1", name: "recall_goal", input: { goal_id: 7 } }]);
  });

  test("OpenAI gets the results, then the texts as user messages, then the pairs", async () => {
    const { body } = await betweenRounds().prepare("openai-chat", PARAMS["openai-chat"]);
    assert.deepEqual(body.messages.map(({ role }) => role).join(), "user,assistant,tool,tool,user,user,assistant,tool,assistant,tool,assistant,tool");
    const [{ id, function: called }] = body.messages[6].tool_calls;
    assert.deepEqual([id, called], ["recall_goal_1", { name: "recall_goal", arguments: '{"goal_id":7}' }]);
  });

  test("a pair has the content of the message, not its displayContent", async () => {
    const { pairs } = betweenRounds().promotePending();
    assert.deepEqual(pairs.filter(({ role }) => role === "tool").map(({ content }) => content), ["g1", "s3", "g5"]);
  });
});

describe("never between a call and its result", () => {
  const held = [
    ["a call is open", calling, ["c1"]],
    ["one of two is open", () => { const conversation = calling(["c1", "c2"]); conversation.addMessage("tool", "r", { toolCallId: "c2" }); return conversation; }, ["c1"]],
    ["two calls have the same id, and one is open", () => { const conversation = calling(["c1", "c1"]); conversation.addMessage("tool", "r", { toolCallId: "c1" }); return conversation; }, ["c1"]],
    ["the user spoke while a call is open", () => { const conversation = calling(); conversation.addMessage("user", "Still there?"); return conversation; }, ["c1"]],
    ["an orphan result came while a call is open", () => { const conversation = calling(); conversation.addMessage("tool", "?", { toolCallId: "nobody" }); return conversation; }, ["c1"]],
  ];
  for (const [when, start, open] of held) {
    test(`nothing is promoted while ${when}, and everything when the result is in`, async () => {
      const conversation = start();
      conversation.enqueue(user("u1"));
      conversation.enqueue(goal("g2"));
      const before = state(conversation);
      assert.deepEqual(conversation.promotePending(), { texts: [], pairs: [] });
      assert.equal(state(conversation), before);
      for (const target of TARGETS) {
        // Names the model, by which the history counts from then on.
        conversation.toRequest(target, PARAMS[target]);
        const named = state(conversation);
        const { body } = await conversation.prepare(target, PARAMS[target]);
        assert.equal(objection(target, body), null);
        assert.equal(state(conversation), named);
      }
      assert.deepEqual(waitingContents(conversation), ["u1", "g2"]);
      for (const id of open) conversation.addMessage("tool", "late", { toolCallId: id });
      await conversation.prepare("anthropic", PARAMS.anthropic);
      assert.deepEqual(outline(conversation).slice(-3), ["user:u1", "assistant>recall_goal_2", "tool<recall_goal_2"]);
      assertSendable(conversation, { codes: ["orphan-result-dropped", "result-moved", "call-id-renamed"] });
    });
  }

  test("a result that comes after a promotion still finds its call", () => {
    const conversation = calling();
    conversation.addMessage("user", "Never mind.");
    conversation.addMessage("assistant", "Fine.");
    conversation.enqueue(goal("g1"));
    conversation.beginRun();
    conversation.enqueue(goal("g2"));
    conversation.promotePending();
    conversation.addMessage("tool", "late", { toolCallId: "c1" });
    for (const target of TARGETS) {
      const { body, repairs } = conversation.toRequest(target, PARAMS[target]);
      assert.equal(objection(target, body), null);
      assert.deepEqual(mendings(repairs).map(({ code }) => code), ["result-moved"]);
    }
  });

  test("a call with the id of a phantom call is answered by its own result", () => {
    const conversation = calling(["recall_goal_1"]);
    conversation.enqueue(goal("g1"));
    conversation.addMessage("tool", "mine", { toolCallId: "recall_goal_1" });
    conversation.promotePending();
    for (const target of TARGETS) {
      const { body } = conversation.toRequest(target, PARAMS[target]);
      assert.equal(objection(target, body), null);
      assert.match(JSON.stringify(body), /mine.*g1/);
    }
  });

  test("a suspended call keeps messages pending, and its resume promotes them", async () => {
    const conversation = calling();
    const checkpoint = conversation.suspend();
    conversation.enqueue(user("Hurry!"));
    await refusal(() => conversation.prepare("anthropic", PARAMS.anthropic), "awaiting-approval");
    assert.deepEqual(waitingContents(conversation), ["Hurry!"]);
    await resume(checkpoint, { decisions: true, tools: { look: () => "seen" }, conversation });
    const { body } = await conversation.prepare("anthropic", PARAMS.anthropic);
    assert.deepEqual(body.messages.at(-1).content.map(({ text, content }) => text ?? content), ["seen", "Hurry!"]);
  });
});

describe("bugs reported in other libraries", () => {
  test("text between two results splits no pair (anima #357)", () => {
    const conversation = calling(["c1", "c2"]);
    conversation.enqueue(user("one"));
    conversation.addMessage("tool", "r", { toolCallId: "c1" });
    conversation.enqueue(goal("two"));
    conversation.addMessage("tool", "r", { toolCallId: "c2" });
    conversation.enqueue(user("three"));
    assert.deepEqual(outline(conversation).slice(2), ["tool<c1", "tool<c2", "user:one", "assistant>recall_goal_2", "tool<recall_goal_2", "user:three"]);
    assertSendable(conversation);
  });

  test("every source except the user stays a pair (ed817c7), and no attribution has an @ (#390)", () => {
    for (const source of ["subagent", "skill", "workflow", "recall", "goal"]) {
      const conversation = calling();
      const { displayContent } = conversation.enqueue({ source, name: "5", content: "x" });
      assert.ok(!displayContent.includes("@"));
      conversation.addMessage("tool", "r", { toolCallId: "c1" });
      assert.equal(conversation.promotePending().pairs.length, 2);
      assert.deepEqual(conversation.messages.slice(-2).map(({ role }) => role), ["assistant", "tool"]);
    }
  });

  test("background messages alone are promoted, too", async () => {
    const conversation = calling();
    conversation.enqueue(goal("g"));
    conversation.addMessage("tool", "r", { toolCallId: "c1" });
    const { body } = await conversation.prepare("anthropic", PARAMS.anthropic);
    assert.match(JSON.stringify(body), /recall_goal_1.*"g"/);
  });

  test("a pair is promoted completely when a host's estimator fails", async () => {
    const conversation = new ConversationManager({ estimator: () => { throw new Error("no"); }, tokenLimit: 100 });
    conversation.beginRun();
    conversation.enqueue(goal("g"));
    await refusal(() => conversation.prepare("openai-chat", PARAMS["openai-chat"]), "estimator-failed");
    assert.deepEqual([conversation.messages, waitingContents(conversation)], [[], ["g"]]);
    conversation.promotePending();
    assert.equal(conversation.messageCount, 2);
  });
});

/** The rounds of a program that gets messages at any time. */
function randomRun(seed) {
  const { pick, chance, below } = random(seed);
  const conversation = new ConversationManager();
  let sent = 0;
  const arrive = () => {
    while (chance(0.4)) {
      sent += 1;
      const source = pick(["user", "user", "subagent", "skill", "workflow", "recall", "goal"]);
      conversation.enqueue({ source, name: pick(["a b", "🙂", "12", '"']), content: `§${sent}§` });
    }
  };
  conversation.addMessage("user", "Go.");
  if (chance(0.7)) conversation.beginRun();
  for (let round = 0; round < 6; round += 1) {
    arrive();
    const ids = Array.from({ length: below(4) }, (_, at) => `c${round}-${at}`);
    conversation.addMessage("assistant", ids.length === 0 ? "Hm." : null, ids.length === 0 ? {} : { toolCalls: ids.map((id) => ({ id, name: "look", arguments: "{}" })) });
    for (const id of ids) {
      arrive();
      conversation.addMessage("tool", "r", { toolCallId: id });
      arrive();
    }
    if (chance(0.2)) conversation.promotePending();
    for (const target of TARGETS) {
      const { body } = conversation.toRequest(target, PARAMS[target]);
      assert.equal(objection(target, body), null, `seed ${seed}, round ${round}`);
    }
  }
  conversation.endRun();
  conversation.promotePending();
  return { conversation, sent };
}

test("messages that arrive at any time are promoted once, and all providers accept every request", () => {
  for (let seed = 1; seed <= 150; seed += 1) {
    const { conversation, sent } = randomRun(seed);
    const said = conversation.messages.flatMap(({ content }) => content?.match(/§\d+§/g) ?? []);
    assert.deepEqual(said.toSorted(), Array.from({ length: sent }, (_, at) => `§${at + 1}§`).toSorted(), `seed ${seed}`);
    assertSendable(conversation, { codes: ["name-mapped", "field-dropped", "user-message-added"] });
    conversation.dispose();
  }
});
