// Boundaries: summaries that a provider makes by itself, and reads in place of everything before them.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, chain, compacting, estimateTokens, fit, fitBudget, recentTurns, sanitize, slidingWindow, summarizing } from "backscroll";
import { objection } from "../../support/judges.mjs";

const SAID = "They planned a journey: by train on Monday, and the museum opens at ten. ".repeat(12).trim();
const TOOL_CHANGES = [{ type: "tool_removal", tool: { type: "tool_reference", name: "look" } }];
const SIGNED = { type: "compaction", content: SAID, encrypted_content: "b3BhcXVl", signature: "c2lnbmVk", tool_changes: TOOL_CHANGES };
const UNSIGNED = { type: "compaction", content: SAID, encrypted_content: null };
const FAILED = { type: "compaction", content: null, encrypted_content: null };
const ITEM = { id: "cmp_1", type: "compaction", encrypted_content: "Z0FBQUFBQg".repeat(40) };

const message = (content, more = {}) => ({ id: "msg_1", type: "message", role: "assistant", model: "claude-opus-5-5", content, stop_reason: "end_turn", usage: { input_tokens: 10, output_tokens: 10 }, ...more });
const onDemand = (block = SIGNED) => message([block], { stop_reason: "compaction" });
const said = (text) => ({ id: "msg_2", type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text, annotations: [], logprobs: [] }] });

/** For each provider that compacts: its params, an answer with a boundary and a text, and the boundaries in a body. */
const PROVIDERS = {
  anthropic: {
    params: { model: "claude-opus-5-5", max_tokens: 1024 },
    boundary: UNSIGNED,
    answer: message([UNSIGNED, { type: "text", text: "Then to the harbour." }]),
    list: ({ messages }) => messages.flatMap(({ content }) => (typeof content === "string" ? [content] : content)),
  },
  "openai-responses": {
    params: { model: "gpt-6-astra", store: false },
    boundary: ITEM,
    answer: { id: "resp_1", object: "response", model: "gpt-6-astra", status: "completed", output: [ITEM, said("Then to the harbour.")], usage: { input_tokens: 10, output_tokens: 10, total_tokens: 20 } },
    list: ({ input }) => input,
  },
};
const TARGETS = Object.keys(PROVIDERS);

function talk(turns, options) {
  const conversation = new ConversationManager(options);
  goOn(conversation, turns);
  return conversation;
}

function goOn(conversation, turns, from = 1) {
  for (let turn = from; turn < from + turns; turn += 1) {
    conversation.addMessage("user", `Question ${turn}: what is there to see, and how do we get there? `.repeat(6));
    conversation.addMessage("assistant", `Answer ${turn}: the harbour, and the old town behind it. `.repeat(6));
  }
}

/** A conversation that its provider compacted in the answer to a long request. */
function compacted(target, options) {
  const conversation = talk(30, options);
  conversation.addMessage("user", "And now?");
  conversation.toRequest(target, PROVIDERS[target].params);
  conversation.addResponse(target, PROVIDERS[target].answer);
  return conversation;
}

function written(conversation, target) {
  const { body, repairs } = conversation.toRequest(target, PROVIDERS[target].params);
  assert.equal(objection(target, body), null);
  return { body, repairs, list: PROVIDERS[target].list(body) };
}

