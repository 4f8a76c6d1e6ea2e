// The request that an answer answers: its reasoning and its usage belong to that request, also after previews, and in a copy.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { PARAMS } from "../../support/conversation/waiting.mjs";

const TARGET = "anthropic";
const params = PARAMS[TARGET];
const answer = {
  id: "m",
  model: params.model,
  role: "assistant",
  content: [{ type: "thinking", thinking: "Hm.", signature: "c2ln" }, { type: "text", text: "Done." }],
  usage: { input_tokens: 900, output_tokens: 5 },
};

const prepare = (conversation, options) => conversation.prepare(TARGET, params, options);
const preview = (conversation) => { conversation.toRequest(TARGET, params); };
const say = (conversation) => { conversation.addMessage("user", "And more."); };
const sayEarly = (conversation) => { const request = prepare(conversation); say(conversation); preview(conversation); return request; };
const answeredBriefly = (conversation) => { conversation.addResponse(TARGET, { ...answer, content: [{ type: "text", text: "Soon." }], usage: undefined }); };
const answered = (conversation) => { conversation.addResponse(TARGET, answer); };
const withPrompt = (conversation) => prepare(conversation, { systemPrompt: "Be long." });

function started() {
  const conversation = new ConversationManager({ systemPrompt: "Be brief." });
  conversation.addMessage("user", "Go on.");
  return conversation;
}

/** Returns true if the reasoning of the answer is sent again, and the tokens by which its usage raised the size. */
function outcome(conversation) {
  const before = conversation.contextTokens;
  answered(conversation);
  const { contextTokens } = conversation;
  conversation.addMessage("user", "Next?");
  const isSent = Buffer.from(conversation.toRequestBytes(TARGET, params)).includes("c2ln");
  return { isSent, isMeasured: contextTokens > before + 500 };
}

const KEPT = { isSent: true, isMeasured: true };
const VOID = { isSent: false, isMeasured: false };

/** The steps before the answer, and what becomes of its reasoning and of its usage. */
const ROWS = [
  ["prepared", [prepare], KEPT],
  ["written by toRequest", [preview], KEPT],
  ["prepared, and previewed since", [prepare, preview], KEPT],
  ["prepared before a message, which was previewed", [prepare, say, preview], VOID],
  ["prepared before a message, which was previewed before the request was awaited", [sayEarly], VOID],
  ["prepared again after the message", [prepare, say, preview, prepare, preview], KEPT],
  ["prepared with another prompt, and previewed with the own one", [withPrompt, preview], { isSent: false, isMeasured: true }],
  ["prepared with the own prompt, and previewed by bytes", [prepare, (own) => { own.toRequestBytes(TARGET, { ...params, max_tokens: 77 }); }], KEPT],
  ["written by toRequest before a message, and again after it", [preview, say, preview], KEPT],
  ["written by toRequest after an earlier answer", [prepare, answeredBriefly, say, preview], KEPT],
  ["prepared for this provider before a message, and for another one after it", [prepare, say, (own) => own.prepare("openai-chat", PARAMS["openai-chat"])], VOID],
];

const COPIES = {
  itself: (conversation) => conversation,
  "its snapshot": (conversation) => ConversationManager.fromJSON(JSON.stringify(conversation)),
  "a snapshot of its snapshot": (conversation) => ConversationManager.fromJSON(ConversationManager.fromJSON(conversation.toJSON()).toJSON()),
  "its fork": (conversation) => conversation.fork(),
};

for (const [copy, copied] of Object.entries(COPIES)) {
  describe(`the answer that is given to ${copy} answers the request that was`, () => {
    for (const [name, steps, expected] of ROWS) {
      test(name, async () => {
        const conversation = started();
        for (const step of steps) await step(conversation);
        assert.deepEqual(outcome(copied(conversation)), expected);
      });
    }
  });
}

describe("a copy", () => {
  test("knows that a change came after the request, also when the change is made in the copy", async () => {
    const conversation = started();
    await prepare(conversation);
    const copy = conversation.fork();
    say(copy);
    assert.deepEqual(outcome(copy), VOID);
    assert.deepEqual(outcome(conversation), KEPT);
  });

  test("with another estimator compares no usage with the estimate", async () => {
    const conversation = started();
    await prepare(conversation);
    const copy = ConversationManager.fromJSON(conversation.toJSON(), { estimator: "chars/4" });
    assert.deepEqual(outcome(copy), { isSent: true, isMeasured: false });
  });

  test("of a conversation whose request was answered remembers no request", async () => {
    const conversation = started();
    assert.equal("requests" in conversation.toJSON(), false);
    await prepare(conversation);
    assert.equal("requests" in conversation.toJSON(), true);
    answered(conversation);
    assert.equal("requests" in conversation.toJSON(), false);
  });

  test("knows that the answer of a program answers a request with another prompt", async () => {
    for (const copied of Object.values(COPIES)) {
      const conversation = started();
      await withPrompt(conversation);
      preview(conversation);
      const copy = copied(conversation);
      copy.addResponse("backscroll", [{ role: "assistant", model: params.model, content: [{ type: "reasoning", text: "Hm.", signature: "c2ln" }, { type: "text", text: "Done." }], extrasFrom: "anthropic" }]);
      copy.addMessage("user", "Next?");
      assert.equal(Buffer.from(copy.toRequestBytes(TARGET, params)).includes("c2ln"), false);
    }
  });
});

for (const [name, request] of Object.entries({
  "of nobody": {},
  "without a target": { since: "changed" },
  "for no provider": { target: "backscroll", since: "changed" },
  "since never": { target: "anthropic", since: "never" },
  "of a number for a model": { target: "anthropic", since: "changed", model: 5 },
  "of less than no tokens": { target: "anthropic", since: "unchanged", tokens: -1 },
})) {
  test(`a snapshot with a request ${name} is refused`, () => {
    const snapshot = { ...started().toJSON(), requests: [request] };
    assert.throws(() => ConversationManager.fromJSON(snapshot), (error) => error.code === "invalid-snapshot" && /requests\[0\]/.test(error.message));
  });
}
