// OpenAI Responses through the provider's own client, against the strict provider, which checks reasoning and the items bound to it. Also
// items in other formats.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import OpenAI from "openai";
import { ConversationManager, sanitize, trim } from "backscroll";
import { TARGETS, objection } from "../../support/judges.mjs";
import { paramsFor } from "../../support/request-params.mjs";
import { startStrictProvider } from "../../support/strict/index.mjs";

const target = "openai-responses";
const PARAMS = { model: "gpt-5", store: false, include: ["reasoning.encrypted_content"] };

async function start(t, script) {
  const provider = await startStrictProvider({ script, "openai-responses": { encrypted: "own" } });
  t.after(() => provider.close());
  const client = new OpenAI({ apiKey: "any", baseURL: `${provider.url}/v1` });
  return { ...provider, ask: (body) => client.responses.create(body) };
}

const clock = { name: "clock", arguments: { zone: "UTC" } };
const THOUGHTFUL = [{ thinking: "The clock will know.", text: "Let me look.", toolCalls: [clock, clock] }, { thinking: "Noon.", text: "It is noon." }, { text: "You are welcome." }];

/** Asks two questions; the first needs a tool. */
async function talked(t, script = THOUGHTFUL) {
  const { ask, log } = await start(t, script);
  const conversation = new ConversationManager({ systemPrompt: "Be brief." });
  conversation.addMessage("user", "What time is it?");
  const said = conversation.addResponse(target, await ask(conversation.toRequest(target, PARAMS).body));
  for (const { id } of said.toolCalls) conversation.addMessage("tool", "12:00", { toolCallId: id });
  conversation.addResponse(target, await ask(conversation.toRequest(target, PARAMS).body));
  conversation.addMessage("user", "Thanks.");
  return { ask, log, conversation, said };
}

const types = ({ input }) => input.map(({ type, role }) => type ?? role);

describe("with OpenAI's client", () => {
  test("an answer is one message with text, calls, reasoning and usage", async (t) => {
    const { said, log } = await talked(t);
    assert.equal(said.role, "assistant");
    assert.deepEqual(said.content.map(({ type, text }) => [type, text]), [["reasoning", "The clock will know."], ["text", "Let me look."]]);
    assert.deepEqual(said.content[0].origin, { format: target, model: "gpt-5" });
    assert.deepEqual(said.toolCalls.map(({ name, arguments: given }) => [name, given]), [["clock", '{"zone":"UTC"}'], ["clock", '{"zone":"UTC"}']]);
    assert.equal(said.model, "gpt-5");
    assert.equal(said.tokens.input, log[0].tokens);
    assert.ok(said.tokens.reasoning > 0 && said.tokens.output > said.tokens.reasoning);
  });

  test("an answer is accepted back unchanged, reasoning before the items that it led to", async (t) => {
    const { ask, conversation, log } = await talked(t);
    const { body, repairs } = conversation.toRequest(target, PARAMS);
    assert.equal(body.instructions, "Be brief.");
    assert.deepEqual(repairs, []);
    const [first, second] = [["reasoning", "message", "function_call", "function_call"], ["reasoning", "message"]];
    assert.deepEqual(types(body), ["user", ...first, "function_call_output", "function_call_output", ...second, "user"]);
    assert.equal((await ask(body)).output_text, "You are welcome.");
    assert.deepEqual(log.map(({ status }) => status), [200, 200, 200]);
  });

  test("OR4, OR12: for another model, reasoning is dropped with the ids of linked items", async (t) => {
    const { ask, conversation } = await talked(t);
    const { body, repairs } = conversation.toRequest(target, { ...PARAMS, model: "gpt-5-mini" });
    assert.deepEqual([...new Set(repairs.map(({ code, rule }) => `${code} ${rule}`))], ["reasoning-dropped OR12", "field-dropped OR4"]);
    assert.deepEqual(types(body), ["user", "assistant", "function_call", "function_call", "function_call_output", "function_call_output", "assistant", "user"]);
    assert.ok(body.input.every(({ id }) => id === undefined));
    assert.ok(await ask(body));
  });

  test("a model with a dated name in its answer is the same model", async (t) => {
    const { conversation } = await talked(t);
    const { repairs } = conversation.toRequest(target, { ...PARAMS, model: "gpt-5-2025-08-07" });
    assert.deepEqual(repairs, []);
  });

  test("OR3, OR4: a dropped call is dropped with its reasoning", async (t) => {
    const { ask, conversation } = await talked(t, [{ thinking: "Hm.", toolCalls: [clock] }, { text: "Never mind." }, { text: "Fine." }]);
    conversation.truncate();
    conversation.addMessage("user", "And now?");
    const { ask: again, conversation: other } = await talked(t, [{ thinking: "Hm.", toolCalls: [clock] }, { text: "So." }, { text: "Fine." }]);
    assert.ok(await ask(conversation.toRequest(target, PARAMS).body));
    assert.ok(await again(other.toRequest(target, PARAMS, { capabilities: { toolsDeclared: false } }).body));
  });

  test("a reduced history keeps its reasoning, which does not depend on earlier messages", async (t) => {
    const { ask, conversation } = await talked(t, [...THOUGHTFUL.slice(0, 2), { thinking: "Polite.", text: "You are welcome." }, { text: "Bye." }]);
    conversation.addResponse(target, await ask(conversation.toRequest(target, PARAMS).body));
    conversation.addMessage("user", "Bye.");
    conversation.truncate({ keepRecent: 2 });
    const { body } = conversation.toRequest(target, PARAMS);
    assert.deepEqual(types(body).filter((type) => type === "reasoning"), ["reasoning"]);
    assert.ok(await ask(body));
  });

  test("a refusal of the provider is the client's error", async (t) => {
    const { ask, log } = await start(t, []);
    const input = [{ type: "function_call_output", call_id: "a", output: "noon" }];
    await assert.rejects(ask({ model: "gpt-5", input }), (error) => {
      assert.ok(error instanceof OpenAI.BadRequestError);
      assert.equal(error.headers.get("x-rule"), "OR2");
      assert.match(error.message, /No tool call found for function call output with call_id a\./);
      return true;
    });
    assert.deepEqual(log.map(({ path, status }) => [path, status]), [["/v1/responses", 400]]);
  });
});

