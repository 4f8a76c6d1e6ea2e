// Messages of Ollama's chat API: they come back, the types of Ollama's client accept what is written, other formats' content arrives or is
// reported, and invalid messages are refused with their path.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, convert, fit } from "backscroll";
import "backscroll/ollama";
import { faultsOf } from "../../support/formats/ollama-types.mjs";
import { runs, spread } from "../../support/runs.mjs";
import { recordedConversations } from "../../support/shared-data.mjs";
import { randomConversation } from "../../support/formats/all.mjs";

/** The numbers of random conversations, and of recorded ones. */
const CASES = runs({ few: 60, all: 300 });
const RECORDED = runs({ few: 40, all: 1_000 });

/** The first bytes of a PNG. */
const PNG = "iVBORw0KGgo=";

const named = (reports) => reports.map(({ code, detail }) => `${code}: ${detail}`);
const user = (content) => ({ role: "user", content });
const call = (name, args = {}, id) => ({ ...(id !== undefined && { id }), function: { name, arguments: args } });
const asks = (...calls) => ({ role: "assistant", content: "", tool_calls: calls });

/** Bodies that are read and written unchanged, and that the client's types accept. */
const ROUND_TRIPS = {
  "nothing": [],
  "texts": [{ role: "system", content: "Be brief." }, user("Hi"), { role: "assistant", content: "Hello." }, user("")],
  "instructions in the middle and at the end": [user("Hi"), { role: "system", content: "Now in French." }, { role: "assistant", content: "Salut." }, { role: "system", content: "Go on." }],
  "pictures": [{ ...user("See"), images: [PNG, PNG] }, { ...user(""), images: [PNG] }],
  "bytes of no known type": [{ ...user("See"), images: ["AAAA"] }],
  "thoughts": [user("Time?"), { role: "assistant", content: "Noon.", thinking: "hm" }, { role: "assistant", content: "", thinking: "hm" }],
  "calls with ids": [user("Time?"), asks(call("clock", { n: 1.5 }, "c1"), call("clock", {}, "c2")), { role: "tool", content: "b", tool_name: "clock", tool_call_id: "c2" }, { role: "tool", content: "a", tool_name: "clock", tool_call_id: "c1" }],
  "calls without ids": [user("Time?"), asks(call("clock"), call("sun"), call("clock")), { role: "tool", content: "s", tool_name: "sun" }, { role: "tool", content: "a", tool_name: "clock" }, { role: "tool", content: "b", tool_name: "clock" }],
  "results without names": [user("Time?"), asks(call("clock"), call("sun")), { role: "tool", content: "a" }, { role: "tool", content: "b" }],
  "a result that names a call without an id": [user("Time?"), asks(call("clock", {}, "c1")), { role: "tool", content: "a", tool_name: "clock" }],
  "a result of another name": [user("Time?"), asks(call("clock", {}, "c1")), { role: "tool", content: "", tool_name: "other", tool_call_id: "c1" }],
  "a picture in a result": [user("Time?"), asks(call("clock")), { role: "tool", content: "a", tool_name: "clock", images: [PNG] }],
  "two rounds": [user("Time?"), asks(call("clock")), { role: "tool", content: "a", tool_name: "clock" }, asks(call("clock")), { role: "tool", content: "b", tool_name: "clock" }],
  "a role of a model": [{ role: "control", content: "thinking" }, user("Hi"), { role: "document 1", content: "words" }],
};

/** Bodies that are read and written unchanged, with content that the client does not declare. */
const UNKNOWN = {
  "unknown fields": [{ ...user("Hi"), x: [1], y: null }, { role: "assistant", content: "", tool_calls: [{ id: "c1", type: "function", function: { name: "n", index: 0, arguments: { a: null } } }] }, { role: "tool", content: "x", tool_name: "n", tool_call_id: "c1", z: 1 }],
  "messages without content": [user("Hi"), { role: "assistant", tool_calls: [call("n")] }, { role: "tool", tool_name: "n" }],
  "a role of a model with more": [{ role: "control", content: "", x: 1 }],
};

