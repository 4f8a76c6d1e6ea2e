// Gemini's signatures without text: a thought that shows only its signature, and a signature behind the text.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, convert } from "backscroll";
import "backscroll/ai-sdk";
import "backscroll/langchain";
import { judged } from "../../support/judges.mjs";

const PARTS = [{ thought: true, thoughtSignature: "c2ln" }, { text: "Noon." }, { thoughtSignature: "c2lo" }];
const user = (text) => ({ role: "user", parts: [{ text }] });
const BODY = { contents: [user("Time?"), { role: "model", parts: PARTS }, user("Thanks.")] };

/** Returns the model's parts in the next request of a conversation. */
function next(conversation) {
  const { body, repairs } = conversation.toRequest("gemini", { model: "gemini-3-pro" });
  assert.deepEqual(repairs, []);
  assert.equal(judged("gemini", body), null);
  return body.contents[1].parts;
}

/** Makes a conversation that the model answered with these parts. */
function answered(parts) {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Time?");
  conversation.addResponse("gemini", { candidates: [{ content: { role: "model", parts } }], modelVersion: "gemini-3-pro" });
  conversation.addMessage("user", "Thanks.");
  return conversation;
}

/** Converts to a format of programs and back. */
const by = (format) => () => convert(convert("gemini", format, BODY).body, format, "gemini").body.contents[1].parts;
/** Formats that keep a signature as a text of its own say so on the way back. */
const SPELLED = { "ai-sdk": [{ text: "", ...PARTS[0] }, PARTS[1], { text: "", ...PARTS[2] }], langchain: [PARTS[0], PARTS[1], { text: "", ...PARTS[2] }] };

const WAYS = {
  "a conversation that was begun with a body": [() => next(ConversationManager.from("gemini", BODY)), PARTS],
  "an answer": [() => next(answered(PARTS)), PARTS],
  "a snapshot": [() => next(ConversationManager.fromJSON(JSON.parse(JSON.stringify(answered(PARTS).toJSON())))), PARTS],
  "a body that is converted": [() => convert("gemini", "gemini", BODY).body.contents[1].parts, PARTS],
  "messages of the package": [by("backscroll"), PARTS],
  "AI SDK": [by("ai-sdk"), SPELLED["ai-sdk"]],
  LangChain: [by("langchain"), SPELLED.langchain],
};

describe("signatures without text go back to Gemini", () => {
  for (const [name, [way, expected]] of Object.entries(WAYS)) test(`from ${name}`, () => assert.deepEqual(way(), expected));

  test("when a thought is the whole message", () => {
    assert.deepEqual(next(answered([PARTS[0]])), [PARTS[0]]);
  });
});

test("for other targets they are reported, and leave no empty text", () => {
  for (const target of ["openai-chat", "openai-responses", "anthropic", "mistral", "bedrock"]) {
    const { body, losses, repairs } = convert("gemini", target, BODY);
    assert.deepEqual(repairs, [], target);
    assert.deepEqual(losses.map(({ code }) => code), ["reasoning-dropped", "field-dropped"], target);
    assert.ok(!JSON.stringify(body).includes('""'), JSON.stringify(body));
    assert.equal(judged(target, target === "openai-chat" ? { model: "gpt-5", ...body } : target === "anthropic" ? { model: "m", max_tokens: 9, ...body } : { model: "m", ...body })?.rule ?? null, null, target);
  }
});
