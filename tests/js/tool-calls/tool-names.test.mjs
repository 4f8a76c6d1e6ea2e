// Names of tools that a provider does not accept: mapped in declarations, choices and calls alike, and mapped back in answers.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, sanitize, validate } from "backscroll";
import "backscroll/ai-sdk";
import "backscroll/langchain";
import { addStream } from "backscroll/stream";
import { NEEDED } from "../../support/formats/declared-tools.mjs";
import { TARGETS, objection } from "../../support/judges.mjs";
import { byTarget } from "../../support/targets.mjs";


/** A name that no provider accepts, because of its spaces. */
const OWN = "files / read it";
const schema = { type: "object", properties: { path: { type: "string", description: OWN } } };

/** Params with the tool, which the model must call, in the form of each target. */
const DECLARED = (name) => byTarget({
  "openai-chat": { tools: [{ type: "function", function: { name, parameters: schema } }], tool_choice: { type: "function", function: { name } } },
  "openai-responses": { tools: [{ type: "function", name, parameters: schema, strict: false }], tool_choice: { type: "function", name } },
  anthropic: { tools: [{ name, input_schema: schema }], tool_choice: { type: "tool", name } },
  gemini: { tools: [{ functionDeclarations: [{ name, parametersJsonSchema: schema }] }], toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: [name] } } },
  bedrock: { toolConfig: { tools: [{ toolSpec: { name, inputSchema: { json: schema } } }], toolChoice: { tool: { name } } } },
  mistral: { tools: [{ type: "function", function: { name, parameters: schema } }], tool_choice: { type: "function", function: { name } } },
});

/** The name and the id of a call in an answer of each target. */
const ANSWERS = byTarget({
  "openai-chat": (name) => ({ choices: [{ index: 0, finish_reason: "tool_calls", message: { role: "assistant", content: null, tool_calls: [{ id: "call_0001", type: "function", function: { name, arguments: "{}" } }] } }] }),
  "openai-responses": (name) => ({ id: "resp_1", model: "gpt-5", output: [{ type: "function_call", id: "fc_1", call_id: "call_0001", name, arguments: "{}", status: "completed" }] }),
  anthropic: (name) => ({ id: "msg_1", type: "message", role: "assistant", model: "claude-sonnet-4-5", content: [{ type: "tool_use", id: "call_0001", name, input: {} }], stop_reason: "tool_use" }),
  gemini: (name) => ({ candidates: [{ content: { role: "model", parts: [{ functionCall: { name, args: {} } }] }, finishReason: "STOP" }] }),
  bedrock: (name) => ({ output: { message: { role: "assistant", content: [{ toolUse: { toolUseId: "call_0001", name, input: {} } }] } }, stopReason: "tool_use" }),
  mistral: (name) => ({ choices: [{ index: 0, finish_reason: "tool_calls", message: { role: "assistant", content: "", tool_calls: [{ id: "aaaaaaaa1", type: "function", function: { name, arguments: "{}" } }] } }] }),
});