for (const target of TARGETS) {
  const { boundary, list, params } = PROVIDERS[target];

  describe(`a boundary of ${target}`, () => {
    test("is where the request begins, and comes back unchanged", () => {
      const conversation = compacted(target);
      conversation.addMessage("user", "And then?");
      const { list: [first, ...rest], repairs } = written(conversation, target);
      assert.deepEqual(first, boundary);
      assert.equal(rest.length, 2);
      assert.deepEqual(repairs, []);
    });

    test("is where counting begins", () => {
      const conversation = talk(30);
      const before = conversation.contextTokens;
      conversation.addMessage("user", "And now?");
      conversation.addResponse(target, PROVIDERS[target].answer);
      const read = estimateTokens(conversation.messages);
      assert.ok(before > 3_000 && conversation.contextTokens < 600, `${before}, ${conversation.contextTokens}`);
      assert.equal(conversation.contextTokens, read);
    });

    test("leaves the transcript whole, and its reduction can be undone", () => {
      const conversation = compacted(target);
      assert.equal(conversation.transcript.length, 62);
      const { removed, steps } = conversation.lastReduction;
      assert.equal(removed.length, 61);
      assert.deepEqual(steps.map(({ name, messages }) => [name, messages]), [["compaction", 61]]);
      assert.equal(conversation.undo(), true);
      assert.equal(conversation.messages.length, 62);
    });

    test("makes what stands before it unread again when the next request is written", () => {
      const conversation = compacted(target);
      conversation.undo();
      conversation.addMessage("user", "And then?");
      assert.equal(written(conversation, target).list.length, 3);
      assert.equal(conversation.messages.length, 2);
    });

    test("survives a snapshot", () => {
      const conversation = compacted(target);
      const restored = ConversationManager.fromJSON(JSON.parse(JSON.stringify(conversation)));
      for (const each of [conversation, restored]) each.addMessage("user", "And then?");
      assert.equal(restored.contextTokens, conversation.contextTokens);
      assert.deepEqual(written(restored, target).body, written(conversation, target).body);
      assert.equal(restored.transcript.length, 63);
    });

    test("keeps the system prompt, and does not keep a pin before it", () => {
      const conversation = new ConversationManager({ systemPrompt: "Be brief." });
      conversation.addMessage({ role: "user", content: "Remember: no trains.", pinned: true });
      conversation.addMessage("assistant", "Noted.");
      conversation.addMessage("user", "And now?");
      conversation.addResponse(target, PROVIDERS[target].answer);
      assert.deepEqual(conversation.messages.map(({ role }) => role), ["system", "assistant"]);
    });

    test("makes an older boundary unread", () => {
      const conversation = compacted(target);
      goOn(conversation, 3);
      conversation.addMessage("user", "And now?");
      conversation.addResponse(target, PROVIDERS[target].answer);
      conversation.addMessage("user", "And then?");
      assert.equal(written(conversation, target).list.filter(({ type }) => type === "compaction").length, 1);
    });

    const summarize = async () => "In short.";
    const strategies = {
      fitBudget: () => fitBudget(),
      "fitBudget with summaries": () => fitBudget({ summarize }),
      slidingWindow: () => chain(slidingWindow({ windowSize: 4 }), fitBudget()),
      summarizing: () => chain(summarizing({ summarize, preserveRecentMessages: 2 }), fitBudget()),
      compacting: () => chain(compacting({ summarize, maxTokens: 900, recentKeep: 2 }), fitBudget()),
      recentTurns: () => chain(recentTurns({ keep: 1 }), fitBudget()),
      "a callback that keeps one message": () => ({ messages }) => messages.slice(-1),
    };
    for (const [name, reduce] of Object.entries(strategies)) {
      test(`is kept by ${name}`, async () => {
        const conversation = compacted(target, { tokenLimit: 1_000, reduce: reduce() });
        goOn(conversation, 8);
        conversation.addMessage("user", "And then?");
        const { body, reduction, tokens } = await conversation.prepare(target, params);
        assert.equal(objection(target, body), null);
        assert.deepEqual(list(body).find(({ type }) => type === "compaction"), boundary);
        assert.ok(tokens <= 1_000 && reduction !== null);
        conversation.truncate({ keepRecent: 1 });
        assert.deepEqual(written(conversation, target).list[0], boundary);
      });
    }

    test("needs no reduction of what stands before it", async () => {
      let reductions = 0;
      const conversation = compacted(target, { tokenLimit: 1_000, reduce: () => (reductions += 1) < 0 });
      conversation.addMessage("user", "And then?");
      const { reduction } = await conversation.prepare(target, params);
      assert.deepEqual([reductions, reduction], [0, null]);
    });

    test("counts in a list that the program keeps", () => {
      const conversation = talk(30);
      const written = conversation.toRequest(target, params).body;
      const name = target === "anthropic" ? "messages" : "input";
      const made = target === "anthropic" ? [{ role: "assistant", content: [boundary, { type: "text", text: "So." }] }] : [boundary, said("So.")];
      const body = { ...written, [name]: [...written[name], { role: "user", content: "And now?" }, ...made, { role: "user", content: "And then?" }] };
      const fitted = fit(target, body, { maxTokens: 1_000 });
      assert.deepEqual(list(fitted.body).map(({ type }) => type), list(body).slice(-3).map(({ type }) => type));
      assert.ok(fitted.tokens < 600, `${fitted.tokens}`);
      const read = ConversationManager.from(target, body);
      assert.equal(read.messages.length, 2);
      assert.ok(read.contextTokens < 600);
    });
  });
}

