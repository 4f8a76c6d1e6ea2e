// Messages of Cohere's Chat API: they come back, the schemas of Cohere's client accept what is written, other formats' content arrives or
// is reported, and invalid messages are refused with their path.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, convert, fit } from "backscroll";
import "backscroll/cohere";
import { answered, clientFaultsOf, faultsOf, sentBy } from "../../support/formats/cohere-types.mjs";
import { recordedConversations } from "../../support/shared-data.mjs";
import { randomConversation } from "../../support/formats/all.mjs";

const named = (reports) => reports.map(({ code, detail }) => `${code}: ${detail}`);
const call = (id, args = "{}", name = "clock") => ({ id, type: "function", function: { name, arguments: args } });
const user = (content) => ({ role: "user", content });
const result = (id, content) => ({ role: "tool", tool_call_id: id, content });
const text = (words) => ({ type: "text", text: words });

/** Bodies that are read and written unchanged, and that the client's schemas accept. */
const ROUND_TRIPS = {
  "nothing": [],
  "texts": [{ role: "system", content: "Be brief." }, user("Hi"), { role: "assistant", content: "Hello." }, user("")],
  "blocks": [{ role: "system", content: [text("Be"), text("brief.")] }, user([text("Hi"), text("!")]), { role: "assistant", content: [text("Hello.")] }, user([])],
  "instructions in the middle and at the end": [user("Hi"), { role: "system", content: "Now in French." }, { role: "assistant", content: "Salut." }, { role: "system", content: "Go on." }],
  "an image": [user([text("See"), { type: "image_url", image_url: { url: "data:image/png;base64,AAAA", detail: "low" } }])],
  "an image by URL": [user([{ type: "image_url", image_url: { url: "https://a.test/b.png" } }])],
  "a plan and calls": [user("Time?"), { role: "assistant", tool_plan: "I look.", tool_calls: [call("c1"), call("c2", '{"n": 1.0}')] }, result("c1", "12"), result("c2", '{"hour":12}')],
  "calls alone": [user("Time?"), { role: "assistant", tool_calls: [call("c1")] }, result("c1", "")],
  "a text beside calls": [user("Time?"), { role: "assistant", content: "I look.", tool_calls: [call("c1")] }, result("c1", "12")],
  "blocks beside calls": [user("Time?"), { role: "assistant", content: [{ type: "thinking", thinking: "hm" }, text("I look.")], tool_plan: "I ask.", tool_calls: [call("c1")] }, result("c1", [])],
  "a plan without calls": [user("Time?"), { role: "assistant", content: "Noon.", tool_plan: "I guess." }],
  "a plan alone": [user("Time?"), { role: "assistant", tool_plan: "I guess." }],
  "thoughts": [user("Time?"), { role: "assistant", content: [{ type: "thinking", thinking: "hm" }, text("Noon.")] }],
  "documents in results": [user("Time?"), { role: "assistant", tool_calls: [call("c1")] }, result("c1", [{ type: "document", document: { data: { hour: 12 }, id: "d1" } }, text("noon")])],
  "citations": [user("Time?"), { role: "assistant", content: [text("Noon.")], citations: [{ start: 0, end: 4, text: "Noon", sources: [{ type: "tool", id: "c1:0", tool_output: { toolOutput: "12" } }, { type: "document", id: "d", document: { a: "b" } }], content_index: 0, type: "TEXT_CONTENT" }] }],
};

/** Bodies that are read and written unchanged, with content that the client does not declare. */
const UNKNOWN = {
  "unknown blocks and fields": [{ role: "user", content: [{ type: "hologram", x: 1 }, { type: "text", text: "Hi", x: null }], y: [1] }, { role: "assistant", content: [{ type: "thinking", thinking: "hm", signature: "s" }] }],
  "a document that is a text": [user("Time?"), { role: "assistant", tool_calls: [{ ...call("c1"), index: 0 }] }, result("c1", [{ type: "document", document: { data: "{\"hour\":12}" } }])],
  "blocks where they do not belong": [{ role: "system", content: [{ type: "image_url", image_url: { url: "u" } }, { type: "thinking", thinking: 1 }] }],
  "an image with more": [user([{ type: "image_url", image_url: { url: "https://a.test", x: 1 } }, { type: "image_url", image_url: { url: "data:,x" } }])],
  "fields of the function": [user("Time?"), { role: "assistant", tool_calls: [{ id: "c1", type: "function", function: { name: "n", arguments: "{", strict: true } }] }, result("c1", "x")],
};

