// Conversations of Google's Interactions API.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, convert, fit } from "backscroll";
import "backscroll/gemini-interactions";

const FORMAT = "gemini-interactions";
const SKIP = "skip_thought_signature_validator";

const text = (words, more) => ({ type: "text", text: words, ...more });
const user = (...content) => ({ type: "user_input", content });
const model = (...content) => ({ type: "model_output", content });
const thought = (signature, summary) => ({ type: "thought", signature, ...(summary && { summary }) });
const call = (id, given = { city: "Oslo" }) => ({ type: "function_call", id, name: "weather", arguments: given });
const result = (id, value = "Rain.", more) => ({ type: "function_result", call_id: id, result: value, ...more });
const hi = user(text("Hi"));

/** Rows: what it is, and the steps of the request. */
const EQUAL = [
  ["words", [hi, model(text("Hello")), user(text("More"))]],
  ["several contents in a step", [user(text("a"), text("b")), model(text("c"), text("d"))]],
  ["several steps of words in a row", [hi, model(text("a")), model(text("b"), text("c")), model(text("d")), user(text("e")), user(text("f"))]],
  ["citations", [hi, model(text("Rain", { annotations: [{ type: "url_citation", url: "https://a.test", title: "A", start_index: 0, end_index: 4 }] }))]],
  ["an error of the model's words", [hi, { ...model(text("Rai")), error: { code: 8, message: "quota" } }, model(text("n"))]],
  ["words that are none", [hi, { type: "model_output" }, { type: "model_output", error: { code: 8 } }, model(text("n"))]],
  ["a field of a step that is new", [{ ...hi, spoken: true }, { ...model(text("a")), spoken: true }]],
  ["signed thoughts", [hi, thought("c2ln"), model(text("Hello"))]],
  ["thoughts with a summary", [hi, thought("c2ln", [text("Hm")]), thought("c2ln", []), thought("c2ln", [text("a"), text("b")]), model(text("Hello"))]],
  ["a thought with a picture", [hi, thought("c2ln", [text("a"), { type: "image", data: "iVBORw0KGgo=", mime_type: "image/png" }])]],
  ["a field of a thought that is new", [hi, { ...thought("c2ln"), depth: 1 }, model(text("Hello"))]],
  ["a call and its result", [hi, thought("c2ln"), call("c1"), result("c1"), model(text("Rain"))]],
  ["calls side by side", [hi, thought("c2ln"), call("c1"), call("c2", {}), result("c1"), result("c2"), thought("c2ln"), model(text("Rain"))]],
  ["calls in rounds", [hi, thought("a"), call("c1"), result("c1"), thought("b"), call("c2"), result("c2")]],
  ["words before a call", [hi, thought("c2ln"), model(text("I look")), call("c1"), result("c1")]],
  ["words behind a call", [hi, thought("c2ln"), call("c1"), model(text("I look")), result("c1")]],
  ["a call without a thought", [hi, call("c1"), call("c2"), result("c1"), result("c2")]],
  ["a call with the thought that stands for none", [hi, thought(SKIP), call("c1"), call("c2"), result("c1"), result("c2")]],
  ["a thought that stands for none, before words", [hi, thought(SKIP), model(text("a"))]],
  ["a field of a call and of a result that is new", [hi, thought("c2ln"), { ...call("c1"), signature: "x" }, { ...result("c1"), signature: "y" }]],
  ["the name and the failure of a result", [hi, thought("s"), call("c1"), result("c1", "No.", { name: "weather", is_error: true })]],
  ["a result that did not fail", [hi, thought("s"), call("c1"), result("c1", "", { is_error: false })]],
  ["a result that is an object", [hi, thought("s"), call("c1"), result("c1", { rain: [1, { mm: 2.5 }] })]],
  ["a result of contents", [hi, thought("s"), call("c1"), result("c1", [text("Look"), { type: "image", uri: "https://a.test/a.png" }])]],
  ["a result without contents", [hi, thought("s"), call("c1"), result("c1", [])]],
  ["pictures", [user({ type: "image", data: "iVBORw0KGgo=", mime_type: "image/png", resolution: "high" }, { type: "image", uri: "https://a.test/a.webp", mime_type: "image/webp" })]],
  ["files that Google keeps", [user({ type: "image", uri: "files/abc", mime_type: "image/png" }, { type: "document", uri: "gs://bucket/a.pdf", mime_type: "application/pdf" })]],
  ["sound", [user({ type: "audio", data: "UklGRg==", mime_type: "audio/wav", channels: 1, sample_rate: 8000 }), model({ type: "audio", uri: "https://a.test/a", mime_type: "audio/l16" })]],
  ["documents", [user({ type: "document", data: "JVBERg==", mime_type: "application/pdf" }, { type: "document", data: "YQ==", mime_type: "text/markdown" }, { type: "document", uri: "https://a.test/a" })]],
  ["films", [user({ type: "video", uri: "https://a.test/v", mime_type: "video/mp4", name: "v", resolution: "low", processing: { type: "static", fps: 1 } }, { type: "video", uri: "https://a.test/w" })]],
  ["media of types and sources that are new", [user({ type: "image", data: "AAAA", mime_type: "image/jxl" }, { type: "audio", data: "AAAA" }, { type: "image", mime_type: "image/png" }, { type: "image", data: "AAAA", uri: "https://a.test/a", mime_type: "image/png" })]],
  ["a content that is new", [user({ type: "hologram", data: "x" }), model({ type: "hologram", data: "x" }, text("a"), { type: "hologram", data: "y" })]],
  ["tools that Google runs", [
    hi,
    thought("a"),
    { type: "google_search_call", id: "s", arguments: { queries: ["rain"] }, search_type: "web_search", signature: "q" },
    { type: "google_search_result", call_id: "s", result: [{ search_suggestions: "<b>" }], signature: "r" },
    { type: "code_execution_call", id: "x", arguments: { language: "python", code: "1+1" } },
    { type: "code_execution_result", call_id: "x", result: "2" },
    { type: "url_context_call", id: "u", arguments: { urls: ["https://a.test"] } },
    { type: "url_context_result", call_id: "u", result: [{ url: "https://a.test", status: "success" }] },
    { type: "mcp_server_tool_call", id: "m", name: "f", server_name: "s", arguments: {} },
    { type: "mcp_server_tool_result", call_id: "m", result: [text("Rain")] },
    { type: "processing_call", id: "p" },
    { type: "processing_result", call_id: "p" },
    { type: "a_step_of_next_year", more: [1] },
    model(text("Rain")),
  ]],
  ["a tool of Google's between calls", [hi, thought("a"), call("c1"), { type: "processing_call", id: "p" }, call("c2"), result("c1"), result("c2")]],
];