/** Returns the text of all names in a body that are not in its schemas. */
const namesIn = (body) => [...JSON.stringify(body).matchAll(/"(?:name|allowedFunctionNames)":\[?"([^"]*)"/g)].map(([, name]) => name);
/** Returns the fields of a body that declare tools and choose among them. */
const toolsOf = ({ tools, tool_choice, toolConfig }) => Object.fromEntries(Object.entries({ tools, tool_choice, toolConfig }).filter(([, value]) => value !== undefined));

function asked(options) {
  const conversation = new ConversationManager(options);
  conversation.addMessage("user", "Read a.txt.");
  return conversation;
}

for (const target of TARGETS) {
  describe(`for ${target}`, () => {
    const params = { ...NEEDED[target], ...DECLARED(OWN)[target] };

    test("a declaration, the choice, a call and its result have one name, which the provider accepts", () => {
      const conversation = asked();
      conversation.addMessage("assistant", null, { toolCalls: [{ id: "call_0001", name: OWN, arguments: { path: OWN } }] });
      conversation.addMessage("tool", "text", { toolCallId: "call_0001" });
      const { body, repairs } = conversation.toRequest(target, params);
      assert.equal(objection(target, body), null, JSON.stringify(body));
      const names = new Set(namesIn(body));
      assert.equal(names.size, 1, [...names].join());
      const [sent] = names;
      assert.deepEqual(toolsOf(body), toolsOf(DECLARED(sent)[target]));
      const mapped = repairs.filter(({ code }) => code === "tool-name-mapped");
      assert.deepEqual(mapped.map(({ detail }) => detail.includes(OWN) && detail.includes(sent)), [true, true]);
      assert.equal(new Set(mapped.map(({ rule }) => rule)).size, 1);
    });

    test("an answer's call has the host's name, so the host's tool runs", async () => {
      const conversation = asked();
      const { body } = await conversation.prepare(target, params);
      const [sent] = namesIn(body);
      assert.notEqual(sent, OWN);
      const { toolCalls } = conversation.addResponse(target, ANSWERS[target](sent));
      assert.deepEqual(toolCalls.map(({ name }) => name), [OWN]);
      assert.deepEqual(conversation.lastRepairs.filter(({ code }) => code === "tool-name-mapped").map(({ detail }) => detail.includes(sent)), [true]);
      const { messages } = await conversation.runTools({ [OWN]: () => "text" });
      assert.deepEqual(messages.map(({ content, isError }) => [content, isError]), [["text", undefined]]);
      const next = await conversation.prepare(target, params);
      assert.equal(objection(target, next.body), null);
      assert.deepEqual([...new Set(namesIn(next.body))], [sent]);
    });

    test("the report comes with each request, and a name that is accepted is not changed", async () => {
      const conversation = asked();
      const codes = async (given) => (await conversation.prepare(target, given)).repairs.map(({ code }) => code);
      assert.deepEqual(await codes(params), ["tool-name-mapped"]);
      assert.deepEqual(await codes(params), ["tool-name-mapped"]);
      const accepted = { ...NEEDED[target], ...byTarget(DECLARED("read_it"), target) };
      assert.deepEqual(await codes(accepted), []);
    });

    test("its size is not counted below that of the sent name", async () => {
      // An estimator by which both spellings are of about one size.
      const { body, tokens } = await asked({ estimator: "bytes/3" }).prepare(target, params);
      const { tokens: sent } = await asked({ estimator: "bytes/3" }).prepare(target, { ...NEEDED[target], ...DECLARED(namesIn(body)[0])[target] });
      assert.ok(tokens >= sent && tokens <= sent + 30, `${tokens} and ${sent}`);
    });

    test("a body of the caller's is repaired alike", () => {
      const { body } = asked().toRequest(target, NEEDED[target]);
      const given = { ...body, ...DECLARED(OWN)[target] };
      assert.notEqual(objection(target, given), null);
      assert.equal(validate(target, given).length, 1);
      const { body: repaired, repairs } = sanitize(target, given);
      assert.equal(objection(target, repaired), null);
      assert.deepEqual(repairs.map(({ code }) => code), ["tool-name-mapped"]);
      assert.deepEqual(validate(target, repaired), []);
    });

    test("tools in another provider's form are mapped for this one", () => {
      for (const form of TARGETS) {
        const { body } = asked().toRequest(target, { ...NEEDED[target], ...DECLARED(OWN)[form] });
        assert.equal(objection(target, body), null, `${form}: ${JSON.stringify(body)}`);
        assert.ok(!namesIn(body).includes(OWN), form);
      }
    });
  });
}

test("two names that differ in a character that is not accepted stay two", () => {
  const tools = ["a/b", "a.b"].map((name) => ({ type: "function", function: { name } }));
  const { body } = asked().toRequest("openai-chat", { model: "gpt-5", tools });
  const [first, second] = namesIn(body);
  assert.notEqual(first, second);
});

test("a stream's message has the host's name", async () => {
  const conversation = asked();
  const { body } = await conversation.prepare("openai-chat", { model: "gpt-5", ...DECLARED(OWN)["openai-chat"] });
  const [sent] = namesIn(body);
  const call = { index: 0, id: "call_0001", type: "function", function: { name: sent, arguments: "{}" } };
  const source = [{ choices: [{ index: 0, delta: { role: "assistant", tool_calls: [call] } }] }, { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] }];
  const { message } = await addStream(conversation, "openai-chat", source).result();
  assert.deepEqual(message.toolCalls.map(({ name }) => name), [OWN]);
});

const SDK_MESSAGES = {
  "ai-sdk": (toolName) => [
    { role: "assistant", content: [{ type: "tool-call", toolCallId: "c1", toolName, input: {} }] },
    { role: "tool", content: [{ type: "tool-result", toolCallId: "c1", toolName, output: { type: "text", value: "text" } }] },
  ],
  langchain: (name) => [
    { type: "ai", data: { content: "", tool_calls: [{ id: "c1", name, args: {}, type: "tool_call" }] } },
    { type: "tool", data: { content: "text", tool_call_id: "c1", name } },
  ],
};
for (const [format, messages] of Object.entries(SDK_MESSAGES)) {
  test(`the messages of an SDK have the host's name, in calls and results: ${format}`, async () => {
    const conversation = asked();
    const { body } = await conversation.prepare("openai-chat", { model: "gpt-5", ...DECLARED(OWN)["openai-chat"] });
    conversation.addResponse(format, messages(namesIn(body)[0]));
    const [, { toolCalls }, { name = OWN }] = conversation.messages;
    assert.deepEqual([toolCalls[0].name, name], [OWN, OWN]);
    const { body: next } = conversation.toRequest("gemini", DECLARED(OWN).gemini);
    assert.equal(objection("gemini", next), null);
    assert.equal(new Set(namesIn(next)).size, 1);
  });
}

test("an answer to an earlier request still gets its names back", async () => {
  const conversation = asked();
  const { body } = await conversation.prepare("openai-chat", { model: "gpt-5", ...DECLARED(OWN)["openai-chat"] });
  await conversation.prepare("openai-chat", { model: "gpt-5" });
  const { toolCalls } = conversation.addResponse("openai-chat", ANSWERS["openai-chat"](namesIn(body)[0]));
  assert.equal(toolCalls[0].name, OWN);
});

test("an answer that comes after a restart still gets its names back", async () => {
  const conversation = asked();
  const { body } = await conversation.prepare("openai-chat", { model: "gpt-5", ...DECLARED(OWN)["openai-chat"] });
  const restored = ConversationManager.fromJSON(JSON.parse(JSON.stringify(conversation)));
  const { toolCalls } = restored.addResponse("openai-chat", ANSWERS["openai-chat"](namesIn(body)[0]));
  assert.equal(toolCalls[0].name, OWN);
});

test("a vendor's own tool keeps its name", () => {
  const tools = [{ type: "builtin_function", function: { name: "$web_search" } }];
  const { body, repairs } = asked().toRequest("openai-chat", { model: "kimi-k2", tools });
  assert.deepEqual([body.tools, repairs], [tools, []]);
});
