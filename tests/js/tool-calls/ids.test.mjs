// Calls without ids, written in formats that match results by id.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Checkpoint, ConversationManager, MemoryLedger, convert, fit, resume } from "backscroll";
import "../../support/formats/all.mjs";

/** Two turns of calls without ids. The results of the first turn have names, in another order than the calls. */
function unnamed() {
  const call = (name) => ({ type: "function", function: { name, arguments: "{}" } });
  const result = (name, content) => ({ role: "tool", name, content });
  return {
    messages: [
      { role: "user", content: "Both?" },
      { role: "assistant", content: null, tool_calls: [call("a"), call("b")] },
      result("b", "of b"),
      result("a", "of a"),
      { role: "user", content: "Again?" },
      { role: "assistant", content: null, tool_calls: [call("a")] },
      { role: "tool", content: "of a again" },
    ],
  };
}

/** Finds all calls with their ids and tools, and all results with their ids and content. `name` is the field of the ids. */
function pairs(value, name, found = { calls: [], results: [] }) {
  if (typeof value !== "object" || value === null) return found;
  const id = value[name] ?? value.call_id;
  if (id !== undefined) {
    const tool = [value.toolName, value.name, value.type?.replace("tool-", "")].find(Boolean);
    const said = value.output ?? value.content ?? value.result;
    if ((value.input ?? value.arguments) !== undefined) found.calls.push({ id, tool });
    if (said !== undefined) found.results.push({ id, said: JSON.stringify(said) });
  }
  for (const call of value.tool_calls ?? []) found.calls.push({ id: call.id, tool: call.function.name });
  for (const inner of Object.values(value)) pairs(inner, name, found);
  return found;
}

describe("each call without an id gets one, which is reported", () => {
  const forms = [
    ["ai-sdk", "model", "toolCallId"],
    ["ai-sdk", "ui", "toolCallId"],
    ["strands", "agent", "toolUseId"],
    ["strands", "messages", "toolUseId"],
    ["strands", "python", "toolUseId"],
    ["cohere", "list", "tool_call_id", 3],
    ["ollama", "list", "tool_call_id", 3],
    ["gemini-interactions", "request", "id", 3],
    ["gemini-interactions", "list", "id", 3],
    ["mistral-conversations", "request", "tool_call_id", 3],
    ["mistral-conversations", "client-list", "toolCallId", 3],
  ];
  for (const [to, form, name, reports = 6] of forms) {
    test(`${to} ${form}`, () => {
      const { body, repairs } = convert(unnamed(), "openai-chat", to, { form });
      const { calls, results } = pairs(body, name);
      const ids = new Set(calls.map(({ id }) => id));
      assert.equal(ids.size, 3, JSON.stringify(body));
      assert.ok(!ids.has(""));
      for (const { id, said } of results) {
        const call = calls.find((call) => call.id === id);
        assert.ok(said.includes(`of ${call?.tool}`), `${said}: ${JSON.stringify(calls)}`);
      }
      assert.equal(results.length, 3);
      // Each call and each result without an id is reported; in a request, the call with its result.
      assert.equal(repairs.filter(({ code }) => code === "call-id-mapped").length, reports, JSON.stringify(repairs));
      // Calls that got an id keep it.
      const again = convert(to, to, body, { form });
      assert.deepEqual(again.body, body);
      assert.deepEqual(again.repairs, []);
    });
  }
});

describe("results of the AI SDK without ids find their calls by the name of the tool", () => {
  const said = (type, toolName, more) => ({ type, toolCallId: "", toolName, ...more });
  const output = (value) => ({ output: { type: "text", value } });
  const part = (name, more) => ({ type: `tool-${name}`, toolCallId: "", input: {}, ...more });
  const bodies = {
    model: [
      { role: "user", content: "Both?" },
      { role: "assistant", content: [said("tool-call", "a", { input: {} }), said("tool-call", "b", { input: {} })] },
      { role: "tool", content: [said("tool-result", "b", output("of b")), said("tool-result", "a", output("of a"))] },
    ],
    ui: [
      { id: "u", role: "user", parts: [{ type: "text", text: "Both?" }] },
      { id: "a", role: "assistant", parts: [part("a", { state: "input-available" }), part("b", { state: "output-available", output: "of b" })] },
    ],
  };
  for (const [form, body] of Object.entries(bodies)) {
    test(form, () => {
      const { messages } = convert("ai-sdk", "openai-chat", body).body;
      for (const result of messages.filter(({ role }) => role === "tool")) {
        const tool = messages[1].tool_calls.find(({ id }) => id === result.tool_call_id).function.name;
        assert.ok(result.content.includes(`of ${tool}`) || result.content.includes("interrupted"), JSON.stringify(messages));
        assert.ok(tool === "a" || result.content.includes("of b"), JSON.stringify(messages));
      }
    });
  }
});

describe("a result whose source names no call has an empty id, so that what was written can be read again:", () => {
  const ORPHANS = {
    "openai-chat": [{ role: "user", content: "Go." }, { role: "tool", content: "x" }],
    anthropic: [{ role: "user", content: [{ type: "tool_result", content: "x" }] }],
    bedrock: [{ role: "user", content: [{ toolResult: { content: [{ text: "x" }] } }] }],
    langchain: [{ type: "tool", data: { content: "x" } }],
  };
  const WAYS = {
    "the messages, by `from`": (own) => ConversationManager.from("backscroll", own.messages),
    "the messages, by `fromJSON`": (own) => ConversationManager.fromJSON(own.messages),
    "the snapshot": (own) => ConversationManager.fromJSON(JSON.stringify(own)),
    "the messages after `fit`": (own) => ConversationManager.from("backscroll", fit("backscroll", own.messages, { maxTokens: 1_000 }).messages),
    "a fork": (own) => own.fork(),
  };
  for (const [format, list] of Object.entries(ORPHANS)) {
    for (const [name, way] of Object.entries(WAYS)) {
      test(`${name}, from ${format}`, () => {
        const own = ConversationManager.from(format, list);
        assert.equal(own.messages.at(-1).toolCallId, "");
        assert.deepEqual(way(own).messages, own.messages);
      });
    }

    test(`its conversion, from ${format}`, () => {
      const { body } = convert(format, "backscroll", list);
      assert.deepEqual(ConversationManager.from("backscroll", body).messages.map(({ toolCallId }) => toolCallId).at(-1), "");
    });

    test(`a checkpoint behind it, from ${format}`, async () => {
      const own = ConversationManager.from(format, list);
      own.addMessage("assistant", null, { toolCalls: [{ id: "c1", name: "f", arguments: "{}" }] });
      const checkpoint = Checkpoint.fromJSON(JSON.stringify(own.suspend()));
      const resumed = await resume(checkpoint, { decisions: true, tools: { f: () => "done" }, ledger: new MemoryLedger() });
      assert.equal(resumed.messages.at(-1).content, "done");
    });
  }

  test("a snapshot of before, without the empty id", () => {
    const snapshot = ConversationManager.from("openai-chat", ORPHANS["openai-chat"]).toJSON();
    delete snapshot.messages.at(-1).toolCallId;
    assert.equal(ConversationManager.fromJSON(snapshot).messages.at(-1).toolCallId, "");
  });
});