describe("elsewhere", () => {
  test("items lose the fields that only their provider knows, which is reported", async (t) => {
    const { conversation } = await talked(t);
    for (const to of TARGETS.filter((other) => other !== target)) {
      const { body, repairs } = conversation.toRequest(to, paramsFor(to, conversation.toOpenAIMessages()));
      assert.equal(objection(to, body), null);
      assert.ok(repairs.some(({ code }) => code === "reasoning-dropped"));
      assert.ok(repairs.some(({ detail }) => detail.includes("`itemId`")));
      assert.doesNotMatch(JSON.stringify(body), /rs_|msg_0|fc_0|encrypted/);
    }
  });

  test("custom calls of Chat Completions get outputs of their type", () => {
    const messages = [
      { role: "user", content: "Date?" },
      { role: "assistant", content: null, tool_calls: [{ id: "c1", type: "custom", custom: { name: "shell", input: "date" } }] },
      { role: "tool", tool_call_id: "c1", content: "Monday" },
    ];
    const { input } = ConversationManager.from("openai-chat", { messages }).toRequest(target, { model: "gpt-5" }).body;
    assert.deepEqual(input.slice(1).map(({ type }) => type), ["custom_tool_call", "custom_tool_call_output"]);
  });

  test("text comes first, then calls, then their outputs", () => {
    const content = [{ type: "tool_use", id: "a", name: "f", input: {} }, { type: "text", text: "and" }, { type: "tool_use", id: "b", name: "f", input: {} }];
    const result = (id) => ({ type: "tool_result", tool_use_id: id, content: "x" });
    const messages = [{ role: "user", content: "Go." }, { role: "assistant", content }, { role: "user", content: [result("b"), result("a")] }];
    const { body } = ConversationManager.from("anthropic", { messages }).toRequest(target, { model: "gpt-5" });
    assert.deepEqual(types(body), ["user", "assistant", "function_call", "function_call", "function_call_output", "function_call_output"]);
  });

  test("params may not hold items, nor a second system prompt", () => {
    const conversation = new ConversationManager({ systemPrompt: "Be brief." });
    conversation.addMessage("user", "Hi.");
    assert.throws(() => conversation.toRequest(target, { model: "m", input: [] }), /`input`/);
    assert.throws(() => conversation.toRequest(target, { model: "m", instructions: "two" }), /`instructions`/);
  });

  test("a body can be made to fit, calls and outputs together", () => {
    const turn = (n) => [
      { role: "user", content: `Look at log ${n}.` },
      { type: "reasoning", id: `rs_${n}`, summary: [], encrypted_content: "b3Bh" },
      { type: "function_call", id: `fc_${n}`, call_id: `c${n}`, name: "read", arguments: "{}" },
      { type: "function_call_output", call_id: `c${n}`, output: `line of log ${n}\n`.repeat(60) },
      { role: "assistant", content: `Log ${n} is fine.` },
    ];
    const body = { model: "gpt-5", instructions: "Find faults.", input: [1, 2, 3, 4, 5, 6].flatMap(turn) };
    const { body: fitted, reduction } = trim(target, body, { maxTokens: 900 });
    assert.ok(reduction.tokensAfter <= 900);
    assert.equal(objection(target, fitted), null);
    assert.deepEqual(sanitize(target, fitted).repairs, []);
    assert.equal(fitted.input.at(-1).content, "Log 6 is fine.");
  });
});
