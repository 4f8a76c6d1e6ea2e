// An answer of one vendor or format in the request for another: which fields go on, under which name, and that a loss is reported.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, sanitize } from "backscroll";
import { TARGETS, objection, objectionOfVendor } from "../../support/judges.mjs";
import { byTarget } from "../../support/targets.mjs";
import { PARAMS } from "../../support/conversation/waiting.mjs";

const chat = "openai-chat";
const ANNOTATIONS = [{ type: "url_citation", url_citation: { url: "https://a.example", title: "A", start_index: 0, end_index: 2 } }];
const CONTENT = { reasoning_content: "Hm." };
const SHORT = { reasoning: "Hm." };

/**
 * The vendors: `reasoning` is what becomes of their `reasoning_content` in a request, and `inBody` in a caller's body, where that differs.
 * `annotations`: a caller's body keeps them. `refusal`: it goes back; absent where no source says so.
 */
const VENDORS = {
  openai: { reasoning: {}, annotations: true, refusal: true },
  azure: { reasoning: CONTENT, annotations: true, refusal: true },
  deepseek: { reasoning: CONTENT, annotations: true, refusal: true },
  kimi: { reasoning: CONTENT, annotations: true, refusal: true },
  glm: { reasoning: CONTENT, annotations: true, refusal: true },
  qwen: { reasoning: CONTENT, annotations: true, refusal: true },
  minimax: { reasoning: CONTENT, annotations: true, refusal: true },
  xai: { reasoning: CONTENT, annotations: true, refusal: true },
  groq: { reasoning: SHORT, annotations: false },
  cerebras: { reasoning: SHORT, annotations: false },
  together: { reasoning: CONTENT, annotations: true, refusal: true },
  fireworks: { reasoning: CONTENT, annotations: true, refusal: true },
  openrouter: { reasoning: SHORT, annotations: true, refusal: true },
  vllm: { reasoning: CONTENT, annotations: true, refusal: true },
  sglang: { reasoning: CONTENT, annotations: true, refusal: true },
  ollama: { reasoning: CONTENT, annotations: true, refusal: true },
  "lm-studio": { reasoning: CONTENT, annotations: true, refusal: true },
  "llama-cpp": { reasoning: CONTENT, annotations: true, refusal: true },
  litellm: { reasoning: CONTENT, annotations: true, refusal: true },
  gemini: { reasoning: {}, inBody: CONTENT, annotations: true, refusal: true },
  mistral: { reasoning: {}, annotations: false },
  perplexity: { reasoning: CONTENT, annotations: true, refusal: true },
  nvidia: { reasoning: CONTENT, annotations: true, refusal: true },
  deepinfra: { reasoning: CONTENT, annotations: true, refusal: true },
  cloudflare: { reasoning: CONTENT, annotations: true, refusal: true },
};

/** A conversation that this vendor answered with these fields. */
function answeredBy(vendor, fields) {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Look.");
  conversation.toRequest(chat, { model: "m-1" }, { vendor });
  conversation.addResponse(chat, { model: "m-1", choices: [{ message: { role: "assistant", content: "So.", ...fields } }] });
  conversation.addMessage("user", "Go on.");
  return conversation;
}

/** The fields of the answer in a body, beside its words. */
const beside = ({ messages: [, { role, content, ...fields }] }) => fields;

/** The answer's fields in the request for a vendor, and in a caller's body of them. */
function outcomes(maker, vendor, fields) {
  const written = answeredBy(maker, fields).toRequest(chat, { model: "m-1" }, { vendor });
  const messages = [{ role: "user", content: "Look." }, { role: "assistant", content: "So.", ...fields }, { role: "user", content: "Go on." }];
  const mended = sanitize(chat, { model: "m-1", messages }, { vendor });
  for (const { body } of [written, mended]) assert.equal(objectionOfVendor(chat, body), null);
  assert.deepEqual(sanitize(chat, written.body, { vendor }).repairs, []);
  const codes = ({ repairs }) => repairs.map(({ code }) => code);
  return { written: beside(written.body), told: codes(written), mended: beside(mended.body), mendedTold: codes(mended) };
}

