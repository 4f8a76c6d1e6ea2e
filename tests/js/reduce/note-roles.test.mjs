// Who says our notes and summaries: the user, unless instructions are known to be taken anywhere, and always where they come first.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { ConversationManager, summarizing } from "backscroll";
import { LISTS, TARGETS, objectionOfVendor } from "../../support/judges.mjs";
import { PARAMS } from "../../support/conversation/waiting.mjs";
import { summariser, text } from "../../support/reduce/stories.mjs";

const VENDORS = JSON.parse(readFileSync(new URL("../../support/vendors.json", import.meta.url), "utf8"));
const SUMMARY = "They spoke of boats.";

const addressOf = (host) => (host.startsWith(":") ? `http://localhost${host}/v1` : `https://${host}/v1`);

/** A conversation whose room is too small for its long turns. */
function full(options) {
  const conversation = new ConversationManager({ tokenLimit: 900, ...options });
  for (let turn = 0; turn < 8; turn += 1) {
    conversation.addMessage("user", `Question ${turn}: ${text(100)}`);
    conversation.addMessage("assistant", `Answer ${turn}: ${text(100)}`);
  }
  return conversation;
}

/** A conversation with a note behind its first question. */
async function noted() {
  const conversation = full({ systemPrompt: "Be brief." });
  await conversation.prepare("openai-chat", PARAMS["openai-chat"]);
  return conversation;
}

const isNote = (words) => /messages left out/.test(words);

/** The place and the role of a note in a request. */
function placeOf(target, body, isIt) {
  const list = body[LISTS[target]];
  const at = list.findIndex((message) => isIt(JSON.stringify(message)));
  assert.notEqual(at, -1, JSON.stringify(body).slice(0, 500));
  return { role: list[at].role, isFirst: list.slice(0, at).every(({ role }) => role === "system" || role === "developer") };
}

/** The ways to name a host of chat completions: whether it is OpenAI, and whether it passes requests on to it. Of an unknown address nothing is known. */
const HOSTS = [
  ...VENDORS.flatMap((vendor) => [{ vendor: vendor.name }, ...vendor.hosts.map((host) => ({ baseURL: addressOf(host) }))].map((options) => ({ options, isOpenAI: vendor.name === "openai", servesOthers: vendor.isRouter, alternates: vendor.alternates }))),
  ...["https://example.com/v1", "http://localhost:8000/v1", "https://my-proxy.internal"].map((baseURL) => ({ options: { baseURL }, isOpenAI: false, servesOthers: false })),
  { options: {}, isOpenAI: false, servesOthers: true },
];

/** Names of models, and whether OpenAI serves them. Its open models are served by others. */
const MODELS = { "gpt-5": true, "gpt-4o-mini": true, o3: true, "openai/gpt-5": true, "m-1": false, "openai/gpt-oss-120b": false, "gpt-oss:20b": false, "llama-3.3-70b": false, "qwen3.5-plus": false, "deepseek-chat": false, "kimi-k2-thinking": false, "glm-4.6": false };

describe("in the middle, the role is one that the host takes there", () => {
  for (const { options, isOpenAI, servesOthers, alternates = false } of HOSTS) {
    test(JSON.stringify(options), async () => {
      const conversation = await noted();
      for (const [model, isOpenAIs] of Object.entries(MODELS)) {
        const { body } = conversation.toRequest("openai-chat", { model }, options);
        const { role, isFirst } = placeOf("openai-chat", body, isNote);
        // Where roles alternate, the note is joined to the question before it.
        assert.equal(isFirst, alternates);
        assert.equal(role, isOpenAI || (isOpenAIs && servesOthers) ? "system" : "user", model);
        const first = body.messages.findIndex((message) => message.role === "user");
        if (role === "user") assert.ok(body.messages.slice(first).every((message) => message.role !== "system" && message.role !== "developer"), model);
        assert.equal(objectionOfVendor("openai-chat", body, role === "user" ? { systemFirst: true } : {}), null, model);
      }
    });
  }

  const OTHERS = [["openai-responses", "gpt-5", "system"], ["openai-responses", "llama-3.3-70b", "user"], ["openai-responses", undefined, "user"], ["anthropic", "claude-sonnet-5-5", "user"], ["anthropic", undefined, "user"], ["gemini", "gemini-3.6-flash", "user"], ["bedrock", "amazon.nova-pro-v1:0", "user"], ["bedrock", "anthropic.claude-opus-4-8", "user"]];
  for (const [target, model, expected] of OTHERS) {
    test(`${target}, ${model}`, async () => {
      const conversation = await noted();
      const { model: ours, modelId: own, ...params } = PARAMS[target];
      const named = model && { [target === "bedrock" ? "modelId" : "model"]: model };
      assert.equal(placeOf(target, conversation.toRequest(target, { ...params, ...named }).body, isNote).role, expected);
    });
  }

  test("the host's wish decides", async () => {
    const conversation = await noted();
    for (const summaryRole of ["user", "system"]) {
      for (const options of [{}, { vendor: "openai" }, { vendor: "glm" }]) {
        assert.equal(placeOf("openai-chat", conversation.toRequest("openai-chat", { model: "m-1" }, { ...options, summaryRole }).body, isNote).role, summaryRole);
      }
    }
  });
});

describe("what comes first is the user's, at every target and host", () => {
  for (const systemPrompt of [undefined, "Be brief."]) {
    test(systemPrompt === undefined ? "without instructions" : "behind instructions", async () => {
      const { summarize } = summariser(SUMMARY);
      const conversation = full({ systemPrompt, reduce: summarizing({ summarize, preserveRecentMessages: 2, summaryRatio: 0.8 }) });
      await conversation.prepare("openai-chat", PARAMS["openai-chat"]);
      assert.equal(conversation.messages.findIndex(({ isSummary }) => isSummary), systemPrompt === undefined ? 0 : 1);
      const isIt = (words) => words.includes(SUMMARY);
      const check = (target, params, options) => {
        const { role, isFirst } = placeOf(target, conversation.toRequest(target, params, options).body, isIt);
        assert.deepEqual({ role, isFirst }, { role: "user", isFirst: true }, JSON.stringify([target, params, options]));
      };
      for (const target of TARGETS) check(target, PARAMS[target]);
      for (const { options } of HOSTS) for (const model of Object.keys(MODELS)) check("openai-chat", { model }, options);
    });
  }
});
