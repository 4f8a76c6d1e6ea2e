// Remarks of a provider about a request, in its answer: each is kept beside the answer, in one form for all providers.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { readStream } from "backscroll/stream";
import { streamOf } from "../../support/stream/recorded.mjs";

const anthropic = (fields) => ({ id: "msg_1", type: "message", role: "assistant", model: "claude-sonnet-5-5", content: [{ type: "text", text: "So." }], stop_reason: "end_turn", ...fields });
const responses = (fields) => ({ id: "resp_1", object: "response", status: "completed", model: "gpt-6.2-sol", output: [{ type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text: "So.", annotations: [] }] }], ...fields });

const CASES = [
  ["nothing is said", "anthropic", anthropic({ input_transformations: [], diagnostics: null }), undefined],
  ["the comparison is pending", "anthropic", anthropic({ diagnostics: { cache_miss_reason: null } }), undefined],
  [
    "thinking was dropped; what was allowed is no loss",
    "anthropic",
    anthropic({
      input_transformations: [
        { type: "thinking_dropped", path: "messages.1.content.0", reason: "prefix_binding_mismatch" },
        { type: "thinking_mismatch_allowed", path: "messages.3.content.0", reason: "prefix_binding_mismatch" },
        { type: "thinking_dropped", path: "messages.5.content.0", reason: "end_user_binding_mismatch" },
        { type: "of another day" },
      ],
    }),
    [
      { kind: "reasoning-withheld", reason: "prefix", said: "prefix_binding_mismatch", at: "messages.1.content.0" },
      { kind: "reasoning-withheld", reason: "end-user", said: "end_user_binding_mismatch", at: "messages.5.content.0" },
    ],
  ],
  ...[
    ["model_changed", "model"],
    ["system_changed", "system"],
    ["tools_changed", "tools"],
    ["messages_changed", "messages"],
  ].map(([said, reason]) => [
    `the cache was missed: ${said}`,
    "anthropic",
    anthropic({ diagnostics: { cache_miss_reason: { type: said, cache_missed_input_tokens: 12_345 } } }),
    [{ kind: "cache-missed", reason, said, tokens: 12_345 }],
  ]),
  ["there is nothing to compare with", "anthropic", anthropic({ diagnostics: { cache_miss_reason: { type: "previous_message_not_found" } } }), [{ kind: "cache-missed", reason: "not-found", said: "previous_message_not_found" }]],
  ["the provider cannot tell", "anthropic", anthropic({ diagnostics: { cache_miss_reason: { type: "unavailable" } } }), [{ kind: "cache-missed", reason: "unavailable", said: "unavailable" }]],
  [
    "reasoning was removed",
    "openai-responses",
    responses({ input_transformations: [{ type: "reasoning", id: "rs_1", action: "removed", reason: "model_mismatch" }, { type: "reasoning", id: "rs_2", action: "removed", reason: "turn_boundary" }] }),
    [
      { kind: "reasoning-withheld", reason: "model", said: "model_mismatch", at: "rs_1" },
      { kind: "reasoning-withheld", reason: "turn", said: "turn_boundary", at: "rs_2" },
    ],
  ],
  ...[
    ["model_changed", "model"],
    ["tools_changed", "tools"],
    ["input_changed", "messages"],
    ["context_compacted", "messages"],
    ["prompt_cache_key_changed", "parameters"],
    ["text_format_changed", "parameters"],
    ["reasoning_effort_changed", "parameters"],
    ["verbosity_changed", "parameters"],
    ["service_tier_changed", "parameters"],
  ].map(([said, reason]) => [
    `the cache was missed: ${said}`,
    "openai-responses",
    responses({ prompt_cache_diagnostics: { type: "cache_miss", reason: said, cache_missed_tokens: 700 } }),
    [{ kind: "cache-missed", reason, said, tokens: 700 }],
  ]),
  ["the cache was read", "openai-responses", responses({ prompt_cache_diagnostics: { type: "cache_hit" } }), undefined],
  ["the response to compare with is unknown", "openai-responses", responses({ prompt_cache_diagnostics: { type: "comparison_response_not_found" } }), [{ kind: "cache-missed", reason: "not-found", said: "comparison_response_not_found" }]],
];

describe("an answer keeps what the provider said about its request", () => {
  for (const [name, format, response, expected] of CASES) {
    test(`${format}: ${name}`, () => {
      const conversation = new ConversationManager();
      conversation.addMessage("user", "Well?");
      const message = conversation.addResponse(format, response);
      assert.deepEqual(message.notices, expected);
      const restored = ConversationManager.fromJSON(JSON.stringify(conversation));
      assert.deepEqual(restored.messages, conversation.messages);
      assert.deepEqual(conversation.toRequest(format, { model: response.model, max_tokens: 100 }).repairs.filter(({ code }) => code !== "user-message-added"), []);
      const copied = new ConversationManager();
      copied.addMessage(message);
      assert.deepEqual(copied.messages, [message]);
    });
  }

  test("of a stream, whose end replaces what its beginning said", async () => {
    const first = [{ type: "thinking_dropped", path: "messages.1.content.0", reason: "model_binding_mismatch" }];
    const last = [{ type: "thinking_dropped", path: "messages.3.content.0", reason: "organization_binding_mismatch" }];
    const events = [
      { type: "message_start", message: { ...anthropic({ content: [], stop_reason: null, input_transformations: first, diagnostics: { cache_miss_reason: { type: "tools_changed", cache_missed_input_tokens: 5 } } }) } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "So." } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: {}, input_transformations: last },
      { type: "message_stop" },
    ];
    const bytes = new TextEncoder().encode(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""));
    const { response } = await readStream("anthropic", streamOf([bytes])).result();
    const conversation = new ConversationManager();
    conversation.addMessage("user", "Well?");
    assert.deepEqual(conversation.addResponse("anthropic", response).notices, [
      { kind: "reasoning-withheld", reason: "organization", said: "organization_binding_mismatch", at: "messages.3.content.0" },
      { kind: "cache-missed", reason: "tools", said: "tools_changed", tokens: 5 },
    ]);
  });

  test("notices of a host are a list of objects", () => {
    for (const notices of ["no", 3, [1], {}]) {
      assert.throws(() => new ConversationManager().addMessage({ role: "assistant", content: "So.", notices }), { code: "invalid-message" });
    }
  });
});
