// Changes that make reasoning void, and those that make it valid again, one at a time.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, summarizing } from "backscroll";
import { LISTS } from "../../support/judges.mjs";
import { BINDERS } from "../../support/conversation/bound-talks.mjs";

/** Returns a conversation of three exchanges with reasoning, and a function that says which reasoning a request holds. */
async function talk(target, question = "Question") {
  const binder = BINDERS[target];
  const params = (names = ["look"]) => ({ model: binder.models[0], ...(target === "anthropic" ? { max_tokens: 64 } : { store: false }), ...binder.tools(names) });
  const conversation = new ConversationManager({ systemPrompt: "Be brief.", tokenLimit: 10_000 });
  const proofs = [];
  for (let number = 1; number <= 3; number += 1) {
    conversation.addMessage("user", `${question} ${number}`);
    const { body } = await conversation.prepare(target, params());
    const { response, thought } = binder.answer(body, number, false);
    conversation.addResponse(target, response);
    proofs.push(thought.proof);
  }
  conversation.addMessage("user", "And now?");
  const held = (names, options) => {
    const { body, repairs } = conversation.toRequest(target, params(names), options);
    const text = JSON.stringify(body);
    const left = repairs.filter(({ code, rule }) => code === "reasoning-dropped" && ["AN18", "OR15"].includes(rule)).length;
    const found = proofs.map((proof, at) => (text.includes(JSON.stringify(proof).slice(1, -1)) ? at + 1 : 0)).filter(Boolean);
    const answers = conversation.messages.filter(({ role }) => role === "assistant").length;
    assert.equal(left, answers - found.length, "each that is left out is reported");
    return found;
  };
  return { conversation, held };
}

for (const target of Object.keys(BINDERS)) {
  describe(`${target}: reasoning`, () => {
    test("goes back while nothing before it has changed", async () => {
      const { held } = await talk(target);
      assert.deepEqual(held(), [1, 2, 3]);
    });

    test("is left out with other tools, and goes back when the tools return", async () => {
      const { held } = await talk(target);
      assert.deepEqual(held(["look", "find"]), []);
      assert.deepEqual(held(), [1, 2, 3]);
    });

    test("is left out with another prompt, and goes back when the prompt returns", async () => {
      const { conversation, held } = await talk(target);
      conversation.systemPrompt = "Be long.";
      assert.deepEqual(held(), []);
      conversation.systemPrompt = "Be brief.";
      assert.deepEqual(held(), [1, 2, 3]);
    });

    test("before an edit stays", async () => {
      const { conversation, held } = await talk(target);
      const second = conversation.messages.find(({ content }) => content === "Question 2");
      conversation.edit(second.id, "Question two");
      assert.deepEqual(held(), [1]);
    });

    test("is left out after a cut, and goes back after its undo", async () => {
      const { conversation, held } = await talk(target);
      conversation.truncate({ keepRecent: 2 });
      assert.deepEqual(held(), []);
      conversation.undo();
      assert.deepEqual(held(), [1, 2, 3]);
    });

    test("goes back from a snapshot, and from its own rows", async () => {
      const { conversation, held } = await talk(target);
      assert.deepEqual(held(), [1, 2, 3]);
      const restored = ConversationManager.fromJSON(JSON.parse(JSON.stringify(conversation)));
      const rows = ConversationManager.from("backscroll", conversation.messages);
      const params = { model: BINDERS[target].models[0], max_tokens: 64, ...BINDERS[target].tools(["look"]) };
      if (target !== "anthropic") delete params.max_tokens;
      for (const other of [restored, rows]) {
        const [{ body }, { body: changed }] = [other.toRequest(target, params), other.toRequest(target, { ...params, ...BINDERS[target].tools(["look", "find"]) })];
        assert.equal(JSON.stringify(body).match(/Hm \d|"reasoning"/g)?.length, 3);
        assert.equal(JSON.stringify(changed).match(/Hm \d|"reasoning"/g), null);
      }
    });
  });
}

test("a model that does not check gets its reasoning back after any change", async () => {
  const conversation = new ConversationManager({ systemPrompt: "Be brief." });
  conversation.addMessage("user", "Go.");
  const params = { model: "claude-opus-4-5", max_tokens: 64 };
  conversation.toRequest("anthropic", params);
  conversation.addResponse("anthropic", { model: "claude-opus-4-5", role: "assistant", type: "message", content: [{ type: "thinking", thinking: "Hm.", signature: "c2ln" }, { type: "text", text: "So." }] });
  conversation.addMessage("user", "And?");
  conversation.systemPrompt = "Be long.";
  assert.match(JSON.stringify(conversation.toRequest("anthropic", params).body), /Hm\./);
});

test("reasoning behind a moved cache breakpoint goes back", async () => {
  const { conversation, held } = await talk("anthropic");
  const marked = ConversationManager.fromJSON(JSON.parse(JSON.stringify(conversation).replace('"content":"Question 1"', '"content":[{"type":"text","text":"Question 1","cache_control":{"type":"ephemeral"}}]')));
  assert.deepEqual(held(), [1, 2, 3]);
  const { body } = marked.toRequest("anthropic", { model: BINDERS.anthropic.models[0], max_tokens: 64, ...BINDERS.anthropic.tools(["look"]) });
  assert.match(JSON.stringify(body), /ephemeral/);
  assert.equal(JSON.stringify(body).match(/Hm \d/g).length, 3);
});

test("reasoning of which only its call is left out goes back after a change and its return", async () => {
  const binder = BINDERS.anthropic;
  const conversation = new ConversationManager({ systemPrompt: "Be brief.", tokenLimit: 10_000 });
  const params = { model: binder.models[0], max_tokens: 64, ...binder.tools(["look"]) };
  conversation.addMessage("user", "Go.");
  const { body } = await conversation.prepare("anthropic", params);
  conversation.addResponse("anthropic", binder.answer(body, 1, true).response);
  conversation.addMessage("user", "Never mind.");
  const thoughts = () => JSON.stringify(conversation.toRequest("anthropic", params, { openCalls: "drop" }).body).match(/Hm 1/g)?.length ?? 0;
  assert.equal(thoughts(), 1);
  conversation.systemPrompt = "Be long.";
  assert.equal(thoughts(), 0);
  conversation.systemPrompt = "Be brief.";
  assert.equal(thoughts(), 1);
});

for (const target of Object.keys(BINDERS)) {
  test(`${target}: a summary keeps its place, so reasoning that is made behind it goes back`, async () => {
    const { conversation, held } = await talk(target, "Question ".repeat(80));
    const reduce = summarizing({ summarize: async () => "Three.", summaryRatio: 0.5, preserveRecentMessages: 2 });
    await conversation.reduceNow({ reduce });
    assert.deepEqual(held(), [], "what was kept follows a change");
    const binder = BINDERS[target];
    const params = { model: binder.models[0], ...(target === "anthropic" ? { max_tokens: 64 } : { store: false }), ...binder.tools(["look"]) };
    const written = [];
    for (let number = 4; number <= 6; number += 1) {
      const { body } = await conversation.prepare(target, params);
      written.push(JSON.stringify(body[LISTS[target]]).slice(0, -1));
      conversation.addResponse(target, binder.answer(body, number, false).response);
      conversation.addMessage("user", `And ${number}?`);
    }
    const { body } = await conversation.prepare(target, params);
    const last = JSON.stringify(body[LISTS[target]]);
    for (const before of written) assert.ok(last.startsWith(before), "nothing that was sent has changed");
    assert.equal(last.match(/Hm \d|"reasoning"/g)?.length, 3);
    assert.match(written[0], /Three/);
  });
}
