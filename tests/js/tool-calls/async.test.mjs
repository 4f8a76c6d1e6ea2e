// Asynchronous calls of OpenAI Responses: the conversation goes on while they are open, and their outputs stand where they arrived.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, sanitize, validate } from "backscroll";
import { TARGETS, objection } from "../../support/judges.mjs";
import { PARAMS } from "../../support/conversation/waiting.mjs";

const TARGET = "openai-responses";
const CALLS = [
  ["a function", { type: "function_call", call_id: "c1", name: "dig", arguments: "{}", async: true }, "function_call_output"],
  ["a custom tool", { type: "custom_tool_call", call_id: "c1", name: "dig", input: "deep", async: true }, "custom_tool_call_output"],
];
const started = (call) => {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Dig.");
  conversation.addResponse(TARGET, { model: "gpt-5", output: [call] });
  return conversation;
};
const answered = (conversation) => conversation.addMessage("tool", "gold", { toolCallId: "c1" });

/** Returns the items in short: roles, types, and texts of results. */
function sent(conversation, options) {
  const { body, repairs } = conversation.toRequest(TARGET, PARAMS[TARGET], options);
  assert.equal(objection(TARGET, body), null);
  return { items: body.input.map(({ type, role, output }) => (output === undefined ? (role ?? type) : `${type}:${output}`)), repairs };
}