describe("messages survive a round trip", () => {
  for (const [name, messages] of Object.entries({ ...ROUND_TRIPS, ...UNKNOWN })) {
    test(name, () => {
      assert.deepEqual(convert("ollama", "ollama", messages, { form: "list" }), { body: messages, repairs: [], losses: [] });
      assert.deepEqual(convert("ollama", "ollama", { messages }).body, { messages });
      // The neutral messages have the same content.
      const neutral = convert("ollama", "backscroll", messages).body;
      assert.deepEqual(convert("backscroll", "ollama", neutral).body, { messages }, JSON.stringify(neutral));
    });
  }
});

describe("the types of Ollama's client", () => {
  const accept = (lists) => {
    const faults = faultsOf(lists);
    assert.deepEqual(lists.flatMap((list, place) => (faults[place].length === 0 ? [] : [{ list, faults: faults[place] }])).slice(0, 2), []);
  };

  test("accept the bodies above", () => accept(Object.values(ROUND_TRIPS)));

  test("refuse what is wrong, so that their acceptance means something", () => {
    const wrong = [
      [{ role: "user" }],
      [{ role: "user", content: [{ type: "text", text: "Hi" }] }],
      [{ ...user("Hi"), name: "bob" }],
      [{ ...user("Hi"), images: [{ url: "u" }] }],
      [asks(call("n", "{}"))],
      [asks({ id: "c1", function: { arguments: {} } })],
      [asks({ id: "c1", type: "function", function: { name: "n", arguments: {} } })],
      [{ role: "tool", content: "x", tool_call_id: 1 }],
    ];
    for (const [place, faults] of faultsOf(wrong).entries()) assert.notDeepEqual(faults, [], JSON.stringify(wrong[place]));
  });

  const written = (messages, source) => {
    const { body } = convert(source, "ollama", messages, { form: "list" });
    paired(body);
    return body;
  };

  test("accept random conversations", () => {
    accept(Array.from({ length: CASES }, (_, seed) => written(randomConversation(seed), "backscroll")));
  });

  const { rows, absence } = recordedConversations();
  test("accept recorded conversations", { skip: absence }, () => accept(spread(rows, RECORDED).map(({ messages }) => written(messages, "openai-chat"))));
});

/** Fails unless each call has one result behind it, of its tool, and each result its call. */
function paired(messages) {
  let open = [];
  for (const message of messages) {
    if (message.role === "tool") {
      const answered = open.find(({ id }) => id === message.tool_call_id);
      assert.equal(answered?.function.name, message.tool_name, JSON.stringify(messages));
      open = open.filter((call) => call !== answered);
    } else {
      assert.deepEqual(open, [], JSON.stringify(messages));
      open = message.tool_calls ?? [];
      assert.equal(new Set(open.map(({ id }) => id)).size, open.length);
    }
  }
  assert.deepEqual(open, []);
}

test("differences between what is read and written are the documented ones", () => {
  const rows = [
    [{ role: "assistant", content: "a", thinking: "", images: null, tool_calls: [] }, { role: "assistant", content: "a" }, []],
    [{ role: "User", content: "a" }, user("a"), []],
    [{ ...user("a"), images: ["iVBORw0KGgo"] }, { ...user("a"), images: [PNG] }, ["media-source-corrected: the bytes of the image are written in the standard form of base64"]],
    [{ role: "assistant" }, undefined, ["empty-message-dropped: the assistant message is empty, and was left out"]],
  ];
  for (const [given, message, repairs] of rows) {
    const outcome = convert([given], "ollama", "ollama", { form: "list" });
    assert.deepEqual(outcome.body, message === undefined ? [] : [message]);
    assert.deepEqual(named(outcome.repairs), repairs);
  }
  const { body, repairs } = convert([asks(call("n", "ls", "c1"), call("n", '{"a":1}', "c2"), { id: "c3", function: { name: "n" } })], "ollama", "ollama", { form: "list" });
  assert.deepEqual(body[0].tool_calls.map(({ function: { arguments: args } }) => args), [{ input: "ls" }, { a: 1 }, {}]);
  assert.deepEqual(repairs.filter(({ code }) => code.startsWith("arguments")).map(({ code, toolCallId }) => `${code} ${toolCallId}`), ["arguments-wrapped c1", "arguments-filled c3"]);
});