describe("messages survive a round trip", () => {
  for (const [name, messages] of Object.entries({ ...ROUND_TRIPS, ...UNKNOWN })) {
    test(name, () => {
      assert.deepEqual(convert("cohere", "cohere", messages, { form: "list" }), { body: messages, repairs: [], losses: [] });
      assert.deepEqual(convert("cohere", "cohere", { messages }).body, { messages });
      // The neutral messages have the same content.
      const neutral = convert("cohere", "backscroll", messages).body;
      assert.deepEqual(convert("backscroll", "cohere", neutral).body, { messages }, JSON.stringify(neutral));
    });
  }
});

describe("the schemas of Cohere's client", () => {
  for (const [name, messages] of Object.entries(ROUND_TRIPS)) {
    test(`accept ${name}, in both spellings`, () => {
      assert.deepEqual(faultsOf(messages), []);
      const { body } = convert("cohere", "cohere", messages, { form: "camelCase" });
      assert.deepEqual(clientFaultsOf(body.messages), []);
      assert.deepEqual(sentBy(body.messages), messages);
      assert.deepEqual(convert("cohere", "cohere", body), { body: { messages }, repairs: [], losses: [] });
    });
  }

  test("refuse what is wrong, so that their acceptance means something", () => {
    const wrong = [
      [user([{ type: "image_url", image_url: { url: "u", detail: "medium" } }])],
      [{ role: "assistant", tool_calls: [call("c1", {})] }],
      [{ role: "user", content: "Hi", name: "bob" }],
      [{ role: "tool", content: "x" }],
      [result("c1", [{ type: "image_url", image_url: { url: "u" } }])],
      [result("c1", [{ type: "document", document: { data: "x" } }])],
      [{ role: "developer", content: "Hi" }],
      [{ role: "user" }],
    ];
    for (const messages of wrong) assert.notDeepEqual(faultsOf(messages), [], JSON.stringify(messages));
    assert.notDeepEqual(clientFaultsOf([{ role: "tool", tool_call_id: "c1", content: "x" }]), []);
  });

  const accepted = (messages, source) => {
    for (const form of ["list", "camelCase"]) {
      const written = convert(source, "cohere", messages, { form }).body;
      const list = form === "list" ? written : written.messages;
      const faults = form === "list" ? faultsOf(list) : clientFaultsOf(list);
      assert.deepEqual(faults, [], JSON.stringify(list));
      paired(form === "list" ? list : sentBy(list));
    }
  };

  test("accept random conversations", () => {
    for (let seed = 0; seed < 300; seed += 1) accepted(randomConversation(seed), "backscroll");
  });

  const { rows, absence } = recordedConversations();
  test("accept recorded conversations", { skip: absence }, () => {
    for (const { messages } of rows) accepted(messages, "openai-chat");
  });
});

/** Fails unless each call has one result behind it, and each result its call. */
function paired(messages) {
  let open = [];
  for (const message of messages) {
    if (message.role === "tool") {
      assert.ok(open.includes(message.tool_call_id), JSON.stringify(messages));
      open = open.filter((id) => id !== message.tool_call_id);
    } else {
      assert.deepEqual(open, [], JSON.stringify(messages));
      open = (message.tool_calls ?? []).map(({ id }) => id);
      assert.equal(new Set(open).size, open.length);
    }
  }
  assert.deepEqual(open, []);
}

test("differences between what is read and written are the documented ones", () => {
  const rows = [
    [{ role: "assistant", content: null, tool_calls: [call("c1")], tool_plan: "" }, { role: "assistant", tool_calls: [call("c1")] }, []],
    [{ role: "assistant", content: "a", tool_calls: [] }, { role: "assistant", content: "a" }, []],
    [{ role: "assistant", tool_calls: [{ id: "c1", function: { name: "n" } }] }, { role: "assistant", tool_calls: [call("c1", "{}", "n")] }, ["arguments-filled: the empty arguments of n are written as {}"]],
  ];
  for (const [given, written, repairs] of rows) {
    const rest = given.tool_calls?.length > 0 ? [result("c1", "x")] : [];
    const outcome = convert([given, ...rest], "cohere", "cohere", { form: "list" });
    assert.deepEqual(outcome.body, [written, ...rest]);
    assert.deepEqual(named(outcome.repairs), repairs);
  }
  const empty = convert([user("Hi"), { role: "assistant" }], "cohere", "cohere", { form: "list" });
  assert.deepEqual(empty.body, [user("Hi")]);
  assert.deepEqual(named(empty.repairs), ["empty-message-dropped: the assistant message is empty, and was left out"]);
});

