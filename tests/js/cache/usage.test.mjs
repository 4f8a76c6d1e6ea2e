// Cache writes in usage reports: tokens that were written to the provider's cache, by lifetime where the provider reports it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, convert } from "backscroll";
import "backscroll/langchain";
import { addStream } from "backscroll/stream";
import "backscroll/strands/format";
import { answeredSets } from "../../support/shared-data.mjs";
import { streamOf } from "../../support/stream/recorded.mjs";

const asked = () => {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Time?");
  return conversation;
};

const content = [{ type: "text", text: "Noon." }];
const anthropic = (usage) => ({ id: "msg_1", type: "message", role: "assistant", model: "claude-haiku-4-5", content, stop_reason: "end_turn", usage });
const bedrock = (usage) => ({ output: { message: { role: "assistant", content: [{ text: "Noon." }] } }, stopReason: "end_turn", usage });
const responses = (usage) => ({ id: "resp_1", object: "response", status: "completed", model: "gpt-5.6", output: [{ id: "msg_1", type: "message", role: "assistant", content: [{ type: "output_text", text: "Noon." }] }], usage });
const chat = (usage) => ({ id: "1", model: "m", choices: [{ index: 0, message: { role: "assistant", content: "Noon." }, finish_reason: "stop" }], usage });
const langchain = (usage_metadata) => ({ type: "ai", content: "Noon.", usage_metadata });
const strands = (usage) => ({ role: "assistant", content: [{ text: "Noon." }], metadata: { usage } });

/** Responses in the forms that the providers and SDKs report, and the usage that a message has then. */
const REPORTS = [
  [
    "Anthropic, with lifetimes",
    "anthropic",
    anthropic({ input_tokens: 10, cache_creation_input_tokens: 7351, cache_read_input_tokens: 0, cache_creation: { ephemeral_5m_input_tokens: 7000, ephemeral_1h_input_tokens: 351 }, output_tokens: 4 }),
    { input: 7361, output: 4, cachedInput: 0, cacheWrite: 7351, cacheWrite5m: 7000, cacheWrite1h: 351 },
  ],
  [
    "Anthropic, before lifetimes",
    "anthropic",
    anthropic({ input_tokens: 10, cache_creation_input_tokens: 20, cache_read_input_tokens: 30, cache_creation: null, output_tokens: 4 }),
    { input: 60, output: 4, cachedInput: 30, cacheWrite: 20 },
  ],
  [
    "Anthropic, with what a compaction wrote",
    "anthropic",
    anthropic({
      input_tokens: 10, cache_creation_input_tokens: 20, cache_read_input_tokens: 30, output_tokens: 4,
      iterations: [
        { type: "compaction", input_tokens: 100, cache_creation_input_tokens: 7, cache_read_input_tokens: 0, output_tokens: 3 },
        { type: "message", input_tokens: 10, cache_creation_input_tokens: 20, cache_read_input_tokens: 30, output_tokens: 4 },
      ],
    }),
    { input: 167, output: 7, cachedInput: 30, cacheWrite: 27, toolInput: 107 },
  ],
  [
    "Bedrock, with the lifetimes that were used",
    "bedrock",
    bedrock({ cacheDetails: [{ inputTokens: 7351, ttl: "5m" }], cacheReadInputTokens: 0, cacheWriteInputTokens: 7351, inputTokens: 10, outputTokens: 4, totalTokens: 7365 }),
    { input: 7361, output: 4, cachedInput: 0, cacheWrite: 7351, cacheWrite5m: 7351 },
  ],
  [
    "Bedrock, with both lifetimes",
    "bedrock",
    bedrock({ cacheDetails: [{ inputTokens: 300, ttl: "1h" }, { inputTokens: 100, ttl: "5m" }], cacheReadInputTokens: 50, cacheWriteInputTokens: 400, inputTokens: 10, outputTokens: 4, totalTokens: 464 }),
    { input: 460, output: 4, cachedInput: 50, cacheWrite: 400, cacheWrite5m: 100, cacheWrite1h: 300 },
  ],
  [
    "OpenAI Responses, whose input includes the writes",
    "openai-responses",
    responses({ input_tokens: 2000, input_tokens_details: { cached_tokens: 1024, cache_write_tokens: 640 }, output_tokens: 4, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 2004 }),
    { input: 2000, output: 4, cachedInput: 1024, cacheWrite: 640, reasoning: 0 },
  ],
  [
    "OpenAI Responses, with writes for twelve hours",
    "openai-responses",
    responses({ input_tokens: 2000, input_tokens_details: { cached_tokens: 0, cache_write_tokens: 640, cache_write_tokens_details: { ttl_12h_tokens: 600, ttl_30m_tokens: 40 } }, output_tokens: 4, total_tokens: 2004 }),
    { input: 2000, output: 4, cachedInput: 0, cacheWrite: 640, cacheWrite1h: 600 },
  ],
  [
    "OpenAI Chat Completions and OpenRouter, whose input includes the writes",
    "openai-chat",
    chat({ prompt_tokens: 2000, prompt_tokens_details: { cached_tokens: 1024, cache_write_tokens: 640 }, completion_tokens: 4, total_tokens: 2004 }),
    { input: 2000, output: 4, cachedInput: 1024, cacheWrite: 640 },
  ],
  [
    "LangChain of JavaScript",
    "langchain",
    langchain({ input_tokens: 60, output_tokens: 4, total_tokens: 64, input_token_details: { cache_creation: 20, cache_read: 30 } }),
    { input: 60, output: 4, cachedInput: 30, cacheWrite: 20 },
  ],
  [
    "LangChain of Python, which reports lifetimes in place of their sum",
    "langchain",
    langchain({ input_tokens: 360, output_tokens: 4, total_tokens: 364, input_token_details: { cache_creation: 0, cache_read: 10, ephemeral_5m_input_tokens: 80, ephemeral_1h_input_tokens: 70 } }),
    { input: 360, output: 4, cachedInput: 10, cacheWrite: 150, cacheWrite5m: 80, cacheWrite1h: 70 },
  ],
  [
    "LangChain of Python, of writes without a lifetime",
    "langchain",
    langchain({ input_tokens: 260, output_tokens: 4, total_tokens: 264, input_token_details: { cache_creation: 50, cache_read: 10, ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 } }),
    { input: 260, output: 4, cachedInput: 10, cacheWrite: 50 },
  ],
  [
    "Strands, which reports the writes beside the input",
    "strands",
    strands({ inputTokens: 10, outputTokens: 4, totalTokens: 14, cacheReadInputTokens: 30, cacheWriteInputTokens: 20 }),
    { input: 60, output: 4, cachedInput: 30, cacheWrite: 20 },
  ],
  [
    "Strands, of a provider whose input includes the writes",
    "strands",
    strands({ inputTokens: 60, outputTokens: 4, totalTokens: 64, cacheReadInputTokens: 30, cacheWriteInputTokens: 20 }),
    { input: 60, output: 4, cachedInput: 30, cacheWrite: 20 },
  ],
];