for (const [what, call, output] of CALLS) {
  const { type } = call;
  describe(`an asynchronous call of ${what}`, () => {
    test("stays open in a request, without a report", () => {
      const conversation = started(call);
      conversation.addMessage("user", "Meanwhile, sing.");
      assert.deepEqual(sent(conversation), { items: ["user", type, "user"], repairs: [] });
      assert.deepEqual(conversation.toRequest(TARGET, PARAMS[TARGET]).body.input[1], call);
    });

    test("has its output where it arrived, and earlier bytes stay as they were", () => {
      const conversation = started(call);
      conversation.addMessage("user", "Meanwhile, sing.");
      conversation.addMessage("assistant", "La.");
      const before = JSON.stringify(conversation.toRequest(TARGET, PARAMS[TARGET]).body.input).slice(0, -1);
      answered(conversation);
      assert.deepEqual(sent(conversation), { items: ["user", type, "user", "assistant", `${output}:gold`], repairs: [] });
      assert.ok(JSON.stringify(conversation.toRequest(TARGET, PARAMS[TARGET]).body.input).startsWith(before));
      conversation.addMessage("user", "Stop.");
      const { items } = sent(conversation);
      assert.deepEqual(items, ["user", type, "user", "assistant", `${output}:gold`, "user"]);
      const restored = ConversationManager.fromJSON(JSON.stringify(conversation));
      assert.deepEqual(restored.toRequest(TARGET, PARAMS[TARGET]).body, conversation.toRequest(TARGET, PARAMS[TARGET]).body);
    });

    test("leaves reasoning valid that came before its output", () => {
      const conversation = started(call);
      const params = { model: "gpt-6.2", include: ["reasoning.encrypted_content"], store: false };
      conversation.addMessage("user", "Meanwhile, sing.");
      conversation.toRequest(TARGET, params);
      const thought = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "b3Bh" };
      conversation.addResponse(TARGET, { model: "gpt-6.2", output: [thought, { type: "message", id: "msg_1", role: "assistant", status: "completed", content: [{ type: "output_text", text: "La.", annotations: [] }] }] });
      answered(conversation);
      const { body, repairs } = conversation.toRequest(TARGET, params);
      assert.deepEqual(repairs, []);
      assert.deepEqual(body.input.map(({ type, role }) => type ?? role), ["user", type, "user", "reasoning", "message", output]);
    });

    test("keeps the places of several outputs", () => {
      const conversation = new ConversationManager();
      conversation.addMessage("user", "Dig.");
      conversation.addResponse(TARGET, { model: "gpt-5", output: [call, { ...call, call_id: "c2" }, { ...call, call_id: "c3" }] });
      conversation.addMessage("tool", "three", { toolCallId: "c3" });
      conversation.addMessage("user", "And?");
      conversation.addMessage("tool", "two", { toolCallId: "c2" });
      conversation.addMessage("assistant", "One is left.");
      conversation.addMessage("tool", "one", { toolCallId: "c1" });
      assert.deepEqual(sent(conversation), { items: ["user", type, type, type, `${output}:three`, "user", `${output}:two`, "assistant", `${output}:one`], repairs: [] });
    });

    test("is left out when the caller asks for that", () => {
      for (const [openCalls, items] of [["close", ["user", type, "user"]], ["drop", ["user", "user"]], ["keep", ["user", type, "user"]]]) {
        const conversation = started(call);
        conversation.addMessage("user", "Meanwhile, sing.");
        assert.deepEqual(sent(conversation, { openCalls }).items, items, openCalls);
      }
    });

    test("is closed for other providers, and a late output is moved, with a report", () => {
      for (const other of TARGETS.filter((each) => each !== TARGET)) {
        const conversation = started(call);
        conversation.addMessage("user", "Meanwhile, sing.");
        const open = conversation.toRequest(other, PARAMS[other]);
        assert.equal(objection(other, open.body), null, other);
        assert.ok(open.repairs.some(({ code }) => code === "missing-result-added"), other);
        answered(conversation);
        const late = conversation.toRequest(other, PARAMS[other]);
        assert.equal(objection(other, late.body), null, other);
        assert.ok(late.repairs.some(({ code }) => code === "result-moved"), other);
        assert.ok(JSON.stringify(late.body).includes("gold"), other);
      }
    });

    test("is accepted in a body, and the body is not changed", () => {
      const open = { model: "gpt-5", input: [{ role: "user", content: "Dig." }, call, { role: "user", content: "Sing." }] };
      const late = { ...open, input: [...open.input, { type: output, call_id: "c1", output: "gold" }] };
      for (const body of [open, late]) {
        assert.deepEqual(sanitize(TARGET, body), { body, repairs: [] });
        assert.deepEqual(validate(TARGET, body), []);
        assert.deepEqual(ConversationManager.from(TARGET, body).toRequest(TARGET, PARAMS[TARGET]).body, body);
      }
    });

    test("lets messages of the queue go on at once", () => {
      const conversation = started(call);
      assert.equal(conversation.busy, false);
      conversation.beginRun();
      conversation.enqueue({ source: "user", content: "Sing." });
      conversation.endRun();
      assert.deepEqual(conversation.promotePending().texts, ["Sing."]);
      assert.deepEqual(sent(conversation), { items: ["user", type, "user"], repairs: [] });
    });

    test("holds messages of the queue back while it waits for a person", () => {
      const conversation = started(call);
      const checkpoint = conversation.suspend();
      assert.deepEqual(checkpoint.pending.map(({ id }) => id), ["c1"]);
      assert.equal(conversation.busy, true);
      conversation.enqueue({ source: "user", content: "Sing." });
      assert.deepEqual(conversation.pending.map(({ content }) => content), ["Sing."]);
    });

    test("is not given up by a reduction while it is open, and goes with its output afterwards", async () => {
      const conversation = started(call);
      for (let turn = 1; turn <= 8; turn += 1) {
        conversation.addMessage("user", `Question ${turn}.`);
        conversation.addMessage("assistant", `Answer ${turn}. `.repeat(20));
      }
      conversation.addMessage("user", "And now?");
      await conversation.reduceNow({ reduce: ({ draft }) => draft.keepRecentTurns(1) > 0 });
      assert.ok(sent(conversation).items.includes(type));
      answered(conversation);
      assert.deepEqual(sent(conversation).items.slice(-2), ["user", `${output}:gold`]);
      conversation.addMessage("user", "Done?");
      conversation.addMessage("assistant", "Yes.");
      conversation.addMessage("user", "Well.");
      await conversation.reduceNow({ reduce: ({ draft }) => draft.keepRecentTurns(1) > 0 });
      assert.deepEqual(sent(conversation), { items: ["user"], repairs: [] });
    });
  });
}

test("a call that is not asynchronous is closed as before, beside one that is", () => {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Dig.");
  conversation.addResponse(TARGET, { model: "gpt-5", output: [CALLS[0][1], { ...CALLS[0][1], call_id: "c2", async: false }] });
  assert.equal(conversation.busy, true);
  conversation.addMessage("user", "Sing.");
  const { items, repairs } = sent(conversation);
  assert.deepEqual(items, ["user", "function_call", "function_call", "function_call_output:[interrupted: this tool call has no result]", "user"]);
  assert.deepEqual(repairs.map(({ code }) => code), ["missing-result-added"]);
});
