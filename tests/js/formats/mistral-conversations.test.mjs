// Conversations of Mistral's Conversations API.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, convert, fit } from "backscroll";
import "backscroll/mistral-conversations";

const FORMAT = "mistral-conversations";

const text = (words) => ({ type: "text", text: words });
const user = (content, more) => ({ type: "message.input", role: "user", content, ...more });
const model = (content, more) => ({ type: "message.output", content, ...more });
const call = (id, given = '{"city":"Oslo"}', more) => ({ type: "function.call", tool_call_id: id, name: "weather", arguments: given, ...more });
const result = (id, said = "Rain.", more) => ({ type: "function.result", tool_call_id: id, result: said, ...more });
const thinking = (words, more) => ({ type: "thinking", thinking: [text(words)], ...more });
const about = { object: "entry", id: "msg_1", created_at: "2026-11-01T10:00:00Z", completed_at: null };
const maker = { agent_id: null, model: "mistral-medium-latest" };
const [C1, C2, C3] = ["rXo8OuL9G", "abcdefgh1", "abcdefgh2"];

/** Rows: what it is, and the entries. */
const EQUAL = [
  ["words", [user("Hi"), model("Hello"), user("More")]],
  ["words as lists", [user([text("a")]), model([text("b")]), user([text("c"), text("d")]), model([text("e"), text("f")])]],
  ["messages without a type", [{ role: "user", content: "Hi" }, { role: "assistant", content: "Hello" }, { role: "user", content: [text("More")] }]],
  ["calls without a type", [{ role: "user", content: "Hi" }, { tool_call_id: C1, name: "f", arguments: {} }, { tool_call_id: C1, result: "a" }]],
  ["what entries say of themselves", [user("Hi", { ...about, prefix: false }), model("Hello", { ...about, ...maker, role: "assistant" }), call(C1, {}, { ...about, ...maker, confirmation_status: "allowed" }), result(C1, "a", about)]],
  ["words of the assistant as input", [user("Hi"), { type: "message.input", role: "assistant", content: "Hel", prefix: true, id: "a" }, user("b")]],
  ["several entries of words in a row", [user("a"), model("b"), model([text("c"), text("d")]), model("e"), user("f"), user("g")]],
  ["words that are none", [user("a"), model([], { id: "x" }), model(""), user("b")]],
  ["a field that is new", [user("a", { spoken: true }), model("b", { spoken: true }), call(C1, {}, { spoken: true }), result(C1, "a", { spoken: true })]],
  ["calls side by side", [user("Hi"), call(C1), call(C2, { city: "Oslo", days: [1, 2.5] }), result(C1), result(C2, ""), model("Rain")]],
  ["calls in rounds, with words", [user("Hi"), model("I look"), call(C1), result(C1), call(C2), model("and"), result(C2)]],
  ["thinking", [user("Hi"), model([thinking("Hm"), text("Hello")]), model([thinking("Hm", { signature: "s", closed: true })]), user("b")]],
  ["thinking with references", [user("Hi"), model([{ type: "thinking", thinking: [text("a"), { type: "reference", reference_ids: [1, "b"] }, text("c")] }, { type: "thinking", thinking: [] }, text("x")]), user("b")]],
  ["pictures", [user([{ type: "image_url", image_url: "https://a.test/a.png" }, { type: "image_url", image_url: { url: "https://a.test/a.png" } }, { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=", detail: "high" } }, { type: "image_url", image_url: "data:image/x-new;base64,AAAA" }])]],
  ["documents", [user([{ type: "document_url", document_url: "https://a.test/a.pdf", document_name: "a.pdf" }, { type: "document_url", document_url: "data:application/pdf;base64,JVBERg==" }, { type: "document_url", document_url: "data:text/plain;base64,YQ==", document_name: null }])]],
  ["sound and files", [user([{ type: "input_audio", input_audio: "UklGRiQAAABXQVZF" }, { type: "input_audio", input_audio: "https://a.test/a.wav" }, { type: "file", file_id: "f" }])]],
  ["files and references of tools", [user("Hi"), model([text("See"), { type: "tool_reference", tool: "web_search", title: "A", url: "https://a.test" }, { type: "tool_file", tool: "image_generation", file_id: "f", file_name: "a.png" }, { type: "reference", reference_ids: [1] }]), user([{ type: "tool_file", tool: "x", file_id: "f" }])]],
  ["a chunk that is new", [user([{ type: "hologram", data: "x" }]), model([{ type: "hologram", data: "x" }, text("a")])]],
  ["tools that Mistral runs, and other agents", [
    user("Hi"),
    { type: "tool.execution", name: "web_search", arguments: '{"query":"rain"}', ...about },
    { type: "tool.execution", name: "code_interpreter", arguments: "{}", info: { code: "1+1", code_output: "2" } },
    { type: "agent.handoff", previous_agent_id: "a", previous_agent_name: "A", next_agent_id: "b", next_agent_name: "B" },
    { type: "an.entry.of.next.year", more: [1] },
    model("Rain"),
  ]],
];

describe("a request comes back equal", () => {
  for (const [what, inputs] of EQUAL) {
    test(what, () => {
      const given = { instructions: "Be brief.", inputs };
      const { body, losses, repairs } = convert(FORMAT, FORMAT, given);
      assert.deepEqual(body, given);
      assert.deepEqual({ losses, repairs }, { losses: [], repairs: [] });
      const list = convert(FORMAT, FORMAT, inputs, { form: "list" });
      assert.deepEqual([list.body, list.losses, list.repairs], [inputs, [], []]);
      const neutral = convert(FORMAT, "backscroll", given).body;
      assert.deepEqual(convert("backscroll", FORMAT, neutral).body, given, "by way of neutral messages");
      const conversation = ConversationManager.from(FORMAT, given);
      assert.deepEqual(convert("backscroll", FORMAT, conversation.messages).body, given, "by way of a conversation");
    });
  }

  test("the input is a text", () => {
    assert.deepEqual(convert(FORMAT, FORMAT, { inputs: "Hi" }).body, { inputs: "Hi" });
    assert.deepEqual(ConversationManager.from(FORMAT, { inputs: "Hi" }).messages.map(({ content }) => content), ["Hi"]);
  });
});

describe("in the names of the client", () => {
  const entries = [
    { type: "message.input", role: "user", content: [{ type: "image_url", imageUrl: "https://a.test/a.png" }, { type: "document_url", documentUrl: "https://a.test/a.pdf", documentName: "a" }] },
    { type: "message.output", content: [{ type: "thinking", thinking: [{ type: "text", text: "Hm" }, { type: "reference", referenceIds: [1] }] }, { type: "tool_file", tool: "t", fileId: "f", fileName: "n" }], agentId: "a", createdAt: new Date(0) },
    { type: "function.call", toolCallId: C1, name: "f", arguments: { fileId: 1 }, confirmationStatus: "allowed" },
    { type: "function.result", toolCallId: C1, result: "a" },
    { type: "agent.handoff", previousAgentId: "a", previousAgentName: "A", nextAgentId: "b", nextAgentName: "B" },
  ];

  test("bodies are read, and written in these names", () => {
    const api = convert(FORMAT, FORMAT, { inputs: entries }).body;
    assert.deepEqual(api.inputs[0].content, [{ type: "image_url", image_url: "https://a.test/a.png" }, { type: "document_url", document_url: "https://a.test/a.pdf", document_name: "a" }]);
    assert.deepEqual([api.inputs[1].created_at, api.inputs[2]], ["1970-01-01T00:00:00.000Z", { type: "function.call", tool_call_id: C1, name: "f", arguments: { fileId: 1 }, confirmation_status: "allowed" }]);
    const { createdAt: _, ...output } = entries[1];
    const written = [entries[0], output, ...entries.slice(2)];
    assert.deepEqual(convert(FORMAT, FORMAT, api, { form: "client" }).body, { inputs: written });
    assert.deepEqual(convert(FORMAT, FORMAT, entries, { form: "client-list" }).body, written);
  });

  test("an answer of the client", () => {
    const conversation = ConversationManager.from(FORMAT, { inputs: "Hi" });
    const { tokens, response, toolCalls } = conversation.addResponse(FORMAT, {
      object: "conversation.response",
      conversationId: "conv_1",
      outputs: [{ type: "function.call", toolCallId: C1, name: "f", arguments: "{}", createdAt: new Date(0), model: "m" }],
      usage: { promptTokens: 5, completionTokens: 2, totalTokens: 10, connectorTokens: 3 },
    });
    assert.deepEqual([tokens, response.id, toolCalls[0].id], [{ input: 8, output: 2, toolInput: 3 }, "conv_1", C1]);
  });
});

describe("other bodies are read", () => {
  test("an answer, with its model, its conversation and its usage", () => {
    const conversation = ConversationManager.from(FORMAT, { instructions: "Be brief.", inputs: "Weather?" });
    const outputs = [
      { type: "tool.execution", name: "web_search", arguments: "{}", ...about },
      model([thinking("Hm"), text("I look")], { ...about, ...maker, role: "assistant" }),
      call(C1, '{"city":"Oslo"}', { ...about, ...maker }),
    ];
    const { content, tokens, response, model: name, toolCalls } = conversation.addResponse(FORMAT, {
      object: "conversation.response",
      conversation_id: "conv_1",
      outputs,
      usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7, connector_tokens: null },
    });
    assert.deepEqual([tokens, response, name, toolCalls.length, content.length], [{ input: 5, output: 2 }, { id: "conv_1", format: FORMAT }, maker.model, 1, 3]);
    conversation.addMessage("tool", "Rain.", { toolCallId: C1 });
    const { body, losses } = convert("backscroll", FORMAT, conversation.messages);
    assert.deepEqual([body, losses], [{ instructions: "Be brief.", inputs: [user("Weather?"), ...outputs, result(C1)] }, []]);
  });

  test("a history", () => {
    const { body, losses } = convert({ object: "conversation.history", conversation_id: "c", entries: [user("Hi", about), model("Hello", about)] }, FORMAT, "openai-chat");
    assert.deepEqual(body.messages.map(({ role }) => role), ["user", "assistant"]);
    assert.deepEqual(losses, []);
  });

  test("the fields beside the conversation are named", () => {
    const { losses } = convert(FORMAT, "backscroll", { model: "m", store: false, tools: [], inputs: "Hi" });
    assert.deepEqual(losses.map(({ detail }) => /`(\w+)`/.exec(detail)[1]), ["model", "store", "tools"]);
  });
});

describe("a body that is wrong is refused, with its place", () => {
  const cases = [
    [{ model: "m" }, "invalid-message", /expected a list of entries/],
    [{ inputs: 7 }, "invalid-message", /^inputs: expected a text or a list, found a number/],
    [{ inputs: [7] }, "invalid-message", /^inputs\[0\]: expected an object/],
    [{ inputs: [{}] }, "invalid-message", /^inputs\[0\]: an entry needs a `type`/],
    [{ inputs: [{ role: "system", content: "a" }] }, "invalid-role", /^inputs\[0\]\.role: Invalid role: system/],
    [{ inputs: [{ type: "message.input", role: "user" }] }, "invalid-message", /^inputs\[0\]\.content: expected a list, found nothing/],
    [{ inputs: [{ type: "message.input", role: "user", content: [7] }] }, "invalid-message", /^inputs\[0\]\.content\[0\]: expected an object/],
    [[{ type: "function.result", tool_call_id: "c" }], "invalid-message", /^\[0\]: expected a string|^\[0\]\.result: expected a string/],
    [{ instructions: {}, inputs: "a" }, "invalid-message", /^instructions: expected a string/],
    [{ outputs: {} }, "invalid-message", /^outputs: expected a list/],
    [{ messages: [{ role: "user", content: "a" }] }, "wrong-format", /openai-chat/],
    [{ input: "Hi" }, "wrong-format", /openai-responses/],
  ];
  for (const [body, code, message] of cases) {
    test(JSON.stringify(body), () => {
      assert.throws(() => convert(FORMAT, "backscroll", body), (error) => error.code === code && message.test(error.message) || assert.fail(error));
    });
  }

  test("entries that are given as another format are known", () => {
    for (const [given, body] of [["mistral", { inputs: "Hi" }], ["openai-chat", [result(C1)]], ["anthropic", { inputs: [] }]]) {
      assert.throws(() => convert(given, "backscroll", body), (error) => error.code === "wrong-format" && error.details.looksLike === FORMAT);
    }
  });
});

/** Converts messages of Chat Completions, and returns the inputs with the codes of the reports. */
function fromChat(...messages) {
  const { body, losses, repairs } = convert("openai-chat", FORMAT, { messages });
  return { ...body, codes: [...repairs, ...losses].map(({ code }) => code).sort() };
}
const chatCall = (id, given = '{"city":"Oslo"}') => ({ id, type: "function", function: { name: "weather", arguments: given } });

describe("conversations of other providers", () => {
  test("ids of calls are nine letters or digits, in calls and results", () => {
    const { inputs, codes } = fromChat(
      { role: "user", content: "Hi" },
      { role: "assistant", content: "I look", tool_calls: [chatCall("call_1"), chatCall(C1, "")] },
      { role: "tool", tool_call_id: "call_1", content: "a" },
      { role: "tool", tool_call_id: C1, content: "b" },
    );
    const id = inputs[2].tool_call_id;
    assert.match(id, /^[a-zA-Z0-9]{9}$/);
    assert.deepEqual(inputs, [user("Hi"), model("I look"), call(id), call(C1, {}), result(id, "a"), result(C1, "b")]);
    assert.deepEqual(codes, ["arguments-filled", "call-id-mapped"]);
  });

  test("instructions are one text, and later ones are the user's", () => {
    const said = fromChat({ role: "system", content: "A" }, { role: "developer", content: [text("B"), text("C")] }, { role: "user", content: "Hi" }, { role: "system", content: "D" });
    assert.deepEqual(said, { instructions: "A\n\nB\nC", inputs: [user("Hi"), user("D")], codes: ["system-moved", "system-moved"] });
  });

  test("in a list, instructions have no place", () => {
    const { body, losses } = convert({ messages: [{ role: "system", content: "A" }, { role: "user", content: "Hi" }] }, "openai-chat", FORMAT, { form: "list" });
    assert.deepEqual([body, losses.map(({ code }) => code)], [[user("Hi")], ["field-dropped"]]);
  });

  test("free text as arguments stands inside an object", () => {
    const messages = [{ role: "user", content: "Hi" }, { role: "assistant", content: null, toolCalls: [{ id: C1, name: "f", kind: "custom", arguments: "ls" }] }, { role: "tool", toolCallId: C1, content: "a" }];
    const { body, repairs } = convert("backscroll", FORMAT, messages);
    assert.deepEqual([body.inputs[1].arguments, repairs.map(({ code }) => code)], [{ input: "ls" }, ["arguments-wrapped"]]);
  });

  test("reasoning of others, refusals, names and empty messages", () => {
    const { inputs, codes } = fromChat(
      { role: "user", content: "Hi" },
      { role: "assistant", content: "Yes", reasoning_content: "Hm" },
      { role: "user", content: "" },
      { role: "assistant", refusal: "No." },
      { role: "user", name: "ann", content: "Why?" },
    );
    assert.deepEqual(inputs, [user("Hi"), model("Yes"), model("No."), user("Why?")]);
    assert.deepEqual(codes, ["empty-message-dropped", "field-dropped", "reasoning-dropped", "written-as-text"]);
  });

  test("media, and results with pictures and failures", () => {
    const picture = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } };
    const messages = [
      { role: "user", content: [picture, { type: "image", source: { type: "file", file_id: "f" } }, { type: "document", title: "T", source: { type: "base64", media_type: "application/pdf", data: "JVBERg==" } }] },
      { role: "assistant", content: [{ type: "tool_use", id: C1, name: "weather", input: { city: "Oslo" } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: C1, is_error: true, content: [text("a"), text("b"), picture] }] },
    ];
    const { body, losses } = convert("anthropic", FORMAT, { messages });
    assert.deepEqual(body.inputs, [
      user([{ type: "image_url", image_url: "data:image/png;base64,iVBORw0KGgo=" }, text("[image]"), { type: "document_url", document_url: "data:application/pdf;base64,JVBERg==", document_name: "T" }]),
      call(C1, { city: "Oslo" }),
      result(C1, "[error] a\nb\n[image: image/png]"),
    ]);
    assert.deepEqual(losses.map(({ code }) => code).sort(), ["media-replaced", "media-replaced", "written-as-text"]);
  });

  test("an open call is closed, an orphan is left out, a result goes to its call", () => {
    const { body, repairs } = convert([user("Hi"), call(C1), call(C2), user("Well?"), result(C1), result(C3)], FORMAT, FORMAT, { form: "list" });
    assert.deepEqual(body.map(({ type, tool_call_id: id }) => `${type} ${id}`), [
      "message.input undefined", `function.call ${C1}`, `function.call ${C2}`, `function.result ${C1}`, `function.result ${C2}`, "message.input undefined",
    ]);
    assert.deepEqual(repairs.map(({ code }) => code).sort(), ["missing-result-added", "orphan-result-dropped", "result-moved"]);
  });

  test("what other formats do not know arrives as words, or is reported", () => {
    const [, inputs] = EQUAL.find(([what]) => what.startsWith("tools that Mistral runs"));
    const { body, losses } = convert(FORMAT, "openai-chat", { inputs });
    assert.deepEqual(body.messages[1].content.map((part) => part.text), [
      '[called web_search with {"query":"rain"}]', '[called code_interpreter with {}]\n[code_interpreter returned]\n{"code":"1+1","code_output":"2"}', "Rain",
    ]);
    assert.equal(losses.filter(({ code }) => code === "part-dropped").length, 2, JSON.stringify(losses));
  });

  test("thinking is this API's own", () => {
    const inputs = [user("Hi"), model([thinking("Hm"), text("Yes")]), user("b")];
    const { body, losses } = convert(FORMAT, "mistral", inputs);
    assert.ok(!JSON.stringify(body).includes("Hm"));
    assert.deepEqual(losses.map(({ code }) => code), ["reasoning-dropped"]);
  });
});

describe("fit", () => {
  const long = "word ".repeat(400);
  const turn = (at) => [user(`Question ${at}`), model([thinking(`Hm ${at}`)]), call(`c${at}`), call(`d${at}`), result(`c${at}`, long), result(`d${at}`, "Sun"), model(`Answer ${at}`)];
  const entries = Array.from({ length: 6 }, (_, at) => turn(at)).flat();

  test("keeps the caller's own entries, and the ids of calls", () => {
    const made = fit(FORMAT, { model: "m", inputs: entries }, { maxTokens: 500 });
    const { inputs } = made.body;
    assert.ok(inputs.length < entries.length && made.reduction !== null, `${inputs.length}`);
    const calls = inputs.flatMap(({ type, tool_call_id: id }) => (type === "function.call" ? [id] : []));
    assert.deepEqual(inputs.flatMap(({ type, tool_call_id: id }) => (type === "function.result" ? [id] : [])), calls);
    assert.ok(inputs.every((entry) => entries.includes(entry) || ["function.result", "message.input"].includes(entry.type)));
    assert.equal(new Set(inputs).size, inputs.length);
    const again = fit(FORMAT, { model: "m", inputs: [...entries, ...turn(6)] }, { maxTokens: 500, memory: made.memory });
    assert.equal(again.memoryNote, null);
  });

  test("writes results anew in the names of the list", () => {
    const client = convert(FORMAT, FORMAT, entries, { form: "client-list" }).body;
    const { messages } = fit(FORMAT, client, { maxTokens: 1_400 });
    assert.ok(messages.some((entry) => entry.type === "function.result" && !client.includes(entry)));
    assert.ok(messages.every((entry) => entry.tool_call_id === undefined));
  });
});
