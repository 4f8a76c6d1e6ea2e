// Messages of AG-UI: all roles come back equal, the protocol's own schemas accept what is written, and what they cannot hold is reported.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { MessageSchema } from "@ag-ui/core/schemas";
import { ConversationManager, convert, fit, validate } from "backscroll";
import { agUi } from "backscroll/ag-ui";
import { z } from "zod";
import { FORMATS, TARGETS, randomConversation } from "../../support/formats/all.mjs";
import { runs } from "../../support/runs.mjs";

const FORMAT = "ag-ui";
const Messages = z.array(MessageSchema);

/** Fails if a list breaks the schema. */
function check(messages) {
  const { error } = Messages.safeParse(messages);
  assert.equal(error, undefined, `${error && z.prettifyError(error)}\n${JSON.stringify(messages)}`);
  const ids = messages.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, `ids are not unique: ${ids.join()}`);
}

const user = (id, content, more) => ({ id, role: "user", content, ...more });
const says = (id, content, more) => ({ id, role: "assistant", content, ...more });
const call = (id, given = '{"city":"Oslo"}', more) => ({ id, type: "function", function: { name: "weather", arguments: given }, ...more });
const calls = (id, ...toolCalls) => ({ id, role: "assistant", toolCalls });
const tool = (id, toolCallId, content = "Rain.", more) => ({ id, role: "tool", content, toolCallId, ...more });
const thinks = (id, content, more) => ({ id, role: "reasoning", content, ...more });
const shows = (id, more) => ({ id, role: "activity", activityType: "plan", content: { steps: ["look"] }, ...more });
const media = (type, source, more) => ({ type, source, ...more });
const PNG = "iVBORw0KGgo=";

/** Rows: what it is, and the messages. */
const EQUAL = [
  ["words", [user("1", "Hi"), says("2", "Hello"), user("3", "More")]],
  ["instructions of two roles", [{ id: "1", role: "system", content: "Be brief." }, { id: "2", role: "developer", content: "Be kind." }, user("3", "Hi"), { id: "4", role: "developer", content: "Now." }, user("5", "a")]],
  ["names", [user("1", "Hi", { name: "ann" }), says("2", "Hello", { name: "bot" }), { id: "3", role: "system", content: "a", name: "us" }]],
  ["metadata, subagents and values that are encrypted", [user("1", "Hi", { metadata: { a: null }, encryptedValue: "e" }), says("2", "Hello", { subagentRunId: "s", metadata: { b: 1 }, encryptedValue: "f" }), { id: "3", role: "system", content: "a", metadata: {} }, user("4", "b")]],
  ["calls and results", [user("1", "Hi"), { ...calls("2", call("a"), call("b", '{"days":[1.0]}')), content: "I look." }, tool("3", "a"), tool("4", "b", ""), says("5", "Rain.")]],
  ["a call with an empty text, with extras, and with arguments that break off", [user("1", "Hi"), { ...calls("2", call("a", "{}", { encryptedValue: "e", metadata: { x: 1 } }), call("b", '{"ci'), call("c", "")), content: "" }, tool("3", "a"), tool("4", "b"), tool("5", "c")]],
  ["results that failed", [user("1", "Hi"), calls("2", call("a"), call("b"), call("c")), tool("3", "a", "No such city.", { error: "No such city." }), tool("4", "b", "", { error: "Timeout." }), tool("5", "c", "Half.", { error: "Timeout.", metadata: { m: 1 } })]],
  ["results with pictures", [user("1", "Hi"), calls("2", call("a")), tool("3", "a", [{ type: "text", text: "See" }, media("image", { type: "data", value: PNG, mimeType: "image/png" })])]],
  ["media of users", [user("1", [{ type: "text", text: "See", id: "p", metadata: { a: 1 } }, media("image", { type: "url", value: "https://a.test/a.png", mimeType: "image/png" }, { id: "q" }), media("image", { type: "url", value: "https://a.test/a" }), media("audio", { type: "data", value: "UklGRiQAAABXQVZF", mimeType: "audio/wav" }), media("document", { type: "file", value: "file_1", provider: "openai" }), media("document", { type: "data", value: "JVBERg==", mimeType: "application/pdf" })])]],
  ["films, new parts, and data URLs", [user("1", [media("video", { type: "url", value: "https://a.test/a.mp4" }), media("image", { type: "url", value: `data:image/png;base64,${PNG}` }), media("image", { type: "url", value: "blob:https://a.test/1" })])]],
  ["reasoning before an answer", [user("1", "Hi"), thinks("2", "Hm"), thinks("3", "So", { encryptedValue: "e", metadata: { a: 1 } }), says("4", "Hello"), user("5", "a")]],
  ["reasoning before calls", [user("1", "Hi"), thinks("2", "Hm"), calls("3", call("a")), tool("4", "a"), thinks("5", "So"), says("6", "Rain.")]],
  ["reasoning without an answer", [user("1", "Hi"), thinks("2", "Hm"), user("3", "a"), thinks("4", "So")]],
  ["activities anywhere", [shows("1"), user("2", "Hi"), shows("3", { metadata: { a: 1 }, subagentRunId: "s" }), says("4", "Hello"), shows("5"), user("6", "a"), shows("7")]],
  ["activities behind calls, and behind results", [user("1", "Hi"), says("2", "I look.", { toolCalls: [call("a")] }), shows("3"), thinks("4", "Hm"), tool("5", "a"), shows("6"), says("7", "Rain.")]],
  ["answers that say nothing", [user("1", "Hi"), { id: "2", role: "assistant" }, says("3", ""), thinks("4", "Hm"), says("5", ""), thinks("6", "Hm"), { id: "7", role: "assistant" }, user("8", "a")]],
  ["several answers in a row", [user("1", "Hi"), says("2", "a"), says("3", "b"), user("4", "c")]],
];

