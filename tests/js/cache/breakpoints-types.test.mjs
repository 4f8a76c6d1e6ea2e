// Breakpoints have the form that the types of each provider's client declare.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ConversationManager } from "backscroll";
import { paramsFor } from "../../support/request-params.mjs";
import { typeFaults } from "../../support/formats/typed.mjs";

const said = [
  { role: "system", content: "Be brief." },
  { role: "user", content: [{ type: "text", text: "What is it?" }, { type: "image_url", image_url: { url: "https://example.com/a.png" } }] },
  { role: "assistant", content: null, tool_calls: [{ id: "call_1", type: "function", function: { name: "look", arguments: "{}" } }] },
  { role: "tool", tool_call_id: "call_1", content: "A house." },
  { role: "assistant", content: "A house." },
  { role: "user", content: "And there?" },
];

for (const { target, type, model, mark } of [
  { target: "anthropic", type: 'import("@anthropic-ai/sdk").Anthropic.MessageCreateParamsNonStreaming', model: { model: "claude-sonnet-4-5" }, mark: "cache_control" },
  { target: "bedrock", type: 'import("@aws-sdk/client-bedrock-runtime").ConverseCommandInput', model: { modelId: "us.anthropic.claude-sonnet-4-5-20250929-v1:0" }, mark: "cachePoint" },
  { target: "openai-chat", type: 'import("openai").OpenAI.ChatCompletionCreateParamsNonStreaming', model: { model: "gpt-5.6", reasoning_effort: "none" }, mark: "prompt_cache_breakpoint" },
  { target: "openai-responses", type: 'import("openai").OpenAI.Responses.ResponseCreateParamsNonStreaming', model: { model: "gpt-5.6" }, mark: "prompt_cache_breakpoint" },
]) {
  test(`${target}: a request with breakpoints is one that the client declares`, () => {
    // Bedrock takes no addresses of pictures.
    const messages = target === "bedrock" ? [said[0], { role: "user", content: "What is it?" }, ...said.slice(2)] : said;
    const conversation = ConversationManager.from("openai-chat", { messages });
    const { body } = conversation.toRequest(target, { ...paramsFor(target, messages), ...model }, { cacheBreakpoints: { ttl: "1h" } });
    assert.ok(JSON.stringify(body).split(`"${mark}"`).length > 2);
    const wrong = JSON.parse(JSON.stringify(body).replaceAll(`"${mark}":{`, `"${mark}":{"until":"noon",`));
    const [faults, faultsOfWrong] = typeFaults(type, [body, wrong]);
    assert.deepEqual(faults, []);
    assert.notDeepEqual(faultsOfWrong, []);
  });
}