describe("conversions report what has no place", () => {
  test("from Anthropic", () => {
    const messages = [
      { role: "user", content: [{ type: "text", text: "See", cache_control: { type: "ephemeral" } }, { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } }, { type: "document", title: "T", source: { type: "text", media_type: "text/plain", data: "words" } }] },
      { role: "assistant", content: [{ type: "thinking", thinking: "hm", signature: "sig" }, { type: "text", text: "I look." }, { type: "tool_use", id: "c1", name: "clock", input: { n: 1 } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", is_error: true, content: [{ type: "text", text: "no" }, { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } }] }, { type: "text", text: "Go on." }] },
    ];
    const { body, repairs, losses } = convert("anthropic", "cohere", { system: "Be brief.", messages });
    assert.deepEqual(body.messages, [
      { role: "system", content: "Be brief." },
      user([text("See"), { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }, text("[document: T]\nwords")]),
      { role: "assistant", tool_plan: "I look.", tool_calls: [call("c1", '{"n":1}')] },
      result("c1", [text("[error] no"), text("[image: image/png]")]),
      user([text("Go on.")]),
    ]);
    assert.deepEqual(repairs, []);
    assert.deepEqual(named(losses), [
      "written-as-text: the target has no form for the document `T`, so it is sent as text",
      "field-dropped: left out what the format does not define: `cache_control`",
      "reasoning-dropped: reasoning was left out: another provider made it",
      "media-replaced: the image became the text `[image: image/png]`: the format does not take its type or source",
      "written-as-text: the format has no flag for a failed tool, so the result begins with `[error]`",
    ]);
  });

  test("from OpenAI, and back", () => {
    const messages = [
      { role: "developer", content: "Be brief." },
      { role: "user", name: "bob", content: [{ type: "text", text: "See" }, { type: "image_url", image_url: { url: "https://a.test/b.png", detail: "high" } }, { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } }] },
      { role: "assistant", content: "Hm.", tool_calls: [{ id: "c1", type: "custom", custom: { name: "shell", input: "ls" } }, call("c1", "")] },
      { role: "tool", tool_call_id: "c1", content: "a" },
      { role: "tool", tool_call_id: "c1", content: "b" },
      { role: "assistant", content: [{ type: "refusal", refusal: "No." }] },
    ];
    const { body, repairs, losses } = convert("openai-chat", "cohere", messages);
    assert.deepEqual(faultsOf(body.messages), []);
    assert.deepEqual(body.messages.slice(0, 2), [{ role: "system", content: "Be brief." }, user([text("See"), { type: "image_url", image_url: { url: "https://a.test/b.png", detail: "high" } }, text("[audio: audio/wav]")])]);
    const [{ tool_plan: plan, tool_calls: [first, second] }] = body.messages.slice(2);
    assert.equal(plan, "Hm.");
    assert.equal(first.function.arguments, '{"input":"ls"}');
    assert.equal(second.function.arguments, "{}");
    assert.notEqual(first.id, second.id);
    assert.deepEqual(body.messages.slice(-1), [{ role: "assistant", content: [text("No.")] }]);
    assert.deepEqual(repairs.map(({ code }) => code).sort(), ["arguments-filled", "arguments-wrapped", "call-id-renamed"]);
    assert.deepEqual(losses.map(({ code }) => code), ["field-dropped", "media-replaced", "written-as-text"]);
    const back = convert("cohere", "openai-chat", body);
    assert.deepEqual(back.losses, []);
    assert.deepEqual(back.body.messages.slice(2, 3).map(({ content }) => JSON.stringify(content).includes("Hm.")), [true]);
  });

  test("to others", () => {
    const messages = [user("Time?"), { role: "assistant", content: [{ type: "thinking", thinking: "hm" }], tool_plan: "I look.", tool_calls: [call("c1")] }, result("c1", [{ type: "document", document: { data: { hour: 12 } } }]), { role: "assistant", content: "Noon.", citations: [{ start: 0 }] }, user("Thanks.")];
    const chat = convert("cohere", "openai-chat", messages);
    assert.ok(JSON.stringify(chat.body.messages[1].content).includes("I look."));
    assert.ok(JSON.stringify(chat.body.messages[2].content).includes('{\\"hour\\":12}'));
    assert.deepEqual(chat.losses.map(({ code }) => code), ["reasoning-dropped", "written-as-text", "field-dropped"]);
    assert.match(chat.losses.at(-1).detail, /citations/);
    const claude = convert("cohere", "anthropic", messages);
    assert.deepEqual(claude.losses.map(({ code }) => code).sort(), ["field-dropped", "reasoning-dropped", "written-as-text"]);
  });

  test("fields beside the messages", () => {
    const { losses } = convert({ model: "command-a", documents: ["d"], messages: [user("Hi")] }, "cohere", "cohere");
    assert.deepEqual(named(losses), ["model", "documents"].map((name) => `field-dropped: \`${name}\` is not part of the conversation, and was left out`));
  });

  test("a summary becomes an instruction, and words of which nothing is left go", () => {
    const messages = [{ role: "system", content: "Before.", isSummary: true }, user("Hi"), { role: "assistant", content: [{ type: "reasoning", text: "hm" }] }, { role: "user", content: [{ type: "other", format: "gemini", value: { x: 1 } }] }];
    const { body, repairs } = convert("backscroll", "cohere", messages);
    assert.deepEqual(body.messages, [{ role: "system", content: "Before." }, user("Hi")]);
    assert.equal(repairs.filter(({ code }) => code === "empty-message-dropped").length, 2);
  });
});

describe("calls and results are paired", () => {
  const open = [user("Time?"), { role: "assistant", tool_calls: [call("c1"), call("c2")] }, result("c2", "b"), user("And?")];
  test("an open call gets a result, an orphan goes, and a misplaced result moves", () => {
    const rows = [
      [open, ["missing-result-added"]],
      [[user("Time?"), result("c9", "x"), { role: "assistant", content: "Noon." }], ["orphan-result-dropped"]],
      [[user("Time?"), { role: "assistant", tool_calls: [call("c1")] }, user("And?"), result("c1", "a")], ["result-moved"]],
    ];
    for (const [messages, codes] of rows) {
      const { body, repairs } = convert("cohere", "cohere", messages, { form: "list" });
      assert.deepEqual(repairs.map(({ code }) => code), codes);
      assert.deepEqual(faultsOf(body), []);
      paired(body);
    }
  });

  test("`openCalls` decides", () => {
    const { body, repairs } = convert(open.slice(0, 2), "cohere", "cohere", { form: "list", openCalls: "drop" });
    assert.deepEqual(body, [user("Time?")]);
    assert.ok(repairs.some(({ code }) => code === "call-dropped"));
  });
});

/** An answer with a plan and a call. */
const ANSWER = {
  id: "a1b2",
  finish_reason: "TOOL_CALL",
  message: { role: "assistant", tool_plan: "I look.", tool_calls: [call("c1")] },
  usage: { billed_units: { input_tokens: 3, output_tokens: 2 }, tokens: { input_tokens: 40, output_tokens: 9 }, cached_tokens: 16 },
};

describe("conversations", () => {
  test("`from` reads a request, and `addResponse` takes the provider's answer and the client's", () => {
    for (const answer of [ANSWER, answered(ANSWER)]) {
      const conversation = ConversationManager.from("cohere", { messages: [user("Time?")] });
      const message = conversation.addResponse("cohere", answer);
      assert.deepEqual(message.response, { id: "a1b2", format: "cohere" });
      assert.deepEqual(message.tokens, { input: 40, output: 9, cachedInput: 16 });
      assert.deepEqual(message.toolCalls, [{ id: "c1", name: "clock", arguments: "{}" }]);
      conversation.addMessage("tool", "12", { toolCallId: "c1" });
      const { body, repairs, losses } = convert("backscroll", "cohere", conversation.messages);
      assert.deepEqual([body.messages, repairs, losses], [[user("Time?"), ANSWER.message, result("c1", "12")], [], []]);
    }
  });

  test("usage without tokens is what was billed, rounded", () => {
    const usage = { billed_units: { input_tokens: 3.0, output_tokens: 2.4 } };
    const conversation = ConversationManager.from("cohere", [user("Hi")]);
    assert.deepEqual(conversation.addResponse("cohere", { ...ANSWER, usage }).tokens, { input: 3, output: 2 });
    assert.equal(conversation.addResponse("cohere", { role: "assistant", content: "Noon." }).tokens, undefined);
  });

  test("an answer that is converted is its message", () => {
    const { body, losses } = convert("cohere", "cohere", ANSWER, { openCalls: "drop", form: "list" });
    assert.deepEqual(body, [{ role: "assistant", content: [text("I look.")] }]);
    assert.deepEqual(losses.map(({ detail }) => detail), ["`finish_reason` is not part of the conversation, and was left out"]);
  });

  test("an error in place of an answer is refused with its words", () => {
    const conversation = ConversationManager.from("cohere", [user("Hi")]);
    assert.throws(() => conversation.addResponse("cohere", { id: "e", message: "invalid api token" }), { code: "invalid-message", message: /invalid api token/ });
  });

  test("`fit` keeps the caller's messages, in every form", () => {
    const messages = Array.from({ length: 30 }, (_, turn) => [user(`Question ${turn}. ${"word ".repeat(30)}`), { role: "assistant", tool_calls: [call(`c${turn}`)] }, result(`c${turn}`, "long ".repeat(80)), { role: "assistant", content: "Answer." }]).flat();
    const client = convert("cohere", "cohere", messages, { form: "camelCase" }).body.messages;
    for (const list of [messages, client]) {
      const fitted = fit("cohere", list, { maxTokens: 800 });
      assert.ok(fitted.tokens <= 800 && fitted.messages.length < list.length);
      assert.ok(fitted.messages.every((message) => list.includes(message) || message.role === "tool" || /^\[\d+ messages? left out(: [^\]]+)?\]$/.test(message.content)));
      if (list === messages) assert.deepEqual(faultsOf(fitted.messages), []);
      else assert.deepEqual(clientFaultsOf(fitted.messages), []);
      assert.deepEqual(fit("cohere", { model: "m", messages: list }, { maxTokens: 800 }).body.messages, fitted.messages);
    }
  });
});

