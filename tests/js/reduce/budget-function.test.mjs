// `fitBudget` with a function as estimator, which the core cannot ask while it reduces.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, estimateTokens, fitBudget, trim } from "backscroll";
import { countTokens } from "backscroll/o200k";
import { codingRun } from "../../../scripts/keep/generated/coding.mjs";
import { serviceCall } from "../../../scripts/keep/generated/service.mjs";

const SEEDS = 6;
const SHARES = [0.15, 0.3, 0.5, 0.75, 0.9];

describe("with exact counts", () => {
  for (const by of ["need", "age"]) {
    for (const [kind, conversationOf] of Object.entries({ "coding agent": codingRun, service: serviceCall })) {
      test(`one reduction by ${by} is enough: ${kind}`, async () => {
        for (let seed = 0; seed < SEEDS; seed += 1) {
          const whole = ConversationManager.from("openai-chat", { messages: conversationOf(seed).messages });
          const total = estimateTokens(whole.messages, { estimator: countTokens });
          for (const share of SHARES) {
            const strategy = fitBudget({ by, reduceTo: 1 });
            let reductions = 0;
            const reduce = (context) => {
              reductions += 1;
              return strategy.reduce(context);
            };
            const conversation = ConversationManager.from("backscroll", whole.messages, { tokenLimit: Math.floor(total * share), estimator: countTokens, reduce });
            await conversation.prepare("openai-chat");
            assert.equal(reductions, 1, `seed ${seed}, ${share} of ${total} tokens`);
            conversation.dispose();
          }
          whole.dispose();
        }
      });
    }
  }

  for (const by of ["need", "age"]) {
    test(`a cut by ${by} meets each small window, however coarse its steps are`, async () => {
      const body = { model: "gpt-5", messages: serviceCall(3).messages.slice(0, 34) };
      const conversation = ConversationManager.from("openai-chat", body, { estimator: countTokens });
      for (let maxTokens = 400; maxTokens < 800; maxTokens += 3) {
        const copy = ConversationManager.fromJSON(conversation.toJSON(), { tokenLimit: maxTokens, estimator: countTokens, reduce: fitBudget({ by, jump: 1 }) });
        const { tokens } = await copy.prepare("openai-chat", { model: "gpt-5" });
        assert.ok(tokens <= maxTokens, `${tokens} of ${maxTokens}`);
        copy.dispose();
      }
    });
  }

  test("a cut by need fills the room, as with the estimates of the core", () => {
    for (const [kind, conversationOf] of Object.entries({ "coding agent": codingRun, service: serviceCall })) {
      for (const estimator of [countTokens, (text) => 1.15 * countTokens(text), "script"]) {
        let [used, room] = [0, 0];
        for (let seed = 0; seed < SEEDS; seed += 1) {
          const { messages } = conversationOf(seed);
          const whole = trim("openai-chat", { model: "gpt-5", messages }, { maxTokens: 1e9, estimator }).reduction.tokensBefore;
          const maxTokens = Math.floor(whole * 0.3);
          const { tokensAfter } = trim("openai-chat", { model: "gpt-5", messages }, { maxTokens, estimator }).reduction;
          assert.ok(tokensAfter <= maxTokens, `${kind}, seed ${seed}: ${tokensAfter} of ${maxTokens}`);
          [used, room] = [used + tokensAfter, room + maxTokens];
        }
        assert.ok(used > 0.97 * room, `${kind}, ${estimator}: ${used} of ${room} tokens are used`);
      }
    }
  });
});