describe("a request comes back equal", () => {
  for (const [what, input] of EQUAL) {
    test(what, () => {
      const given = { system_instruction: "Be brief.", input };
      const { body, losses, repairs } = convert(FORMAT, FORMAT, given);
      assert.deepEqual(body, given);
      assert.deepEqual({ losses, repairs }, { losses: [], repairs: [] });
      const list = convert(FORMAT, FORMAT, input, { form: "list" });
      assert.deepEqual([list.body, list.losses, list.repairs], [input, [], []]);
      const neutral = convert(FORMAT, "backscroll", given).body;
      assert.deepEqual(convert("backscroll", FORMAT, neutral).body, given, "by way of neutral messages");
      const conversation = ConversationManager.from(FORMAT, given);
      assert.deepEqual(convert("backscroll", FORMAT, conversation.messages).body, given, "by way of a conversation");
    });
  }

  const INPUTS = [
    ["a text", "Hi"],
    ["a content", text("Hi")],
    ["a picture", { type: "image", uri: "https://a.test/a.png" }],
    ["a list of contents", [text("Hi"), { type: "image", data: "iVBORw0KGgo=", mime_type: "image/png" }]],
  ];
  for (const [what, input] of INPUTS) {
    test(`the input is ${what}`, () => {
      const { body, losses, repairs } = convert(FORMAT, FORMAT, { input });
      assert.deepEqual([body, losses, repairs], [{ input }, [], []]);
      assert.equal(ConversationManager.from(FORMAT, { input }).messages.length, 1);
    });
  }

  test("contents beside steps become a step", () => {
    const { body } = convert({ input: [text("a"), text("b"), model(text("c")), text("d")] }, FORMAT, FORMAT);
    assert.deepEqual(body, { input: [user(text("a"), text("b")), model(text("c")), user(text("d"))] });
  });
});