describe("an invalid message is refused with its path", () => {
  const cases = [
    [{}, "invalid-message expected a list, found an object"],
    [[1], "invalid-message [0]: expected an object, found a number"],
    [[{ content: "Hi" }], "invalid-message [0].role: expected a string, found nothing"],
    [[{ role: "developer", content: "Hi" }], "invalid-role [0].role: Invalid role: developer. Must be one of system, user, assistant, tool"],
    [[{ role: "user" }], "invalid-message [0].content: expected a string or a list of blocks, found nothing"],
    [{ messages: [user([{ text: "Hi" }])] }, "invalid-message messages[0].content[0].type: expected a string, found nothing"],
    [[user([{ type: "text" }])], "invalid-message [0].content[0].text: expected a string, found nothing"],
    [[user([{ type: "image_url", image_url: "u" }])], "invalid-message [0].content[0].image_url: expected an object with a `url`"],
    [[user([{ type: "image_url", image_url: { url: 1 } }])], "invalid-message [0].content[0].image_url.url: expected a string, found a number"],
    [[{ role: "assistant", tool_calls: [{ id: 1 }] }], "invalid-message [0].tool_calls[0].id: expected a string, found a number"],
    [[{ role: "assistant", tool_calls: {} }], "invalid-message [0].tool_calls: expected a list, found an object"],
    [{ message: { role: "assistant", content: 1 } }, "invalid-message [0].message.content: expected a string or a list of blocks, found a number"],
  ];
  for (const [body, wanted] of cases) {
    test(JSON.stringify(body), () => {
      assert.throws(() => convert("cohere", "backscroll", body), ({ code, message, details }) => {
        assert.equal(`${code} ${message}`, wanted);
        const path = /^[^ ]+: /.test(message) ? message.slice(0, message.indexOf(":")) : undefined;
        assert.equal(details?.path, path);
        return true;
      });
    });
  }
});
