// The table of models through the public API: who reads whose thinking, how thinking may be asked for, and rows of the host.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, validate } from "backscroll";
import { objection } from "../../support/judges.mjs";

const thinking = { type: "thinking", thinking: "Hm.", signature: "c2lnbmVk" };

/** A conversation that this model of Anthropic's answered, with thinking. */
function answeredBy(model) {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Look.");
  conversation.addResponse("anthropic", { model, role: "assistant", content: [thinking, { type: "text", text: "So." }] });
  conversation.addMessage("user", "And?");
  return conversation;
}

describe("thinking goes to the models that read it", () => {
  const CASES = [
    ["claude-opus-5", "claude-fable-5-1", true],
    ["claude-opus-5-5", "claude-fable-5-1", true],
    ["claude-fable-5-1", "claude-mythos-5-1", true],
    ["claude-sonnet-4-5-20250929", "claude-opus-5-5", true],
    ["claude-fable-5-1", "claude-opus-5-5", false],
    ["claude-fable-5", "claude-opus-5-5", false],
    ["claude-fable-5-2", "claude-fable-5-1", false],
    ["claude-opus-5", "claude-sonnet-5", false],
    ["claude-opus-5-5", "claude-opus-5-5", true],
  ];
  for (const [maker, model, isSent] of CASES) {
    test(`${maker}, then ${model}: ${isSent ? "sent" : "left out, which is reported"}`, () => {
      const { body, repairs } = answeredBy(maker).toRequest("anthropic", { model, max_tokens: 100 });
      const text = { type: "text", text: "So." };
      assert.deepEqual(body.messages[1].content, isSent ? [thinking, text] : [text]);
      assert.deepEqual(repairs.map(({ code, rule }) => [code, rule]), isSent ? [] : [["reasoning-dropped", "AN17"]]);
      assert.equal(objection("anthropic", body), null);
    });
  }
});

describe("validate names thinking that the model refuses, and a request asks in the way that it takes", () => {
  const [enabled, disabled, adaptive] = [{ type: "enabled", budget_tokens: 2048 }, { type: "disabled" }, { type: "adaptive" }];
  const CASES = [
    ["claude-opus-5-5", disabled, undefined],
    ["claude-sonnet-5-5", disabled, { type: "between_tools" }],
    ["claude-fable-5-2", disabled, undefined],
    ["claude-opus-4-7", enabled, adaptive],
    ["claude-haiku-5-5", enabled, adaptive],
    ["claude-opus-4-5", adaptive, undefined],
    ["claude-opus-4-6", enabled, enabled],
    ["claude-haiku-5-5", disabled, disabled],
    ["claude-opus-5", disabled, disabled],
  ];
  for (const [model, given, expected] of CASES) {
    test(`${model}, ${given.type}: ${expected?.type ?? "left out"}`, () => {
      const conversation = new ConversationManager();
      conversation.addMessage("user", "Hi.");
      const params = { model, max_tokens: 4096, thinking: given };
      const { body, repairs } = conversation.toRequest("anthropic", params);
      const isTaken = expected === given;
      assert.deepEqual(body.thinking, expected);
      assert.deepEqual(repairs.map(({ code, rule }) => [code, rule]), isTaken ? [] : [["thinking-changed", "AN27"]]);
      const [violation] = validate("anthropic", { ...params, messages: body.messages });
      assert.deepEqual([violation?.rule, violation?.isQuoted === true], isTaken ? [undefined, false] : ["AN27", true]);
      assert.equal(objection("anthropic", body), null);
    });
  }
});

describe("rows of the host come before the table", () => {
  const request = (models, params, conversation = answeredBy("claude-opus-5")) => conversation.toRequest("anthropic", { max_tokens: 4096, ...params }, { models });

  test("a name that hides its model has the rules of the model that it is like", () => {
    const models = [{ name: "deployment-*", like: "claude-fable-5-1" }];
    const { body } = request(models, { model: "deployment-7", thinking: { type: "disabled" } });
    assert.deepEqual([body.model, body.thinking, body.messages[1].content[0]], ["deployment-7", undefined, thinking]);
    assert.equal(request([], { model: "deployment-7", thinking: { type: "disabled" } }).body.thinking.type, "disabled");
  });

  test("a maker with a row is the model that it is like", () => {
    const models = [{ name: "deployment-7", like: "claude-opus-5" }];
    const sentTo = (model) => request(models, { model }, answeredBy("deployment-7")).body.messages[1].content.length;
    assert.deepEqual([sentTo("claude-opus-5"), sentTo("claude-opus-5-5"), sentTo("claude-sonnet-5")], [2, 2, 1]);
  });

  test("a row says how thinking may be asked for, and whose thinking the model reads", () => {
    const models = [{ name: "claude-epic-*", thinking: ["adaptive"], readsThinkingOf: ["claude-opus-*"] }];
    const { body } = request(models, { model: "claude-epic-1", thinking: { type: "enabled", budget_tokens: 2048 } });
    assert.deepEqual([body.thinking, body.messages[1].content[0]], [{ type: "adaptive" }, thinking]);
  });

  test("a row says whether the model continues words", () => {
    const conversation = new ConversationManager();
    conversation.addMessage("user", "Hi.");
    conversation.addMessage("assistant", "Well,");
    const count = (options) => conversation.toRequest("anthropic", { model: "claude-epic-1", max_tokens: 10 }, options).body.messages.length;
    const models = [{ name: "claude-epic-1", prefill: true }];
    assert.deepEqual([count({}), count({ models }), count({ models, capabilities: { prefill: false } })], [3, 2, 3]);
  });

  const WRONG = [
    ["no list", {}, /options\.models/],
    ["no object", ["claude"], /models\[0\]/],
    ["no name", [{}], /models\[0\]\.name/],
    ["an empty name", [{ name: "" }], /models\[0\]\.name/],
    ["a field that is unknown", [{ name: "a", family: "b" }], /family/],
    ["a name in place of a list", [{ name: "a", readsThinkingOf: "b" }], /models\[0\]\.readsThinkingOf/],
    ["a type of thinking that is unknown", [{ name: "a", thinking: ["on"] }], /models\[0\]\.thinking\[0\]/],
  ];
  for (const [name, models, message] of WRONG) {
    test(`${name} is an error that names the place`, () => {
      assert.throws(() => request(models, { model: "m" }), (error) => error.code === "invalid-argument" && message.test(error.message));
    });
  }
});