describe("other bodies are read", () => {
  test("turns and outputs of the first version", () => {
    const input = [
      { role: "user", content: "Hi" },
      { role: "model", content: [{ type: "thought", signature: "s" }, text("I look"), call("c1")] },
      { role: "user", content: [result("c1"), text("And"), text("now?")] },
    ];
    const steps = [hi, thought("s"), model(text("I look")), call("c1"), result("c1"), user(text("And"), text("now?"))];
    assert.deepEqual(convert(FORMAT, FORMAT, { input }).body, { input: steps });
    const outputs = [{ type: "thought", signature: "s" }, text("Hel"), text("lo")];
    assert.deepEqual(convert(FORMAT, FORMAT, { outputs }).body, { input: [thought("s"), model(text("Hel"), text("lo"))] });
  });

  test("an answer, with its model, its id and its usage", () => {
    const conversation = ConversationManager.from(FORMAT, { system_instruction: "Be brief.", input: "Weather?" });
    const usage = { total_tokens: 197, total_input_tokens: 8, total_output_tokens: 12, total_thought_tokens: 170, total_tool_use_tokens: 7, total_cached_tokens: 3 };
    const interaction = { id: "v1_a", object: "interaction", status: "requires_action", model: "gemini-3.5-flash", usage, steps: [thought("s"), call("c1"), call("c2")] };
    const message = conversation.addResponse(FORMAT, interaction);
    const { model: maker, tokens, response, toolCalls, content } = message;
    assert.deepEqual({ maker, tokens, response }, {
      maker: "gemini-3.5-flash",
      tokens: { input: 15, output: 182, cachedInput: 3, reasoning: 170, toolInput: 7 },
      response: { id: "v1_a", format: FORMAT },
    });
    assert.deepEqual(toolCalls.map(({ id }) => id), ["c1", "c2"]);
    assert.deepEqual(content, [{ type: "reasoning", signature: "s", origin: { format: FORMAT, model: "gemini-3.5-flash" } }]);
    conversation.addMessage("tool", "Rain.", { toolCallId: "c1" });
    conversation.addMessage("tool", "Sun.", { toolCallId: "c2" });
    const { body, losses } = convert("backscroll", FORMAT, conversation.messages);
    assert.deepEqual(body.input, [user(text("Weather?")), thought("s"), call("c1"), call("c2"), result("c1"), result("c2", "Sun.")]);
    assert.deepEqual([body.system_instruction, losses], ["Be brief.", []]);
  });

  test("the fields beside the conversation are named", () => {
    const { losses } = convert(FORMAT, "backscroll", { model: "gemini-3.5-flash", store: false, tools: [], input: "Hi" });
    assert.deepEqual(losses.map(({ code }) => code), ["field-dropped", "field-dropped", "field-dropped"]);
    assert.deepEqual(losses.map(({ detail }) => /`(\w+)`/.exec(detail)[1]), ["model", "store", "tools"]);
  });
});