describe("an answer of a vendor goes back to it", () => {
  for (const [vendor, { reasoning, inBody = reasoning, annotations, refusal }] of Object.entries(VENDORS)) {
    test(`${vendor}: \`reasoning_content\``, () => {
      const { written, told, mended, mendedTold } = outcomes(vendor, vendor, CONTENT);
      const code = { [JSON.stringify(CONTENT)]: [], [JSON.stringify(SHORT)]: ["field-dropped"], "{}": ["reasoning-dropped"] };
      assert.deepEqual([written, told], [reasoning, code[JSON.stringify(reasoning)]]);
      assert.deepEqual([mended, mendedTold], [inBody, code[JSON.stringify(inBody)]]);
    });

    test(`${vendor}: \`annotations\``, () => {
      const { written, told, mended, mendedTold } = outcomes(vendor, vendor, { annotations: ANNOTATIONS });
      assert.deepEqual([written, told], [{}, ["field-dropped"]]);
      assert.deepEqual([mended, mendedTold], annotations ? [{ annotations: ANNOTATIONS }, []] : [{}, ["field-dropped"]]);
      assert.deepEqual(outcomes(vendor, vendor, { annotations: [] }).written, {});
    });

    if (refusal === undefined) continue;
    test(`${vendor}: \`refusal\``, () => {
      const { written, told, mended, mendedTold } = outcomes(vendor, vendor, { content: null, refusal: "No." });
      assert.deepEqual([written, told, mended, mendedTold], [{ refusal: "No." }, [], { refusal: "No." }, []]);
    });
  }
});

describe("an answer of a vendor goes to another vendor without what that vendor did not make", () => {
  for (const maker of Object.keys(VENDORS)) {
    test(maker, () => {
      for (const vendor of Object.keys(VENDORS).filter((name) => name !== maker)) {
        const { written, told } = outcomes(maker, vendor, { ...CONTENT, annotations: ANNOTATIONS });
        assert.deepEqual(written, {}, vendor);
        assert.deepEqual([...told].sort(), ["field-dropped", "reasoning-dropped"], vendor);
      }
    });
  }
});

describe("an answer of a vendor goes to another format with its words alone", () => {
  for (const vendor of Object.keys(VENDORS)) {
    test(vendor, () => {
      const conversation = answeredBy(vendor, { ...CONTENT, annotations: ANNOTATIONS });
      for (const target of TARGETS.filter((name) => name !== chat)) {
        const { body, repairs } = conversation.toRequest(target, PARAMS[target]);
        const text = JSON.stringify(body);
        assert.ok(text.includes("So.") && !text.includes("Hm.") && !text.includes("a.example"), `${target}: ${text}`);
        assert.deepEqual(repairs.map(({ code }) => code).sort(), ["field-dropped", "reasoning-dropped"], target);
        assert.equal(objection(target, body), null, target);
      }
    });
  }
});

/** Answers of each format with reasoning, words and what only that format has. */
const ANSWERS = byTarget({
  "openai-chat": { model: "deepseek-chat", choices: [{ message: { role: "assistant", content: "So.", ...CONTENT } }] },
  anthropic: { role: "assistant", model: "claude-sonnet-5-5", content: [{ type: "thinking", thinking: "Hm.", signature: "c2lnbmVk" }, { type: "text", text: "So." }] },
  "openai-responses": { object: "response", model: "gpt-5", output: [{ type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Hm." }], encrypted_content: "b3BhcXVl" }, { type: "message", id: "msg_1", role: "assistant", status: "completed", content: [{ type: "output_text", text: "So.", annotations: [] }] }] },
  gemini: { modelVersion: "gemini-3.6-flash", candidates: [{ content: { role: "model", parts: [{ text: "Hm.", thought: true }, { text: "So.", thoughtSignature: "c2lnbmVk" }] } }] },
  bedrock: { output: { message: { role: "assistant", content: [{ reasoningContent: { reasoningText: { text: "Hm.", signature: "c2lnbmVk" } } }, { text: "So." }] } } },
  mistral: { model: "magistral-medium-latest", choices: [{ message: { role: "assistant", content: [{ type: "thinking", thinking: [{ type: "text", text: "Hm." }] }, { type: "text", text: "So." }] } }] },
});

describe("an answer of a format goes to each vendor, and to each other format, without its reasoning", () => {
  for (const format of TARGETS) {
    test(format, () => {
      const conversation = new ConversationManager();
      conversation.addMessage("user", "Look.");
      conversation.toRequest(format, { ...PARAMS[format], ...(format === chat && { model: "deepseek-chat" }) });
      conversation.addResponse(format, ANSWERS[format]);
      conversation.addMessage("user", "Go on.");
      const places = [...TARGETS.filter((target) => target !== chat && target !== format).map((target) => [target, PARAMS[target]]), ...(format === chat ? [] : Object.keys(VENDORS).map((vendor) => [chat, { model: "m-1" }, { vendor }]))];
      for (const [target, params, options] of places) {
        const { body, repairs } = conversation.toRequest(target, params, options);
        const text = JSON.stringify(body);
        const where = JSON.stringify([target, options]);
        assert.ok(text.includes("So.") && !text.includes("Hm.") && !text.includes("c2lnbmVk") && !text.includes("b3BhcXVl"), `${where}: ${text}`);
        assert.ok(repairs.some(({ code }) => code === "reasoning-dropped"), where);
        assert.equal((target === chat ? objectionOfVendor : objection)(target, body), null, where);
      }
    });
  }
});
