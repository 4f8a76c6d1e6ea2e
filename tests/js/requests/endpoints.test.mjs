// Vendors that have Anthropic's API: their thinking goes back as it came, and no other vendor gets it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, sanitize, validate } from "backscroll";
import { readStream } from "backscroll/stream";
import { objection } from "../../support/judges.mjs";
import { streamOf } from "../../support/stream/recorded.mjs";

const target = "anthropic";
const UNSIGNED = { type: "thinking", thinking: "Ask the clock.", signature: "" };
const SIGNED = { type: "thinking", thinking: "Ask the clock.", signature: "c2lnbmVk" };
const CALL = { type: "tool_use", id: "toolu_1", name: "clock", input: {} };
const tools = [{ name: "clock", input_schema: { type: "object" } }];
const params = (model) => ({ model, max_tokens: 1024, thinking: { type: "enabled", budget_tokens: 1024 }, tools });

/** A conversation in which this vendor's model called a tool. */
function answeredBy(options, model, thinking) {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Time?");
  conversation.toRequest(target, params(model), options);
  const content = [...(thinking === null ? [] : [thinking]), CALL];
  conversation.addResponse(target, { id: "msg_1", type: "message", role: "assistant", model, content, stop_reason: "tool_use" });
  conversation.addMessage("tool", "noon", { toolCallId: "toolu_1" });
  return conversation;
}

/** The content of the answer as the next request has it, and the rules of what was done. */
function sent(conversation, model, options, signatures) {
  const { body, repairs } = conversation.toRequest(target, params(model), options);
  assert.equal(objection(target, body, { signatures }), null);
  return [body.messages[1].content, repairs.map(({ rule }) => rule)];
}

describe("thinking without a signature goes back to the vendor that wrote it", () => {
  const VENDORS = {
    kimi: ["kimi-k3", "https://api.moonshot.ai/anthropic"],
    xiaomi: ["mimo-v2.6-pro", "https://api.xiaomimimo.com/anthropic"],
    minimax: ["MiniMax-M3", "https://api.minimax.io/anthropic"],
    glm: ["glm-5.3", "https://api.z.ai/api/anthropic"],
    deepseek: ["deepseek-v4-pro", "https://api.deepseek.com/anthropic"],
    fireworks: ["accounts/fireworks/models/kimi-k3", "https://api.fireworks.ai/inference"],
    vercel: ["zai/glm-5.3", "https://ai-gateway.vercel.sh"],
    opencode: ["qwen3.8-flash", "https://opencode.ai/inference/anthropic"],
    openrouter: ["moonshotai/kimi-k3", "https://openrouter.ai/api"],
  };
  for (const [vendor, [model, baseURL]] of Object.entries(VENDORS)) {
    test(`${vendor}, by its name and by its address, from a snapshot too`, () => {
      for (const options of [{ vendor }, { baseURL }]) {
        for (const thinking of [UNSIGNED, SIGNED, { ...SIGNED, thinking: "" }]) {
          const conversation = answeredBy(options, model, thinking);
          for (const each of [conversation, ConversationManager.fromJSON(JSON.stringify(conversation))]) {
            assert.deepEqual(sent(each, model, options, "none"), [[thinking, CALL], []]);
            const { body } = each.toRequest(target, params(model), options);
            assert.deepEqual(sanitize(target, body, options), { body, repairs: [] });
            assert.deepEqual(validate(target, body, options), [], "the parameters of other vendors are not Anthropic's");
          }
        }
      }
    });
  }

  test("from a stream that brings no signature at all", async () => {
    const events = [
      { type: "message_start", message: { id: "msg_1", type: "message", role: "assistant", model: "MiniMax-M3", content: [], usage: {} } },
      { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Ask the clock." } },
      { type: "content_block_stop", index: 0 },
      { type: "content_block_start", index: 1, content_block: { ...CALL } },
      { type: "content_block_stop", index: 1 },
      { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: {} },
      { type: "message_stop" },
    ];
    const bytes = new TextEncoder().encode(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""));
    const { response } = await readStream(target, streamOf([bytes])).result();
    const conversation = new ConversationManager();
    conversation.addMessage("user", "Time?");
    conversation.toRequest(target, params("MiniMax-M3"), { vendor: "minimax" });
    conversation.addResponse(target, response);
    conversation.addMessage("tool", "noon", { toolCallId: "toolu_1" });
    assert.deepEqual(sent(conversation, "MiniMax-M3", { vendor: "minimax" }, "none"), [[UNSIGNED, CALL], []]);
  });
});