describe("a body that is wrong is refused, with its place", () => {
  const cases = [
    [{ model: "m" }, "invalid-message", /expected a list of steps/],
    [{ input: 7 }, "invalid-message", /^input: expected a text, a content or a list, found a number/],
    [{ input: [7] }, "invalid-message", /^input\[0\]: expected an object/],
    [{ input: [{}] }, "invalid-message", /^input\[0\]: a step needs a `type`/],
    [{ input: [{ type: "user_input", content: [{ text: "a" }] }] }, "invalid-message", /^input\[0\]\.content\[0\]\.type: expected a string/],
    [{ input: [{ type: "model_output", content: [{ type: "text" }] }] }, "invalid-message", /^input\[0\]\.content\[0\]\.text: expected a string/],
    [{ input: [{ type: "thought", signature: 7 }] }, "invalid-message", /^input\[0\]\.signature: expected a string/],
    [[{ type: "function_result", call_id: "c", result: "", is_error: "no" }], "invalid-message", /^\[0\]\.is_error/],
    [{ steps: {} }, "invalid-message", /^steps: expected a list/],
    [{ input: [{ role: "assistant", content: "a" }] }, "invalid-role", /^input\[0\]\.role: Invalid role/],
    [{ system_instruction: {}, input: "a" }, "invalid-message", /^system_instruction: expected a string/],
    [{ messages: [{ role: "user", content: "a" }] }, "wrong-format", /openai-chat/],
    [{ contents: [{ role: "user", parts: [{ text: "a" }] }] }, "wrong-format", /gemini/],
    [{ input: [{ type: "function_call_output", call_id: "c", output: "" }] }, "wrong-format", /openai-responses/],
  ];
  for (const [body, code, message] of cases) {
    test(JSON.stringify(body), () => {
      assert.throws(() => convert(FORMAT, "backscroll", body), (error) => error.code === code && message.test(error.message) || assert.fail(error));
    });
  }

  test("the error of the provider is no answer", () => {
    const error = { code: "invalid_request", message: "Request contains an invalid argument." };
    assert.throws(() => new ConversationManager().addResponse(FORMAT, { error }), /Request contains an invalid argument/);
  });

  test("steps that are given as another format are known", () => {
    for (const to of ["openai-responses", "openai-chat"]) {
      assert.throws(() => convert([hi, result("c1")], to, "backscroll"), (error) => error.code === "wrong-format" && error.details.looksLike === FORMAT);
    }
  });
});

/** Converts messages of Chat Completions, and returns the input with the codes of the reports. */
function fromChat(...messages) {
  const { body, losses, repairs } = convert("openai-chat", FORMAT, { messages });
  return { ...body, codes: [...repairs, ...losses].map(({ code }) => code) };
}
const chatCall = (id, given = '{"city":"Oslo"}') => ({ id, type: "function", function: { name: "weather", arguments: given } });