describe("a list that the program keeps, with a memory", () => {
  for (const target of TARGETS) {
    test(`of ${target} is cut as without one`, () => {
      const name = target === "anthropic" ? "messages" : "input";
      const { boundary, params } = PROVIDERS[target];
      const messages = [];
      let memory = null;
      for (let turn = 1; turn <= 24; turn += 1) {
        messages.push({ role: "user", content: `Question ${turn}: what is there to see? `.repeat(6) });
        const options = { maxTokens: 1_200 };
        const body = { ...params, [name]: [...messages] };
        const fitted = fit(target, body, { ...options, memory });
        memory = fitted.memory;
        assert.deepEqual(fitted.body, fit(target, body, options).body, `turn ${turn}`);
        if (turn > 12) assert.ok(PROVIDERS[target].list(fitted.body).some(({ type }) => type === "compaction"), `turn ${turn}`);
        const answer = `Answer ${turn}: the harbour. `.repeat(6);
        if (turn !== 12) messages.push({ role: "assistant", content: answer });
        else if (target === "anthropic") messages.push({ role: "assistant", content: [boundary, { type: "text", text: answer }] });
        else messages.push(boundary, { role: "assistant", content: answer });
      }
    });
  }
});

describe("a failed compaction", () => {
  test("is no boundary", () => {
    const conversation = talk(3);
    conversation.addMessage("user", "And now?");
    conversation.addResponse("anthropic", message([FAILED, { type: "text", text: "So." }]));
    assert.equal(conversation.messages.length, 8);
    assert.equal(written(conversation, "anthropic").list.length > 8, true);
  });
});

describe("the answer to a request to compact", () => {
  const compact = { ...PROVIDERS.anthropic.params, compaction: { type: "summarize" } };

  test("stands first, in place of the messages of that request, as it came", () => {
    const conversation = talk(10);
    conversation.toRequest("anthropic", compact);
    conversation.addResponse("anthropic", onDemand());
    conversation.addMessage("user", "And then?");
    const { body } = written(conversation, "anthropic");
    assert.deepEqual(body.messages, [{ role: "assistant", content: [SIGNED] }, { role: "user", content: [{ type: "text", text: "And then?" }] }]);
    assert.equal(conversation.contextTokens, estimateTokens(conversation.messages, { model: compact.model, format: "anthropic" }));
  });

  test("leaves out an older one in its own message, in conversations as in bodies", () => {
    const blocks = [{ ...SIGNED, content: "They planned." }, SIGNED];
    const body = { model: "claude-opus-5-5", max_tokens: 1024, messages: [{ role: "assistant", content: blocks }, { role: "user", content: "Go on." }] };
    const conversation = ConversationManager.from("anthropic", body);
    const { model, max_tokens } = body;
    for (const written of [sanitize("anthropic", body).body, conversation.toRequest("anthropic", { model, max_tokens }).body, fit("anthropic", body, { maxTokens: 5_000 }).body]) {
      assert.deepEqual(written.messages[0].content, [SIGNED]);
      assert.equal(objection("anthropic", written), null);
    }
    conversation.dispose();
  });

  test("leaves messages behind it that came since", async () => {
    const conversation = talk(10);
    conversation.addMessage("user", "And now?");
    await conversation.prepare("anthropic", compact);
    conversation.addMessage("assistant", "To the harbour.");
    conversation.addMessage("user", "And then?");
    await conversation.prepare("anthropic", PROVIDERS.anthropic.params);
    conversation.addResponse("anthropic", onDemand());
    const { list } = written(conversation, "anthropic");
    assert.deepEqual(list, [SIGNED, { type: "text", text: "To the harbour." }, { type: "text", text: "And then?" }]);
  });

  test("is a reduction that can be undone, and the transcript keeps all", () => {
    const conversation = talk(10);
    const messages = conversation.messages;
    conversation.toRequest("anthropic", compact);
    const id = conversation.addResponse("anthropic", onDemand());
    assert.equal(conversation.lastReduction.summary.id, id.id ?? id);
    assert.deepEqual(conversation.transcript.map((each) => each.message.id), messages.map((each) => each.id));
    conversation.undo();
    assert.deepEqual(conversation.messages, messages);
  });

  test("may be asked for behind a message that ends in reasoning", () => {
    const conversation = talk(2);
    conversation.addResponse("anthropic", message([{ type: "thinking", thinking: "Hm.", signature: "c2lnbmVk" }]));
    assert.equal(objection("anthropic", conversation.toRequest("anthropic", compact).body), null);
  });

  test("that failed is a message that says nothing", () => {
    const conversation = talk(2);
    conversation.toRequest("anthropic", compact);
    conversation.addResponse("anthropic", onDemand(FAILED));
    assert.equal(conversation.messages.length, 5);
  });
});

