// Token counts of answers: those that can belong to the request correct the size of the history, others are reported and change nothing.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { LISTS, TARGETS } from "../../support/judges.mjs";
import { byTarget } from "../../support/targets.mjs";
import { PARAMS } from "../../support/conversation/waiting.mjs";

/** The bounds, as multiples of the estimate: the least, the least with media, and the most. */
const [LEAST, LEAST_OF_MEDIA, MOST] = [1 / 2, 1 / 10, 4];
/** Tokens of a short request, tokens that a provider may add to any request, and tokens that media may take. */
const [SHORT, HIDDEN, MEDIA] = [50, 20_000, 500_000];

/** An answer of each format whose report has this count of the prompt. */
const answerOf = byTarget({
  "openai-chat": (input) => ({ model: "m", choices: [{ message: { role: "assistant", content: "So." } }], usage: { prompt_tokens: input, completion_tokens: 1, total_tokens: input + 1 } }),
  anthropic: (input) => ({ role: "assistant", model: "m", content: [{ type: "text", text: "So." }], usage: { input_tokens: input, output_tokens: 1 } }),
  "openai-responses": (input) => ({ object: "response", model: "m", output: [{ type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text: "So.", annotations: [] }] }], usage: { input_tokens: input, output_tokens: 1, total_tokens: input + 1 } }),
  gemini: (input) => ({ modelVersion: "m", candidates: [{ content: { role: "model", parts: [{ text: "So." }] } }], usageMetadata: { promptTokenCount: input, candidatesTokenCount: 1 } }),
  bedrock: (input) => ({ output: { message: { role: "assistant", content: [{ text: "So." }] } }, usage: { inputTokens: input, outputTokens: 1, totalTokens: input + 1 } }),
});

const WORDS = "word ".repeat(60_000);
const SIZED = { type: "image", mediaType: "image/png", data: "aaaa", width: 1_000, height: 1_000 };
const PICTURE = { type: "image", url: "https://a.example/b.png" };

/** Asks and answers. Returns the estimate of the request, and by how much the history grew beyond the estimate of the answer. */
async function answered(target, countOf, content = WORDS) {
  const conversation = new ConversationManager();
  conversation.addMessage("user", content);
  const { tokens, body } = await conversation.prepare(target, PARAMS[target]);
  assert.ok(body[LISTS[target]].length > 0);
  const before = conversation.contextTokens;
  conversation.addResponse(target, answerOf[target](countOf(tokens)));
  const told = conversation.lastRepairs.filter(({ code }) => code === "usage-not-believed");
  const own = new ConversationManager();
  own.addMessage("assistant", "So.");
  return { conversation, told, estimate: tokens, excess: conversation.contextTokens - before - own.contextTokens };
}

const REFUSED = [
  ["one token", () => 1],
  ["two tokens", () => 2],
  ["a fifth of the estimate", (tokens) => Math.floor(tokens / 5)],
  ["less than half of what is not short", (tokens) => Math.ceil((tokens - SHORT) * LEAST) - 1],
  ["more than four times the estimate", (tokens) => MOST * tokens + HIDDEN + 1],
  ["ten times the estimate", (tokens) => 10 * tokens],
  ["a hundred times the estimate", (tokens) => 100 * tokens],
  ["1e15", () => 1e15],
  ["the largest whole number", () => Number.MAX_SAFE_INTEGER],
];

const BELIEVED = [
  ["the estimate itself", (tokens) => tokens],
  ["three fifths of the estimate", (tokens) => Math.floor(tokens * 0.6)],
  ["half as much again", (tokens) => Math.round(tokens * 1.5)],
  ["three times the estimate", (tokens) => 3 * tokens],
  ["the most that is believed", (tokens) => MOST * tokens + HIDDEN],
  ["the least that is believed", (tokens) => Math.ceil((tokens - SHORT) * LEAST)],
];

for (const target of TARGETS) {
  describe(target, () => {
    for (const [name, countOf] of REFUSED) {
      test(`not believed: ${name}`, async () => {
        const { told, excess, conversation, estimate } = await answered(target, countOf);
        assert.equal(told.length, 1);
        assert.equal(told[0].messageId, conversation.messages.at(-1).id);
        assert.ok(told[0].detail.includes(`${countOf(estimate)} tokens`) && told[0].detail.includes(String(estimate)), told[0].detail);
        assert.ok(Math.abs(excess) <= 8, `${excess} tokens`);
        // The report itself is kept: it is on the bill.
        assert.equal(conversation.messages.at(-1).tokens.input, countOf(estimate));
      });
    }

    for (const [name, countOf] of BELIEVED) {
      test(`believed: ${name}`, async () => {
        const { told, excess, estimate } = await answered(target, countOf);
        assert.deepEqual(told, []);
        // The history is as large as the provider says, also where that is less than the estimate.
        const expected = countOf(estimate) - estimate;
        assert.ok(Math.abs(excess - expected) <= 8, `${excess} of ${expected}`);
      });
    }

    test("zeros are of a server that counts nothing: the estimate stays, without a report", async () => {
      const { told, excess } = await answered(target, () => 0);
      assert.deepEqual(told, []);
      assert.ok(Math.abs(excess) <= 8);
    });

    test("a small request may have hidden instructions, and a picture its own size", async () => {
      const small = await answered(target, (tokens) => tokens + HIDDEN - 1, "Hello.");
      assert.deepEqual([small.told, small.excess > HIDDEN / 2], [[], true]);
      const hidden = await answered(target, (tokens) => MOST * tokens + HIDDEN + 1, "Hello.");
      assert.equal(hidden.told.length, 1);
      const picture = await answered(target, (tokens) => MOST * tokens + HIDDEN + MEDIA, [{ type: "text", text: "See." }, PICTURE]);
      assert.deepEqual([picture.told, picture.excess > MEDIA / 2], [[], true]);
      const film = await answered(target, (tokens) => MOST * tokens + HIDDEN + MEDIA + 1, [{ type: "text", text: "See." }, PICTURE]);
      assert.equal(film.told.length, 1);
    });

    test("media are guessed, so a tenth is believed, and it lowers the size only where nothing of it is unknown", async () => {
      const least = (tokens) => Math.ceil((tokens - SHORT) * LEAST_OF_MEDIA);
      for (const [picture, isLower] of [[SIZED, true], [PICTURE, false]]) {
        const content = [{ type: "text", text: WORDS }, picture];
        const little = await answered(target, least, content);
        assert.deepEqual([little.told, little.excess < -little.estimate / 2], [[], isLower]);
        if (!isLower) assert.ok(Math.abs(little.excess) <= 8, String(little.excess));
        assert.equal((await answered(target, (tokens) => least(tokens) - 1, content)).told.length, 1);
      }
    });

    test("a count of a request that the conversation did not write corrects nothing", () => {
      const conversation = new ConversationManager();
      conversation.addMessage("user", WORDS);
      const before = conversation.contextTokens;
      conversation.addResponse(target, answerOf[target](3 * before));
      assert.deepEqual(conversation.lastRepairs.filter(({ code }) => code === "usage-not-believed"), []);
      assert.ok(conversation.contextTokens - before < 20);
    });
  });
}
