// Answers of Gemini 4 that stop at the limit of one response (`CONTINUATION`) and are continued by their token.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, sanitize, validate } from "backscroll";
import { readStream } from "backscroll/stream";
import { objection } from "../../support/judges.mjs";
import { streamOf } from "../../support/stream/recorded.mjs";

const target = "gemini";
const model = "gemini-4-argon";
const params = { model, generationConfig: { maxOutputTokens: 100_000 } };
const hop = (text, token, finishReason = token === undefined ? "STOP" : "CONTINUATION") => ({
  candidates: [{ content: { role: "model", parts: [{ text }] }, finishReason, ...(token !== undefined && { continuationToken: token }) }],
  modelVersion: "gemini-4-argon-001",
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5 },
});

function asked() {
  const conversation = new ConversationManager();
  conversation.addMessage("system", "Be thorough.");
  conversation.addMessage("user", "Write a book.");
  return conversation;
}
const codes = ({ repairs }) => repairs.map(({ code }) => code);

describe("an answer that stopped at the limit of one response", () => {
  test("is continued by the same request with its token, as often as it takes, from a snapshot too", () => {
    let conversation = asked();
    const first = conversation.toRequest(target, params);
    assert.deepEqual(conversation.addResponse(target, hop("One", "dG9rZW4x")).notices, [{ kind: "unfinished", token: "dG9rZW4x" }]);
    const second = conversation.toRequest(target, params);
    assert.deepEqual([second.body, codes(second)], [{ ...first.body, continuationToken: "dG9rZW4x" }, ["answer-continued"]]);
    assert.equal(objection(target, second.body), null);
    assert.deepEqual(sanitize(target, second.body, { capabilities: { model } }), { body: second.body, repairs: [] });
    assert.deepEqual(validate(target, second.body, { capabilities: { model } }), []);
    conversation.addResponse(target, hop(", two", "dG9rZW4y"));
    conversation = ConversationManager.fromJSON(JSON.stringify(conversation));
    const third = conversation.toRequest(target, params);
    assert.deepEqual([third.body, codes(third)], [{ ...first.body, continuationToken: "dG9rZW4y" }, ["answer-continued", "answer-continued"]]);
    conversation.addResponse(target, hop(", three."));
    conversation.addMessage("user", "Thanks.");
    const { body, repairs } = conversation.toRequest(target, params);
    assert.deepEqual(repairs, []);
    const texts = body.contents.map(({ role, parts }) => [role, parts.map(({ text }) => text).join("")]);
    assert.deepEqual(texts, [["user", "Write a book."], ["model", "One, two, three."], ["user", "Thanks."]]);
    assert.equal("continuationToken" in body, false);
  });

  const OTHERS = [
    ["the user speaks", (conversation) => conversation.addMessage("user", "Stop."), params],
    ["another model is asked", () => {}, { model: "gemini-3.5-flash" }],
    ["another provider is asked", () => {}, { model: "gpt-5" }, "openai-chat"],
  ];
  for (const [name, change, request, format = target] of OTHERS) {
    test(`is an ordinary answer when ${name}`, () => {
      const conversation = asked();
      conversation.toRequest(target, params);
      conversation.addResponse(target, hop("One", "dG9rZW4x"));
      change(conversation);
      const { body } = conversation.toRequest(format, request);
      assert.equal(JSON.stringify(body).includes("dG9rZW4x"), false);
      assert.equal(JSON.stringify(body).includes("One"), true);
    });
  }

  test("keeps the token of the caller", () => {
    const conversation = asked();
    conversation.toRequest(target, params);
    conversation.addResponse(target, hop("One", "dG9rZW4x"));
    const { body } = conversation.toRequest(target, { ...params, continuationToken: "b3du" });
    assert.deepEqual([body.continuationToken, body.contents.length], ["b3du", 1]);
  });

  test("is prepared, sent as bytes and kept within the window like other requests", async () => {
    const conversation = asked();
    conversation.toRequest(target, params);
    conversation.addResponse(target, hop("One", "dG9rZW4x"));
    const { body } = await conversation.prepare(target, params);
    assert.equal(body.continuationToken, "dG9rZW4x");
    const bytes = JSON.parse(new TextDecoder().decode(conversation.toRequestBytes(target, params)));
    assert.deepEqual(bytes, body);
  });

  test("has the newest token of its stream; a token before a natural end counts for nothing", async () => {
    const chunk = (text, fields) => ({ candidates: [{ content: { role: "model", parts: [{ text }] }, index: 0, ...fields }], modelVersion: "gemini-4-argon-001" });
    const read = async (chunks) => {
      const bytes = new TextEncoder().encode(chunks.map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`).join(""));
      const { response } = await readStream(target, streamOf([bytes])).result();
      return asked().addResponse(target, response);
    };
    const checkpoint = chunk("One", { continuationToken: "dG9rZW4x" });
    const stopped = await read([checkpoint, chunk(", two", { continuationToken: "dG9rZW4y", finishReason: "CONTINUATION" })]);
    assert.deepEqual([stopped.content, stopped.notices], ["One, two", [{ kind: "unfinished", token: "dG9rZW4y" }]]);
    const broken = await read([checkpoint]);
    assert.deepEqual(broken.notices, [{ kind: "unfinished", token: "dG9rZW4x" }]);
    const ended = await read([checkpoint, chunk(".", { finishReason: "STOP" })]);
    assert.equal(ended.notices, undefined);
  });
});