describe("for another provider", () => {
  test("Anthropic's boundary is its summary as text", () => {
    const conversation = compacted("anthropic");
    conversation.addMessage("user", "And then?");
    for (const target of ["openai-chat", "openai-responses", "gemini"]) {
      const { body } = conversation.toRequest(target, { model: "gpt-6" });
      assert.ok(JSON.stringify(body).includes(SAID), target);
      assert.equal(conversation.messages.length, 2, target);
    }
  });

  test("OpenAI's boundary is left out with a report, and what stands before it is counted and sent again", async () => {
    const conversation = compacted("openai-responses", { tokenLimit: 20_000 });
    conversation.addMessage("user", "And then?");
    const unread = conversation.contextTokens;
    const { body, repairs } = await conversation.prepare("anthropic", PROVIDERS.anthropic.params);
    assert.equal(body.messages.length, 63);
    assert.ok(repairs.some(({ detail }) => detail.includes("compaction")));
    assert.ok(conversation.contextTokens > unread + 3_000);
    assert.deepEqual(PROVIDERS["openai-responses"].list((await conversation.prepare("openai-responses", PROVIDERS["openai-responses"].params)).body)[0], ITEM);
    assert.equal(conversation.contextTokens, unread);
  });

  test("what stands before OpenAI's boundary is reduced where it does not fit", async () => {
    const conversation = compacted("openai-responses", { tokenLimit: 2_000 });
    conversation.addMessage("user", "And then?");
    const { tokens, body } = await conversation.prepare("anthropic", PROVIDERS.anthropic.params);
    assert.ok(tokens <= 2_000 && PROVIDERS.anthropic.list(body).length > 4, `${tokens}`);
    assert.deepEqual(written(conversation, "openai-responses").list[0], ITEM);
  });
});

describe("the usage of an answer with a compaction", () => {
  const entry = (type, input, output) => ({ type, input_tokens: input, output_tokens: output, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 });
  const rows = [
    ["adds the compaction to the tokens spent", [entry("compaction", 180_000, 3_500), entry("message", 23_000, 1_000)], { input: 203_000, output: 4_500 }],
    ["adds a compaction behind the message", [entry("message", 23_000, 1_000), entry("compaction", 5_000, 500)], { input: 28_000, output: 1_500 }],
    ["is the report without compactions", [entry("message", 23_000, 1_000)], { input: 23_000, output: 1_000 }],
  ];
  for (const [name, iterations, expected] of rows) {
    test(name, () => {
      const conversation = talk(1);
      conversation.addMessage("user", "And now?");
      const { tokens } = conversation.addResponse("anthropic", message([UNSIGNED, { type: "text", text: "So." }], { usage: { input_tokens: 23_000, output_tokens: 1_000, iterations } }));
      assert.deepEqual({ input: tokens.input, output: tokens.output }, expected);
      assert.equal(conversation.tokensSpent, expected.input + expected.output);
    });
  }

  test("measures the context by the last message, not by a compaction", () => {
    const conversation = talk(3);
    conversation.addMessage("user", "And now?");
    conversation.toRequest("anthropic", PROVIDERS.anthropic.params);
    const usage = { input_tokens: 30_000, output_tokens: 10, iterations: [entry("message", 20_000, 5), entry("message", 10_000, 5), entry("compaction", 90_000, 5)] };
    const before = conversation.contextTokens;
    conversation.addResponse("anthropic", message([{ type: "text", text: "So." }], { usage }));
    assert.ok(conversation.contextTokens > 9_000 && conversation.contextTokens < 10_500 && before < 1_000, `${conversation.contextTokens}`);
  });
});

describe("a body", () => {
  test("with a boundary in the middle is accepted as it is", () => {
    const body = { ...PROVIDERS.anthropic.params, messages: [{ role: "user", content: "Hi." }, { role: "assistant", content: [UNSIGNED, { type: "text", text: "So." }] }, { role: "user", content: "And then?" }] };
    assert.deepEqual(sanitize("anthropic", body), { body, repairs: [] });
  });
});