/** The messages that the format reads, as messages of this package. */
const neutralOf = (messages) => agUi.read(messages, { messageBytes: Infinity }).messages.map(({ message }) => message);

describe("a list comes back equal", () => {
  for (const [what, messages] of EQUAL) {
    test(what, () => {
      check(messages);
      const { body, losses, repairs } = convert("backscroll", FORMAT, neutralOf(messages));
      check(body);
      assert.deepEqual([body, losses, repairs], [messages, [], []], "by way of neutral messages");
      const conversation = ConversationManager.from("backscroll", neutralOf(messages));
      assert.deepEqual(convert("backscroll", FORMAT, conversation.messages).body, messages, "by way of a conversation");
    });
  }

  test("as it is, and as the input of a run", () => {
    for (const [what, messages] of EQUAL) {
      const { body, losses, repairs } = convert(FORMAT, FORMAT, messages);
      assert.deepEqual([body, losses, repairs], [messages, [], []], what);
      const input = { threadId: "t", runId: "r", messages };
      assert.deepEqual(convert(FORMAT, FORMAT, input).losses.map(({ detail }) => /`(\w+)`/.exec(detail)[1]), ["threadId", "runId"]);
      assert.deepEqual(ConversationManager.from(FORMAT, messages).messages.length, neutralOf(messages).length);
    }
  });

  test("parts of versions before 1.0 are media", () => {
    const given = [user("1", [{ type: "binary", mimeType: "image/png", data: PNG }, { type: "binary", mimeType: "application/pdf", url: "https://a.test/a.pdf" }, { type: "binary", mimeType: "audio/wav", id: "f" }])];
    const { body } = convert(FORMAT, FORMAT, given);
    check(body);
    assert.deepEqual(body[0].content, [media("image", { type: "data", value: PNG, mimeType: "image/png" }), media("document", { type: "url", value: "https://a.test/a.pdf", mimeType: "application/pdf" }), media("audio", { type: "file", value: "f", mimeType: "audio/wav" })]);
  });

  test("an answer of calls alone says nothing, with and without its results", () => {
    const asked = [user("1", "Hi"), calls("2", call("a"))];
    for (const list of [asked, [...asked, tool("3", "a")]]) assert.equal(neutralOf(list)[1].content, null);
  });

  test("an activity among results stands before them", () => {
    const [asked, called, one, shown, two] = [user("1", "Hi"), calls("2", call("a"), call("b")), tool("3", "a"), shows("4"), tool("5", "b")];
    assert.deepEqual(convert("backscroll", FORMAT, neutralOf([asked, called, one, shown, two])).body, [asked, called, shown, one, two]);
  });
});

describe("other formats are written by the schema", () => {
  test("random conversations, from every format", () => {
    let written = 0;
    for (let seed = 1; seed <= runs({ few: 60, all: 300 }); seed += 1) {
      const conversation = randomConversation(seed);
      for (const from of [...FORMATS, "opentelemetry"]) {
        let body = conversation;
        try {
          if (from !== "backscroll") body = convert("backscroll", from, conversation).body;
          body = convert(from, FORMAT, body).body;
        } catch (error) {
          assert.ok(error.code === "nothing-to-send" || error.code === "wrong-format", error);
          continue;
        }
        check(body);
        written += 1;
      }
    }
    assert.ok(written > 300, String(written));
  });

  test("an answer with thinking around its words and calls", () => {
    const thought = (text) => ({ type: "reasoning", text });
    const { body, losses } = convert("backscroll", FORMAT, [
      { id: "u", role: "user", content: "Hi" },
      { id: "a", role: "assistant", content: [thought("Hm"), { type: "text", text: "I look." }, thought("So")], toolCalls: [{ id: "c", name: "weather", arguments: { city: "Oslo" } }] },
      { id: "t", role: "tool", toolCallId: "c", content: "No such city.", isError: true },
    ]);
    check(body);
    assert.deepEqual(body, [user("u", "Hi"), thinks("a:reasoning:0", "Hm"), says("a:text:2", "I look."), thinks("a:reasoning:1", "So"), calls("a", call("c")), tool("t", "c", "No such city.", { error: "No such city." })]);
    assert.deepEqual(losses, []);
  });

  /** Rows: the reported code, words of the report, and the message. */
  const LOSSES = [
    ["reasoning-dropped", /no text/, { role: "assistant", content: [{ type: "reasoning", encrypted: "zz", origin: { format: "anthropic" } }, { type: "text", text: "a" }] }],
    ["field-dropped", /`signature`/, { role: "assistant", content: [{ type: "reasoning", text: "Hm", signature: "s", origin: { format: "anthropic" } }] }],
    ["field-dropped", /`name`/, { role: "user", content: [{ type: "file", name: "a.pdf", mediaType: "application/pdf", data: "JVBERg==" }] }],
    ["field-dropped", /`cache_control`/, { role: "user", content: [{ type: "text", text: "a", cache_control: { type: "ephemeral" } }] }],
    ["media-replaced", /image/, { role: "assistant", content: [{ type: "text", text: "a" }, { type: "image", mediaType: "image/png", data: PNG }] }],
    ["written-as-text", /refusal/, { role: "assistant", content: [{ type: "refusal", text: "No." }] }],
  ];
  for (const [code, detail, message] of LOSSES) {
    test(`${code}: ${detail}`, () => {
      const { body, losses, repairs } = convert("backscroll", FORMAT, [{ role: "user", content: "Hi" }, message]);
      check(body);
      assert.ok([...losses, ...repairs].some((one) => one.code === code && detail.test(one.detail)), JSON.stringify([losses, repairs]));
    });
  }
});