describe("what a vendor cannot read is left out, and reported", () => {
  const CASES = [
    ["thinking without a signature, at Anthropic", [{ vendor: "kimi" }, "kimi-k3", UNSIGNED], [{}, "claude-sonnet-5", "any"], [[CALL], ["AN17", "AN27"]]],
    ["thinking that another vendor signed", [{ vendor: "minimax" }, "MiniMax-M3", SIGNED], [{ vendor: "deepseek" }, "deepseek-v4-pro", "any"], [[CALL], ["AN17", "AN15"]]],
    ["thinking that another vendor signed; Kimi gets some in its place", [{ vendor: "minimax" }, "MiniMax-M3", SIGNED], [{ vendor: "kimi" }, "kimi-k3", "none"], [[{ type: "thinking", thinking: " ", signature: "" }, CALL], ["AN17", "AN41"]]],
    ["thinking that Anthropic signed", [{}, "claude-sonnet-5", SIGNED], [{ vendor: "glm" }, "glm-5.3", "any"], [[CALL], ["AN17", "AN15"]]],
    ["Claude's thinking without a signature, behind a router", [{ vendor: "vercel" }, "anthropic/claude-sonnet-5", UNSIGNED], [{ vendor: "vercel" }, "anthropic/claude-sonnet-5", "any"], [[CALL], ["AN17", "AN27"]]],
  ];
  for (const [name, [first, maker, thinking], [options, model, signatures], expected] of CASES) {
    test(name, () => {
      const [content, rules] = sent(answeredBy(first, maker, thinking), model, options, signatures);
      assert.deepEqual([content, rules], expected);
    });
  }

  test("without a vendor, the name of another maker's model is enough", () => {
    assert.deepEqual(sent(answeredBy({}, "kimi-k3", UNSIGNED), "kimi-k3", {}, "none"), [[UNSIGNED, CALL], []]);
  });

  test("where thinking is off, calls need none", () => {
    const conversation = answeredBy({ vendor: "kimi" }, "kimi-k3", null);
    const { body, repairs } = conversation.toRequest(target, { ...params("kimi-k3"), thinking: { type: "disabled" } }, { vendor: "kimi" });
    assert.deepEqual([body.messages[1].content, repairs], [[CALL], []]);
  });
});

describe("parameters are judged by the rules of the provider that answers", () => {
  const CASES = [
    ["anthropic", { model: "claude-sonnet-5", messages: [{ role: "user", content: "Hi." }] }, {}, ["AN39"]],
    ["anthropic", { model: "kimi-k3", messages: [{ role: "user", content: "Hi." }] }, {}, []],
    ["anthropic", { model: "zai/glm-5.3", messages: [{ role: "user", content: "Hi." }], top_n: 3 }, { vendor: "vercel" }, []],
    ["anthropic", { model: "anthropic/claude-sonnet-5", messages: [{ role: "user", content: "Hi." }] }, { vendor: "vercel" }, ["AN39"]],
    ["openai-responses", { model: "gpt-5", input: "Hi.", temperature: 0.2 }, {}, ["OR17"]],
    ["openai-responses", { model: "gpt-5", input: "Hi.", temperature: 0.2 }, { vendor: "azure" }, ["OR17"]],
    ["openai-responses", { model: "gpt-5", input: "Hi.", temperature: 0.2 }, { vendor: "xai" }, []],
  ];
  for (const [format, body, options, rules] of CASES) {
    test(`${format}, ${body.model}, ${options.vendor ?? "no vendor"}`, () => assert.deepEqual(validate(format, body, options).map(({ rule }) => rule), rules));
  }
});