describe("conversions report what has no place", () => {
  test("from Anthropic", () => {
    const messages = [
      { role: "user", content: [{ type: "text", text: "See", cache_control: { type: "ephemeral" } }, { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } }, { type: "image", source: { type: "url", url: "https://a.test/b.png" } }] },
      { role: "assistant", content: [{ type: "thinking", thinking: "hm", signature: "sig" }, { type: "text", text: "I look." }, { type: "tool_use", id: "c1", name: "clock", input: { n: 1 } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", is_error: true, content: [{ type: "text", text: "no" }] }, { type: "text", text: "Go on." }] },
    ];
    const { body, repairs, losses } = convert("anthropic", "ollama", { system: "Be brief.", messages });
    assert.deepEqual(body.messages, [
      { role: "system", content: "Be brief." },
      { role: "user", content: "See\n[image]", images: [PNG] },
      { role: "assistant", content: "I look.", tool_calls: [call("clock", { n: 1 }, "c1")] },
      { role: "tool", content: "[error] no", tool_name: "clock", tool_call_id: "c1" },
      user("Go on."),
    ]);
    assert.deepEqual(named(repairs), ["media-moved: the images of the message stood among its text, and are sent before it"]);
    assert.deepEqual(named(losses), [
      "media-replaced: the image became the text `[image]`: the format does not take its type or source",
      "field-dropped: left out what the format does not define: `cache_control`",
      "reasoning-dropped: reasoning was left out: another provider made it",
      "written-as-text: the format has no flag for a failed tool, so the result begins with `[error]`",
    ]);
  });

  test("from OpenAI, and back", () => {
    const messages = [
      { role: "developer", content: "Be brief." },
      { role: "user", name: "bob", content: [{ type: "text", text: "Hear" }, { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } }, { type: "file", file: { filename: "a.md", file_data: "data:text/markdown;base64,d29yZHM=" } }] },
      { role: "assistant", content: null, tool_calls: [{ id: "c1", type: "custom", custom: { name: "shell", input: "ls" } }, { id: "c2", type: "function", function: { name: "n", arguments: "[1]" } }] },
      { role: "tool", tool_call_id: "c1", content: "a" },
    ];
    const { body, repairs, losses } = convert("openai-chat", "ollama", messages);
    assert.deepEqual(body.messages.slice(0, 2), [{ role: "system", content: "Be brief." }, user("Hear\n[audio: audio/wav]\nwords")]);
    assert.deepEqual(body.messages[2], asks(call("shell", { input: "ls" }, "c1"), call("n", { input: "[1]" }, "c2")));
    assert.deepEqual(body.messages[3], { role: "tool", content: "a", tool_name: "shell", tool_call_id: "c1" });
    assert.deepEqual(repairs.map(({ code }) => code), ["missing-result-added", "arguments-wrapped", "arguments-wrapped"]);
    // The result that was added is an error.
    assert.deepEqual(losses.map(({ code }) => code), ["field-dropped", "media-replaced", "written-as-text", "written-as-text"]);
    const back = convert("ollama", "openai-chat", body);
    assert.deepEqual([back.repairs, back.losses], [[], []]);
    assert.deepEqual(back.body.messages[2].tool_calls.map(({ function: { arguments: args } }) => args), ['{"input":"ls"}', '{"input":"[1]"}']);
  });

  test("to others: calls without ids get some, and results find them by the name of their tool", () => {
    const messages = [user("Both?"), { ...asks(call("a"), call("b")), thinking: "hm" }, { role: "tool", content: "of b", tool_name: "b" }, { role: "tool", content: "of a", tool_name: "a" }, { role: "control", content: "thinking" }, user("Thanks.")];
    for (const to of ["openai-chat", "mistral"]) {
      const { body, repairs, losses } = convert("ollama", to, messages);
      const [{ tool_calls: calls }] = body.messages.filter((message) => message.tool_calls);
      const results = body.messages.filter(({ role }) => role === "tool");
      for (const { tool_call_id: id, content } of results) assert.equal(content, `of ${calls.find((one) => one.id === id)?.function.name}`);
      assert.equal(new Set(calls.map(({ id }) => id)).size, 2);
      assert.deepEqual(losses.map(({ code }) => code).slice(0, 2), ["reasoning-dropped", "written-as-text"]);
      if (to === "openai-chat") assert.deepEqual(repairs, []);
    }
  });

  test("fields beside the messages, and of an answer", () => {
    const { losses } = convert({ model: "qwen3", think: "high", messages: [user("Hi")] }, "ollama", "ollama");
    assert.deepEqual(named(losses), ["model", "think"].map((name) => `field-dropped: \`${name}\` is not part of the conversation, and was left out`));
    const answered = convert({ ...ANSWER, message: { role: "assistant", content: "Noon." } }, "ollama", "ollama", { form: "list" });
    assert.deepEqual(answered.body, [{ role: "assistant", content: "Noon." }]);
    assert.deepEqual(answered.losses.map(({ detail }) => detail.split("`")[1]), ["created_at", "done", "done_reason", "total_duration"]);
  });

  test("pictures among texts, which are sent before them", () => {
    const image = { type: "image", mediaType: "image/png", data: PNG };
    const text = (words) => ({ type: "text", text: words });
    for (const [content, codes] of [[[text("a"), image], []], [[image, text("a"), text("b")], []], [[text("a"), image, text("b")], ["media-moved"]]]) {
      const { body, repairs } = convert([{ role: "user", content }], "backscroll", "ollama");
      assert.deepEqual(body.messages[0].images, [PNG]);
      assert.deepEqual(repairs.map(({ code }) => code), codes);
    }
  });

  test("a summary becomes an instruction, and words of which nothing is left go", () => {
    const messages = [{ role: "system", content: "Before.", isSummary: true }, user("Hi"), { role: "assistant", content: [{ type: "reasoning", text: "hm" }] }, { role: "user", content: [{ type: "other", format: "gemini", value: { x: 1 } }] }];
    const { body, repairs } = convert("backscroll", "ollama", messages);
    assert.deepEqual(body.messages, [{ role: "system", content: "Before." }, user("Hi")]);
    assert.equal(repairs.filter(({ code }) => code === "empty-message-dropped").length, 2);
  });
});

describe("calls and results are paired", () => {
  const rows = [
    ["an open call gets a result", [user("Time?"), asks(call("a", {}, "c1"), call("b", {}, "c2")), { role: "tool", content: "b", tool_name: "b", tool_call_id: "c2" }, user("And?")], ["missing-result-added"]],
    ["an orphan goes", [user("Time?"), { role: "tool", content: "x", tool_name: "a", tool_call_id: "c9" }], ["orphan-result-dropped"]],
    ["a misplaced result moves", [user("Time?"), asks(call("a", {}, "c1")), user("And?"), { role: "tool", content: "a", tool_name: "a", tool_call_id: "c1" }], ["result-moved"]],
    ["calls that share an id get one each", [user("Time?"), asks(call("a", {}, "c1")), { role: "tool", content: "a", tool_name: "a", tool_call_id: "c1" }, asks(call("a", {}, "c1")), { role: "tool", content: "b", tool_name: "a", tool_call_id: "c1" }], ["call-id-renamed"]],
  ];
  for (const [name, messages, codes] of rows) {
    test(name, () => {
      const { body, repairs } = convert("ollama", "ollama", messages, { form: "list" });
      assert.deepEqual(repairs.map(({ code }) => code), codes);
      assert.deepEqual(faultsOf([body]), [[]]);
      paired(body);
    });
  }

  test("an open call without an id gets a result without one, and `openCalls` may drop the call", () => {
    const messages = [user("Time?"), asks(call("a"), call("b")), { role: "tool", content: "b", tool_name: "b" }, user("And?")];
    const { body } = convert("ollama", "ollama", messages, { form: "list" });
    assert.deepEqual(body.map(({ role, tool_name: tool, tool_call_id: id }) => [role, tool, id].join(" ").trim()).sort(), ["assistant", "tool a", "tool b", "user", "user"]);
    const dropped = convert("ollama", "ollama", messages, { form: "list", openCalls: "drop" });
    assert.deepEqual(dropped.body[1].tool_calls, [call("b")]);
  });
});

const ANSWER = {
  model: "qwen3",
  created_at: "2026-01-01T00:00:00Z",
  message: { role: "assistant", content: "", thinking: "hm", tool_calls: [call("clock", { zone: "CET" }), call("sun")] },
  done: true,
  done_reason: "stop",
  total_duration: 1,
  prompt_eval_count: 40,
  eval_count: 9,
};

describe("conversations", () => {
  test("`from` reads a request, and `addResponse` takes an answer whose calls have no ids", () => {
    const conversation = ConversationManager.from("ollama", { messages: [user("Time?")] });
    const message = conversation.addResponse("ollama", ANSWER);
    assert.deepEqual([message.model, message.tokens], ["qwen3", { input: 40, output: 9 }]);
    const [first, second] = message.toolCalls;
    assert.ok(first.id !== second.id && first.id.startsWith("call_0_"));
    conversation.addMessage("tool", "s", { toolCallId: second.id });
    conversation.addMessage("tool", "12", { toolCallId: first.id });
    const { body, repairs, losses } = convert("backscroll", "ollama", conversation.messages);
    assert.deepEqual(repairs, []);
    assert.deepEqual(losses, []);
    assert.deepEqual(body.messages, [user("Time?"), ANSWER.message, { role: "tool", content: "s", tool_name: "sun" }, { role: "tool", content: "12", tool_name: "clock" }]);
    // A second answer gets ids of its own.
    const other = conversation.addResponse("ollama", ANSWER);
    assert.equal(new Set([...message.toolCalls, ...other.toolCalls].map(({ id }) => id)).size, 4);
  });

  test("`addResponse` takes a message, and refuses an error and a piece of a stream", () => {
    const conversation = ConversationManager.from("ollama", [user("Hi")]);
    assert.equal(conversation.addResponse("ollama", { role: "assistant", content: "Noon." }).content, "Noon.");
    assert.throws(() => conversation.addResponse("ollama", { error: "model not found" }), { code: "invalid-message", message: /model not found/ });
    assert.throws(() => conversation.addResponse("ollama", { ...ANSWER, done: false }), { code: "invalid-message", message: /piece of a streamed answer/ });
  });

  test("`fit` keeps the caller's messages, and finds results without ids again", () => {
    const messages = Array.from({ length: 30 }, (_, turn) => [user(`Question ${turn}. ${"word ".repeat(30)}`), asks(call("a"), call("b")), { role: "tool", content: "long ".repeat(80), tool_name: "b" }, { role: "tool", content: "long ".repeat(80), tool_name: "a" }, { role: "assistant", content: "Answer." }]).flat();
    const fitted = fit("ollama", messages, { maxTokens: 900 });
    assert.ok(fitted.tokens <= 900 && fitted.messages.length < messages.length);
    assert.ok(fitted.messages.every((message) => messages.includes(message) || message.role === "tool" || /^\[\d+ messages? left out(: [^\]]+)?\]$/.test(message.content)));
    assert.deepEqual(convert("ollama", "ollama", fitted.messages, { form: "list" }), { body: fitted.messages, repairs: [], losses: [] });
    assert.deepEqual(fit("ollama", messages, { maxTokens: 900, memory: fitted.memory }).messages, fitted.messages);
    assert.deepEqual(fit("ollama", { model: "m", messages }, { maxTokens: 900 }).body, { model: "m", messages: fitted.messages });
  });
});