describe("providers accept what is read", () => {
  const messages = [{ id: "0", role: "developer", content: "Be brief." }, user("1", "Hi", { metadata: { a: 1 } }), thinks("2", "Hm", { encryptedValue: "e" }), says("3", "I look.", { toolCalls: [call("a"), call("b")] }), shows("4"), tool("5", "a"), tool("6", "b", "", { error: "Timeout." }), shows("7"), says("8", "Rain."), user("9", "Thanks")];

  for (const target of TARGETS) {
    test(target, () => {
      const { body, losses } = convert("backscroll", target, neutralOf(messages));
      // Without declared tools, Bedrock refuses calls.
      const tools = target === "bedrock" && { toolConfig: { tools: [{ toolSpec: { name: "weather", inputSchema: { json: { type: "object" } } } }] } };
      assert.deepEqual(validate(target, { ...body, ...tools }).filter(({ isParameter }) => isParameter !== true), []);
      const said = JSON.stringify(body);
      for (const words of ["Be brief.", "I look.", "Timeout.", "Rain.", "Thanks"]) assert.ok(said.includes(words), words);
      assert.ok(!said.includes("steps"));
      const codes = losses.map(({ code }) => code);
      for (const code of ["part-dropped", "reasoning-dropped", "field-dropped"]) assert.ok(codes.includes(code), `${code}: ${JSON.stringify(losses)}`);
    });
  }
});

describe("a body that is wrong is refused, with its place", () => {
  const cases = [
    [{ model: "m" }, "invalid-message", /^messages: expected a list, found nothing/],
    [[7], "invalid-message", /^\[0\]: expected an object/],
    [[{ id: "1", content: "a" }], "invalid-message", /^\[0\]\.role: expected a string, found nothing/],
    [[{ id: "1", role: "bot", content: "a" }], "invalid-role", /^\[0\]\.role: Invalid role: bot\. Must be one of developer, system, user, assistant, tool, activity, reasoning/],
    [[{ id: "1", role: "user" }], "invalid-message", /^\[0\]\.content: expected a string or a list of parts, found nothing/],
    [[user("1", [{ type: "image" }])], "invalid-message", /^\[0\]\.content\[0\]\.source: expected an object/],
    [[{ id: "1", role: "system", content: [] }], "invalid-message", /^\[0\]\.content: expected a string/],
    [[{ id: "1", role: "assistant", toolCalls: {} }], "invalid-message", /^\[0\]\.toolCalls: expected a list/],
    [[{ id: "1", role: "activity", content: {} }], "invalid-message", /^\[0\]\.activityType: expected a string/],
  ];
  for (const [body, code, message] of cases) {
    test(JSON.stringify(body), () => {
      assert.throws(() => convert(FORMAT, "backscroll", body), (error) => (error.code === code && message.test(error.message)) || assert.fail(error));
    });
  }
});

describe("`fit`", () => {
  const turn = (at) => [user(`u${at}`, `Question ${at}? ${"Think of the harbour. ".repeat(20)}`), thinks(`r${at}`, "Hm"), shows(`s${at}`), says(`a${at}`, `Answer ${at}. ${"Rain. ".repeat(40)}`)];
  const messages = [1, 2, 3, 4, 5].flatMap(turn);

  test("keeps the messages that stay as they are, each with its reasoning and its activities", async () => {
    for (const input of [messages, { threadId: "t", messages }]) {
      const { messages: list, body } = await fit(agUi, input, { maxTokens: 500 });
      const kept = list ?? body.messages;
      check(kept);
      assert.ok(kept.length < messages.length && kept.includes(messages.at(-1)), JSON.stringify(kept));
      for (const item of kept.filter(({ role, id }) => role === "assistant" && id.startsWith("a"))) {
        const number = item.id.slice(1);
        for (const id of [`r${number}`, `s${number}`]) assert.ok(kept.some((one) => one.id === id), `${id} of ${item.id}`);
      }
    }
  });
});