/** Checks that the parts of the input do not exceed it. */
function checkSums({ input, cachedInput = 0, cacheWrite = 0, cacheWrite5m, cacheWrite1h }, about) {
  assert.ok(cachedInput + cacheWrite <= input, about);
  if (cacheWrite5m !== undefined && cacheWrite1h !== undefined) assert.equal(cacheWrite5m + cacheWrite1h, cacheWrite, about);
}

describe("cache writes are kept with the message", () => {
  for (const [name, format, response, tokens] of REPORTS) {
    test(name, () => {
      const conversation = asked();
      assert.deepEqual(conversation.addResponse(format, response).tokens, tokens);
      checkSums(tokens, name);
      assert.equal(conversation.tokensSpent, tokens.input + tokens.output);
      assert.deepEqual(ConversationManager.fromJSON(JSON.stringify(conversation)).messages[1].tokens, tokens);
    });
  }
});

describe("cache writes survive a conversion", () => {
  const tokens = { input: 360, output: 4, cachedInput: 10, cacheWrite: 150, cacheWrite5m: 80, cacheWrite1h: 70 };
  const answer = [{ role: "user", content: "Time?" }, { role: "assistant", content: "Noon.", tokens }];
  const CONVERSIONS = [
    ["langchain, with lifetimes", "langchain", tokens],
    ["strands, which has no lifetimes", "strands", { input: 360, output: 4, cachedInput: 10, cacheWrite: 150 }],
  ];
  for (const [name, format, kept] of CONVERSIONS) {
    test(name, () => {
      const { body } = convert("backscroll", format, answer);
      assert.deepEqual(convert(format, "backscroll", body).body[1].tokens, kept);
    });
  }
});

test("cache writes of a stream are those of its first event", async () => {
  const conversation = asked();
  const usage = { input_tokens: 10, cache_creation_input_tokens: 20, cache_read_input_tokens: 0, cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 20 }, output_tokens: 1 };
  const events = [
    { type: "message_start", message: { ...anthropic(usage), content: [], stop_reason: null } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Noon." } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 5 } },
    { type: "message_stop" },
  ];
  await addStream(conversation, "anthropic", streamOf(events)).result();
  assert.deepEqual(conversation.messages[1].tokens, { input: 30, output: 5, cachedInput: 0, cacheWrite: 20, cacheWrite5m: 0, cacheWrite1h: 20 });
});

for (const { name, target, isVendors, rows, absence } of answeredSets()) {
  test(`${name}: the parts of the input of ${rows.length || "no"} recorded responses do not exceed it`, { skip: absence }, () => {
    for (const { id, response } of rows) {
      const { tokens } = asked().addResponse(target, response);
      // Some vendors report cached tokens beside the input.
      if (tokens?.input !== undefined) checkSums(isVendors ? { ...tokens, cachedInput: 0 } : tokens, id);
    }
  });
}