describe("an invalid message is refused with its path", () => {
  const cases = [
    [{}, "invalid-message expected a list, found an object"],
    [[1], "invalid-message [0]: expected an object, found a number"],
    [[{ content: "Hi" }], "invalid-message [0].role: expected a string, found nothing"],
    [[user([{ type: "text", text: "Hi" }])], "invalid-message [0].content: expected a string, found a list"],
    [{ messages: [{ ...user("Hi"), images: [1] }] }, "invalid-message messages[0].images[0]: expected a string, found a number"],
    [[{ role: "assistant", tool_calls: {} }], "invalid-message [0].tool_calls: expected a list, found an object"],
    [[asks({ id: "c1" })], "invalid-message [0].tool_calls[0].function: expected an object, found nothing"],
    [[asks({ function: { arguments: {} } })], "invalid-message [0].tool_calls[0].function.name: expected a string, found nothing"],
    [{ message: { role: "assistant", content: 1 } }, "invalid-message [0].message.content: expected a string, found a number"],
  ];
  for (const [body, wanted] of cases) {
    test(JSON.stringify(body), () => {
      assert.throws(() => convert("ollama", "backscroll", body), ({ code, message, details }) => {
        assert.equal(`${code} ${message}`, wanted);
        const path = /^[^ ]+: /.test(message) ? message.slice(0, message.indexOf(":")) : undefined;
        assert.equal(details?.path, path);
        return true;
      });
    });
  }
});
