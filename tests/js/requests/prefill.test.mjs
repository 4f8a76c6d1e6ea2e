// Prefill: models that continue a last assistant message get it unchanged; for other models a user turn is added.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, sanitize, validate } from "backscroll";
import { judged } from "../../support/judges.mjs";

const said = (text) => ({ type: "text", text });
const FORMS = {
  anthropic: (model, words) => ({ model, max_tokens: 64, messages: [{ role: "user", content: [said("Answer in JSON.")] }, { role: "assistant", content: [said(words)] }] }),
  bedrock: (modelId, words) => ({ modelId, messages: [{ role: "user", content: [{ text: "Answer in JSON." }] }, { role: "assistant", content: [{ text: words }] }] }),
  gemini: (model, words) => ({ model, contents: [{ role: "user", parts: [{ text: "Answer in JSON." }] }, { role: "model", parts: [{ text: words }] }] }),
};

/** A rule that an unknown model may enforce: a request that is written follows it, and a sound body is left as it is. */
const maybe = (rule) => ({ maybe: rule });

/** Models and the rule that they enforce; null where they continue the assistant's message. */
const MODELS = {
  anthropic: {
    "claude-haiku-4-5-20251001": null,
    "claude-sonnet-4-20250514": null,
    "claude-opus-4-1": null,
    "claude-3-5-sonnet-latest": null,
    "claude-3-haiku-20240307": null,
    "claude-opus-4-6": "AN11",
    "claude-sonnet-5-5": "AN11",
    "my-model": maybe("AN11"),
  },
  bedrock: {
    "us.anthropic.claude-sonnet-4-5-20250929-v1:0": null,
    "anthropic.claude-3-5-sonnet-20240620-v1:0": null,
    "us.amazon.nova-2-lite-v1:0": null,
    "us.anthropic.claude-opus-4-6-v1": "BE17",
    "meta.llama3-3-70b-instruct-v1:0": "BE15",
    "arn:aws:bedrock:us-east-1:1:application-inference-profile/x": maybe("BE17"),
  },
  gemini: { "gemini-2.5-flash": null, "gemini-3.5-flash": null, "gemini-3.5-flash-lite": "GE10", "gemini-3.6-flash": "GE10", "gemini-flash-latest": maybe("GE10") },
};

/** Returns options that name the model to the strict provider, where the body does not. */
const provider = (target, model) => (target === "bedrock" ? { model: /claude/.test(model) ? "claude" : /nova|meta/.test(model) ? "other" : "any" } : undefined);

for (const [target, models] of Object.entries(MODELS)) {
  describe(target, () => {
    for (const [model, known] of Object.entries(models)) {
      const rule = known?.maybe ?? known;
      if (rule !== known) {
        test(`${model}: the words stay in a body, for the model is unknown`, () => {
          const given = FORMS[target](model, "{");
          assert.deepEqual(sanitize(target, given), { body: given, repairs: [] });
          assert.deepEqual(validate(target, given), []);
        });
      } else test(`${model}: ${rule === null ? "the words stay" : `a turn of the user is added (${rule})`}`, () => {
        const given = FORMS[target](model, "{");
        const { body, repairs } = sanitize(target, given);
        assert.deepEqual(repairs.map((repair) => repair.rule), rule === null ? [] : [rule]);
        assert.deepEqual(validate(target, given).map((violation) => violation.rule), rule === null ? [] : [rule]);
        if (rule === null) assert.deepEqual(body, given);
        assert.equal(judged(target, body, provider(target, model)), null);
        assert.equal(judged(target, given, provider(target, model)) === null, rule === null);
      });

      test(`${model}: a conversation's request equals the repaired body`, () => {
        const conversation = new ConversationManager();
        conversation.addMessage("user", "Answer in JSON.");
        conversation.addMessage("assistant", "{");
        const { body, repairs } = conversation.toRequest(target, target === "bedrock" ? { modelId: model } : { model, max_tokens: 64 });
        assert.deepEqual(repairs.map((repair) => repair.rule), rule === null ? [] : [rule]);
        const list = body.messages ?? body.contents;
        assert.equal(list.at(-1).role === "user", rule !== null);
      });

      test(`${model}: \`capabilities.prefill\` has the last word`, () => {
        const given = FORMS[target](model, "{");
        assert.deepEqual(sanitize(target, given, { capabilities: { prefill: true } }), { body: given, repairs: [] });
        assert.deepEqual(sanitize(target, given, { capabilities: { prefill: false } }).repairs.map(({ code }) => code), ["user-message-added"]);
      });
    }
  });
}