describe("conversations of other providers", () => {
  test("calls get a thought that stands for none, once in each answer", () => {
    const { input, codes } = fromChat(
      { role: "user", content: "Hi" },
      { role: "assistant", content: "I look", tool_calls: [chatCall("c1"), chatCall("c2")] },
      { role: "tool", tool_call_id: "c1", content: "Rain." },
      { role: "tool", tool_call_id: "c2", content: "Rain." },
    );
    assert.deepEqual(input, [hi, model(text("I look")), thought(SKIP), call("c1"), call("c2"), result("c1"), result("c2")]);
    assert.deepEqual(codes, ["content-filled"]);
  });

  test("the system prompt is one text, and later instructions are the user's", () => {
    const said = fromChat({ role: "system", content: "A" }, { role: "developer", content: [text("B"), text("C")] }, { role: "user", content: "Hi" }, { role: "system", content: "D" });
    assert.deepEqual(said, { system_instruction: "A\n\nB\nC", input: [hi, user(text("D"))], codes: ["system-moved", "system-moved"] });
  });

  test("in a list, the system prompt has no place", () => {
    const { body, losses } = convert({ messages: [{ role: "system", content: "A" }, { role: "user", content: "Hi" }] }, "openai-chat", FORMAT, { form: "list" });
    assert.deepEqual([body, losses.map(({ code }) => code)], [[hi], ["field-dropped"]]);
  });

  test("arguments are an object", () => {
    const rows = [["", {}, "arguments-filled"], ["[1]", { input: "[1]" }, "arguments-wrapped"], ['{"a":', { input: '{"a":' }, "arguments-wrapped"]];
    for (const [given, expected, code] of rows) {
      const { input, codes } = fromChat({ role: "user", content: "Hi" }, { role: "assistant", content: null, tool_calls: [chatCall("c1", given)] }, { role: "tool", tool_call_id: "c1", content: "Rain." });
      assert.deepEqual([input[2].arguments, codes.includes(code)], [expected, true]);
    }
  });

  test("reasoning of others, refusals and empty messages", () => {
    const { input, codes } = fromChat(
      { role: "user", content: "Hi" },
      { role: "assistant", content: "Yes", reasoning_content: "Hm" },
      { role: "user", content: "" },
      { role: "assistant", refusal: "No." },
      { role: "user", name: "ann", content: "Why?" },
    );
    assert.deepEqual(input, [hi, model(text("Yes")), model(text("No.")), user(text("Why?"))]);
    assert.deepEqual(codes.sort(), ["empty-message-dropped", "field-dropped", "reasoning-dropped", "written-as-text"]);
  });

  test("media, and what the provider does not take", () => {
    const content = [
      { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" } },
      { type: "image", source: { type: "url", url: "https://a.test/a.png" } },
      { type: "image", source: { type: "file", file_id: "f" } },
      { type: "document", title: "T", source: { type: "base64", media_type: "application/pdf", data: "JVBERg==" } },
    ];
    const { body, losses } = convert({ messages: [{ role: "user", content }] }, "anthropic", FORMAT);
    assert.deepEqual(body.input, [user(
      { type: "image", mime_type: "image/png", data: "iVBORw0KGgo=" },
      { type: "image", uri: "https://a.test/a.png" },
      text("[image]"),
      { type: "document", mime_type: "application/pdf", data: "JVBERg==" },
    )]);
    assert.deepEqual(losses.map(({ code }) => code), ["media-replaced", "field-dropped"]);
  });

  test("an open call is closed, an orphan is left out, a result goes to its call", () => {
    const { body, repairs } = convert([hi, thought("s"), call("c1"), call("c2"), user(text("Well?")), result("c1"), result("c9")], FORMAT, FORMAT, { form: "list" });
    assert.deepEqual(body.map(({ type, call_id: id }) => id ?? type), ["user_input", "thought", "function_call", "function_call", "c1", "c2", "user_input"]);
    assert.deepEqual(repairs.map(({ code }) => code).sort(), ["missing-result-added", "orphan-result-dropped", "result-moved"]);
  });

  test("each call has an id of its own", () => {
    const steps = [hi, thought("s"), call("c1"), result("c1"), thought("s"), call("c1"), result("c1"), thought("s"), call(""), result("")];
    const { body } = convert(FORMAT, FORMAT, steps, { form: "list" });
    const ids = body.flatMap(({ type, id }) => (type === "function_call" ? [id] : []));
    assert.equal(new Set(ids).size, 3);
    assert.deepEqual(body.flatMap(({ call_id: id }) => id ?? []), ids);
    assert.ok(ids.every((id) => id !== ""));
  });

  test("a thought without a signature is left out, with a report", () => {
    const { body, losses } = convert({ input: [hi, thought("", [text("Hm")]), { type: "thought", summary: [] }, model(text("a"))] }, FORMAT, FORMAT);
    assert.deepEqual(body.input, [hi, model(text("a"))]);
    assert.deepEqual(losses.map(({ code }) => code), ["reasoning-dropped", "reasoning-dropped"]);
  });

  test("what other formats do not know arrives as words, or is reported", () => {
    const [, input] = EQUAL.find(([what]) => what === "tools that Google runs");
    const { body, losses } = convert(FORMAT, "openai-chat", { input });
    assert.deepEqual(body.messages[1].content.map((part) => part.text), [
      '[called google_search with {"queries":["rain"]}]', "[called code_execution with 1+1]", "[code_execution returned]\n2",
      '[called url_context with {"urls":["https://a.test"]}]', "[url_context returned]\nhttps://a.test\nsuccess",
      "[called f with {}]", "[mcp_server_tool returned]\nRain", "Rain",
    ]);
    assert.equal(losses.filter(({ code }) => code === "part-dropped").length, 4, JSON.stringify(losses));
    assert.equal(losses.filter(({ code }) => code === "reasoning-dropped").length, 1);
  });

  test("a call and its result arrive at another provider", () => {
    const { body } = convert({ system_instruction: "A", input: [hi, thought("s", [text("Hm")]), call("c1"), call("c2"), result("c1", { mm: 1 }, { is_error: true }), result("c2", [text("Sun")])] }, FORMAT, "anthropic");
    assert.deepEqual(body, {
      system: "A",
      messages: [
        { role: "user", content: [text("Hi")] },
        { role: "assistant", content: ["c1", "c2"].map((id) => ({ type: "tool_use", id, name: "weather", input: { city: "Oslo" } })) },
        { role: "user", content: [
          { type: "tool_result", tool_use_id: "c1", content: '{"mm":1}', is_error: true },
          { type: "tool_result", tool_use_id: "c2", content: [text("Sun")] },
        ] },
      ],
    });
  });
});

describe("fit", () => {
  const long = "word ".repeat(400);
  const turn = (at) => [user(text(`Question ${at}`)), thought(`s${at}`), call(`c${at}`), call(`d${at}`), result(`c${at}`, long), result(`d${at}`, "Sun"), thought(`t${at}`), model(text(`Answer ${at}`))];
  const steps = Array.from({ length: 6 }, (_, at) => turn(at)).flat();

  for (const [what, given, listIn] of [["a list", steps, (made) => made.messages], ["a request", { model: "m", system_instruction: "A", input: steps }, (made) => made.body.input]]) {
    test(`${what} keeps the caller's own steps, and answers whole`, () => {
      const made = fit(FORMAT, given, { maxTokens: 500 });
      const list = listIn(made);
      assert.ok(list.length < steps.length && list.length > 0, `${list.length}`);
      assert.ok(made.reduction !== null);
      // Each call has its result, and each step of the model's that is left stands behind the same thought.
      const calls = list.flatMap(({ type, id }) => (type === "function_call" ? [id] : []));
      assert.deepEqual(list.flatMap(({ call_id: id }) => id ?? []), calls);
      for (const [place, step] of list.entries()) {
        const at = steps.indexOf(step);
        if (step.type === "function_call" || step.type === "model_output") assert.deepEqual(list[place - 1], steps[at - 1] ?? list[place - 1]);
      }
      assert.ok(list.every((step) => steps.includes(step) || ["function_result", "user_input"].includes(step.type)), "calls, thoughts and words are the same objects");
      assert.equal(new Set(list).size, list.length, "no step stands twice");
      const more = [...steps, ...turn(6)];
      const again = fit(FORMAT, Array.isArray(given) ? more : { ...given, input: more }, { maxTokens: 900, memory: made.memory });
      assert.equal(again.memoryNote, null);
      assert.deepEqual(listIn(again).slice(-3), more.slice(-3));
    });
  }

  test("a list that fits is left as it is", () => {
    const made = fit(FORMAT, steps, { maxTokens: 100_000 });
    assert.deepEqual(made.messages, steps);
    assert.equal(made.reduction, null);
  });
});

test("an answer that goes on is continued by its token, in its place", () => {
  const conversation = ConversationManager.from(FORMAT, { system_instruction: "Be thorough.", input: "Write a book." });
  const answer = (words, fields) => ({ id: `i-${words}`, model: "gemini-4-argon", steps: [model(text(words))], ...fields });
  const asked = convert("backscroll", FORMAT, conversation.messages).body;
  for (const token of ["dG9rZW4x", "dG9rZW4y"]) {
    const { notices } = conversation.addResponse(FORMAT, answer(token, { status: "requires_continuation", continuation_token: token }));
    assert.deepEqual(notices, [{ kind: "unfinished", token }]);
    const { body, repairs } = convert("backscroll", FORMAT, ConversationManager.fromJSON(JSON.stringify(conversation)).messages);
    assert.deepEqual([body, new Set(repairs.map(({ code }) => code))], [{ ...asked, continuation_token: token }, new Set(["answer-continued"])]);
  }
  conversation.addResponse(FORMAT, answer("The end.", { status: "completed" }));
  const { body } = convert("backscroll", FORMAT, conversation.messages);
  assert.equal("continuation_token" in body, false);
  assert.equal(JSON.stringify(body.input).includes("dG9rZW4x"), true);
});
