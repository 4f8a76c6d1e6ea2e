// Requests that continue a response which the provider keeps, with the providers' own clients: the strict provider keeps responses by id,
// and judges what it keeps and the request together.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { ConversationManager, isContinuationRefused, slidingWindow } from "backscroll";
import { addStream } from "backscroll/stream";
import { refusal } from "../../support/basics.mjs";
import { startStrictProvider } from "../../support/strict/index.mjs";

const CONTINUE = { continue: true };
const ANEW = { continue: "anew" };
const clock = { name: "clock", arguments: { zone: "UTC" } };
const REPLIES = Array.from({ length: 20 }, (_, index) => ({ text: `Answer ${index}.` }));

/** The providers that keep conversations: their clients, params, and how a body names the response that it continues. */
const PROVIDERS = {
  "openai-responses": {
    params: { model: "gpt-5" },
    client: (url) => new OpenAI({ apiKey: "any", baseURL: `${url}/v1`, maxRetries: 0 }).responses,
    continued: (body) => body.previous_response_id,
    naming: (id) => ({ previous_response_id: id }),
    messages: (body) => body.input,
  },
  anthropic: {
    params: { model: "claude-opus-5", max_tokens: 100 },
    client: (url) => new Anthropic({ apiKey: "any", baseURL: url, maxRetries: 0 }).beta.messages,
    continued: (body) => body.thread?.previous_message_id,
    naming: (id) => ({ thread: { type: "continue", previous_message_id: id } }),
    messages: (body) => body.messages,
  },
};

async function start(t, target, script = REPLIES) {
  const provider = await startStrictProvider({ script });
  t.after(() => provider.close());
  const { client, ...about } = PROVIDERS[target];
  const api = client(provider.url);
  return { ...provider, ...about, ask: (body, options) => api.create(body, options) };
}

/** Prepares, sends and adds the answer. */
async function round(conversation, target, { ask, params }, options = CONTINUE, more = {}) {
  const request = await conversation.prepare(target, { ...params, ...more }, options);
  return { request, message: conversation.addResponse(target, await ask(request.body)) };
}

/** Has one question answered. */
async function talked(t, target, script, options) {
  const provider = await start(t, target, script);
  const conversation = new ConversationManager({ systemPrompt: "Be brief.", ...options });
  conversation.addMessage("user", "What time is it?");
  const { message } = await round(conversation, target, provider);
  return { conversation, provider, message };
}

const codes = ({ repairs }) => repairs.map(({ code }) => code);

for (const target of Object.keys(PROVIDERS)) {
  const { continued, messages, naming } = PROVIDERS[target];

  describe(`${target}: a request that continues`, () => {
    test("holds only what came after the response, and the provider reads the whole history", async (t) => {
      const { conversation, provider, message } = await talked(t, target);
      conversation.addMessage("user", "And in Oslo?");
      const { request } = await round(conversation, target, provider);
      assert.equal(continued(request.body), message.response.id);
      assert.equal(messages(request.body).length, 1);
      assert.equal(messages(provider.log[1].joined).length, 3);
      assert.deepEqual(request.repairs, []);
    });

    test("has the system prompt", async (t) => {
      const { conversation, provider } = await talked(t, target);
      conversation.addMessage("user", "And in Oslo?");
      const { body } = await conversation.prepare(target, provider.params, CONTINUE);
      assert.match(JSON.stringify(body.instructions ?? body.system), /Be brief\./);
    });

    test("has the size of the whole history", async (t) => {
      const { conversation, provider } = await talked(t, target);
      conversation.addMessage("user", "And in Oslo?");
      const [part, whole] = [await conversation.prepare(target, provider.params, CONTINUE), await conversation.prepare(target, provider.params)];
      assert.equal(part.tokens, whole.tokens);
      assert.ok(messages(part.body).length < messages(whole.body).length);
      assert.equal(continued(whole.body), undefined);
    });

    test("goes on through a loop of tools, with the results alone", async (t) => {
      const script = [{ toolCalls: [clock, clock] }, { toolCalls: [clock] }, { text: "Noon." }];
      const { conversation, provider, message } = await talked(t, target, script);
      for (const { id } of message.toolCalls) conversation.addMessage("tool", "12:00", { toolCallId: id });
      const second = await round(conversation, target, provider);
      conversation.addMessage("tool", "12:01", { toolCallId: second.message.toolCalls[0].id });
      const third = await round(conversation, target, provider);
      assert.equal(third.message.content[0].text ?? third.message.content, "Noon.");
      assert.doesNotMatch(JSON.stringify(messages(second.request.body)), /function_call"|"tool_use"/);
      assert.deepEqual(provider.log.map(({ status }) => status), [200, 200, 200]);
    });

    test("closes a call that never got its result", async (t) => {
      const { conversation, provider } = await talked(t, target, [{ toolCalls: [clock] }, { text: "Hello." }]);
      conversation.addMessage("user", "Never mind.");
      const { request } = await round(conversation, target, provider);
      assert.deepEqual(codes(request), ["missing-result-added"]);
      assert.doesNotMatch(JSON.stringify(request.body), /What time/);
    });

    test("is the same after the conversation was restored", async (t) => {
      const { conversation, provider } = await talked(t, target);
      conversation.addMessage("user", "And in Oslo?");
      const copy = ConversationManager.fromJSON(JSON.parse(JSON.stringify(conversation)));
      const [one, other] = [await conversation.prepare(target, provider.params, CONTINUE), await copy.prepare(target, provider.params, CONTINUE)];
      assert.deepEqual(other.body, one.body);
      copy.addResponse(target, await provider.ask(other.body));
    });

    test("continues after a restart between request and answer", async (t) => {
      const provider = await start(t, target);
      const conversation = new ConversationManager();
      conversation.addMessage("user", "What time is it?");
      const { body } = await conversation.prepare(target, provider.params, CONTINUE);
      const copy = ConversationManager.fromJSON(JSON.stringify(conversation));
      const { response } = copy.addResponse(target, await provider.ask(body));
      assert.equal(response.isKept, true);
      copy.addMessage("user", "And in Oslo?");
      assert.equal(continued((await copy.prepare(target, provider.params, CONTINUE)).body), response.id);
    });

    test("may name the response itself", async (t) => {
      const { conversation, provider, message } = await talked(t, target);
      conversation.addMessage("user", "And in Oslo?");
      const { request } = await round(conversation, target, provider, undefined, naming(message.response.id));
      assert.equal(messages(request.body).length, 1);
      assert.deepEqual(request.repairs, []);
    });

    test("sends the whole history with the name of a response that the history does not hold", async (t) => {
      const { conversation, provider } = await talked(t, target);
      conversation.addMessage("user", "And in Oslo?");
      const { body, repairs } = await conversation.prepare(target, { ...provider.params, ...naming("other") });
      assert.equal(continued(body), "other");
      assert.equal(messages(body).length, 3);
      assert.deepEqual(repairs, []);
    });

    test("is refused when nothing came after the response", async (t) => {
      const { conversation, provider } = await talked(t, target);
      if (target === "anthropic") return; // it adds a user's turn, as it does after any answer
      await assert.rejects(conversation.prepare(target, provider.params, CONTINUE), { code: "nothing-to-send" });
    });
  });

  describe(`${target}: the whole history is sent, and reported,`, () => {
    /** Changes of the history before the newest response. */
    const CHANGES = [
      ["after a reduction", (conversation) => conversation.truncate({ keepRecent: 1 })],
      ["after another system prompt", (conversation) => { conversation.systemPrompt = "Be long."; }],
      ["after a change by a strategy", (conversation) => conversation.reduceNow({ reduce: slidingWindow({ windowSize: 2 }) })],
      ["after a change by a reducer", (conversation) => conversation.reduceNow({ reduce: ({ messages: [prompt, question, ...others] }) => [prompt, { ...question, content: "Time?" }, ...others] })],
    ];
    for (const [name, change] of CHANGES) {
      for (const isNamed of [false, true]) {
        test(`${name}${isNamed ? ", where `params` name the response" : ""}; the next response can be continued`, async (t) => {
          const { conversation, provider } = await talked(t, target);
          conversation.addMessage("user", "And in Oslo?");
          const { message } = await round(conversation, target, provider);
          conversation.addMessage("user", "And in Rome?");
          await change(conversation);
          const more = isNamed ? naming(message.response.id) : {};
          const { request, message: next } = await round(conversation, target, provider, isNamed ? undefined : CONTINUE, more);
          assert.deepEqual(codes(request), ["history-sent-whole"]);
          assert.equal(continued(request.body), undefined);
          assert.deepEqual(messages(request.body), messages(conversation.toRequest(target, provider.params).body).slice(0, messages(request.body).length));
          conversation.addMessage("user", "Thanks.");
          assert.equal(continued((await conversation.prepare(target, provider.params, CONTINUE)).body), next.response.id);
        });
      }
    }

    for (const model of [PROVIDERS[target].params.model, "gpt-6.2", "claude-sonnet-4-5"]) {
      test(`when a message came while ${model} answered`, async (t) => {
        const provider = await start(t, target);
        const conversation = new ConversationManager();
        conversation.addMessage("user", "What time is it?");
        const { body } = await conversation.prepare(target, { ...provider.params, model }, CONTINUE);
        conversation.addMessage("user", "Wait!");
        conversation.addResponse(target, await provider.ask(body));
        conversation.addMessage("user", "So?");
        const { request } = await round(conversation, target, provider, CONTINUE, { model });
        assert.deepEqual(codes(request), ["history-sent-whole"]);
        assert.match(JSON.stringify(request.body), /Wait!/);
      });
    }

    test("or from an earlier response on, when a result came for a call before the response", async (t) => {
      const { conversation, provider, message } = await talked(t, target, [{ toolCalls: [clock] }, { text: "Hello." }, { text: "Yes." }]);
      conversation.addMessage("user", "Never mind.");
      await round(conversation, target, provider);
      conversation.addMessage("tool", "12:00", { toolCallId: message.toolCalls[0].id });
      conversation.addMessage("user", "So?");
      const { request } = await round(conversation, target, provider);
      // OpenAI continues the response before the late result. Anthropic has continued that one already.
      assert.equal(continued(request.body), target === "anthropic" ? undefined : message.response.id);
      assert.match(JSON.stringify(request.body), /12:00/);
    });
  });

  describe(`${target}: an edit`, () => {
    test("continues the newest response before it, unless a response is continued only once", async (t) => {
      const { conversation, provider, message } = await talked(t, target);
      const { id } = conversation.addMessage("user", "And in Oslo?");
      await round(conversation, target, provider);
      conversation.edit(id, "And in Rome?");
      const { request } = await round(conversation, target, provider);
      const isOnce = target === "anthropic";
      assert.equal(continued(request.body), isOnce ? undefined : message.response.id);
      assert.deepEqual(codes(request), isOnce ? ["history-sent-whole"] : []);
      assert.match(JSON.stringify(messages(request.body)), /Rome/);
      assert.doesNotMatch(JSON.stringify(messages(provider.log.at(-1).joined)), /Oslo/);
    });
  });

  describe(`${target}: a response that the provider forgot`, () => {
    test("is recognised by the error of the client, and the history is sent anew", async (t) => {
      const { conversation, provider, message } = await talked(t, target);
      provider.forget(message.response.id);
      conversation.addMessage("user", "And in Oslo?");
      const { body } = await conversation.prepare(target, provider.params, CONTINUE);
      const error = await provider.ask(body).then(() => null, (thrown) => thrown);
      assert.equal(isContinuationRefused(error), true);
      const { request, message: next } = await round(conversation, target, provider, ANEW);
      assert.equal(messages(request.body).length, 3);
      assert.deepEqual(request.repairs, []);
      conversation.addMessage("user", "Thanks.");
      const { request: last } = await round(conversation, target, provider);
      assert.equal(continued(last.body), next.response.id);
    });
  });

  describe(`${target}: a response that was cut off`, () => {
    test("is not continued; the one before it is", async (t) => {
      const { conversation, provider, message } = await talked(t, target, [{ text: "Noon." }, { text: "It is one in the afternoon there, I think.", cut: { after: 6 } }, { text: "One." }]);
      conversation.addMessage("user", "And in Oslo?");
      const { body } = await conversation.prepare(target, { ...provider.params, stream: true }, CONTINUE);
      const { message: cut, end } = await addStream(conversation, target, await provider.ask(body)).result();
      assert.notEqual(end, "complete");
      if (cut !== null) assert.equal(cut.response?.isKept, undefined);
      conversation.addMessage("user", "Well?");
      const { request } = await round(conversation, target, provider);
      assert.equal(continued(request.body), message.response.id);
      assert.match(JSON.stringify(request.body), /Oslo/);
    });

    test("leaves its id with a whole stream", async (t) => {
      const { conversation, provider } = await talked(t, target);
      conversation.addMessage("user", "And in Oslo?");
      const { body } = await conversation.prepare(target, { ...provider.params, stream: true }, CONTINUE);
      const { message } = await addStream(conversation, target, await provider.ask(body)).result();
      conversation.addMessage("user", "Thanks.");
      assert.equal(continued((await conversation.prepare(target, provider.params, CONTINUE)).body), message.response.id);
      assert.equal(message.response.isKept, true);
    });
  });
}

describe("a request that does not fit", () => {
  test("is reduced by the size that the provider reads, and sent whole", async (t) => {
    const provider = await start(t, "openai-responses");
    const conversation = new ConversationManager({ tokenLimit: 400 });
    let whole = 0;
    for (let turn = 0; turn < 12; turn += 1) {
      conversation.addMessage("user", `Question ${turn}. ${"What is worth a visit there? ".repeat(7)}`);
      const { request } = await round(conversation, "openai-responses", provider);
      // The provider counts by a tokenizer of its own, and the estimate may be a twentieth off.
      assert.ok(provider.log.at(-1).tokens <= 420, `turn ${turn}: ${provider.log.at(-1).tokens}`);
      // A reduction may leave the beginning as it was: then an earlier response is continued.
      const isWhole = turn > 0 && provider.continued(request.body) === undefined;
      assert.deepEqual(codes(request), isWhole ? ["history-sent-whole"] : []);
      assert.ok(!isWhole || request.reduction !== null, `turn ${turn}`);
      whole += isWhole ? 1 : 0;
    }
    assert.ok(whole > 0 && whole < 6, `${whole}`);
  });
});

describe("the results of calls that the provider keeps", () => {
  const CALLS = [
    ["function_call", { name: "f", arguments: "{}" }, "Noon.", "function_call_output"],
    ["custom_tool_call", { name: "f", input: "x" }, "Noon.", "custom_tool_call_output"],
    ["local_shell_call", { id: "lsh_1", status: "completed", action: { type: "exec", command: ["date"], env: {} } }, "Noon.", "local_shell_call_output"],
  ];
  for (const [type, fields, content, output] of CALLS) {
    test(`are items of the type that fits a \`${type}\``, () => {
      const conversation = new ConversationManager();
      conversation.addMessage("user", "Time?");
      conversation.addResponse("openai-responses", { id: "resp_1", status: "completed", output: [{ type, call_id: "c1", ...fields }] });
      conversation.addMessage("tool", content, { toolCallId: "c1" });
      const { body, repairs } = conversation.toRequest("openai-responses", { model: "gpt-5" }, CONTINUE);
      assert.deepEqual(body.input.map((item) => item.type), [output]);
      assert.deepEqual(repairs, []);
    });
  }
});

describe("a request with a system prompt of its own", () => {
  test("is sent whole, and its response is not continued", async (t) => {
    const { conversation, provider } = await talked(t, "openai-responses");
    conversation.addMessage("user", "And in Oslo?");
    const { request } = await round(conversation, "openai-responses", provider, { ...CONTINUE, systemPrompt: "Be long." });
    assert.equal(request.body.instructions, "Be long.");
    assert.equal(request.body.input.length, 3);
    assert.deepEqual(codes(request), ["history-sent-whole"]);
    conversation.addMessage("user", "Thanks.");
    const { body } = await conversation.prepare("openai-responses", provider.params, CONTINUE);
    assert.equal(body.previous_response_id, conversation.messages[2].response.id);
    assert.equal(body.input.length, 3);
  });
});

describe("OpenAI's conversations", () => {
  const params = { model: "gpt-5", conversation: "conv_1" };

  test("get the history once, and then only what is new", async (t) => {
    const provider = { ...(await start(t, "openai-responses")), params };
    const conversation = new ConversationManager();
    const lengths = [];
    for (const text of ["One?", "Two?", "Three?"]) {
      conversation.addMessage("user", text);
      const { body } = await conversation.prepare("openai-responses", params);
      const response = await provider.ask(body);
      conversation.addResponse("openai-responses", { ...response, conversation: { id: "conv_1" } });
      lengths.push(body.input.length);
    }
    assert.deepEqual(lengths, [1, 1, 1]);
    assert.equal(provider.log[2].joined.input.length, 5);
    assert.equal(conversation.messages[1].response.conversation, "conv_1");
  });

  test("are left when the history changed", async (t) => {
    const provider = { ...(await start(t, "openai-responses")), params };
    const conversation = new ConversationManager();
    for (const text of ["One?", "Two?"]) {
      conversation.addMessage("user", text);
      const { body } = await conversation.prepare("openai-responses", params);
      conversation.addResponse("openai-responses", { ...(await provider.ask(body)), conversation: { id: "conv_1" } });
    }
    conversation.truncate({ keepRecent: 1 });
    conversation.addMessage("user", "Three?");
    const request = await conversation.prepare("openai-responses", params);
    assert.equal(request.body.conversation, undefined);
    assert.deepEqual(codes(request), ["history-sent-whole"]);
  });
});

describe("nothing is continued", () => {
  const CASES = [
    ["without the option", "openai-responses", { model: "gpt-5" }, {}],
    ["with `store: false`", "openai-responses", { model: "gpt-5", store: false }, CONTINUE],
    ["by a provider that keeps nothing", "openai-chat", { model: "gpt-5" }, CONTINUE],
    ["by another provider", "anthropic", { model: "claude-opus-5", max_tokens: 9 }, CONTINUE],
  ];
  for (const [name, target, params, options] of CASES) {
    test(name, async (t) => {
      const { conversation } = await talked(t, "openai-responses");
      conversation.addMessage("user", "And in Oslo?");
      const { body, repairs } = await conversation.prepare(target, params, options);
      assert.match(JSON.stringify(body), /What time is it/);
      assert.doesNotMatch(JSON.stringify(body), /previous_/);
      assert.doesNotMatch(JSON.stringify(repairs), /history-sent-whole/);
    });
  }

  test("with a thread that begins anew", async (t) => {
    const { conversation, provider } = await talked(t, "anthropic");
    conversation.addMessage("user", "And in Oslo?");
    const { body } = await conversation.prepare("anthropic", { ...provider.params, thread: { type: "create" } }, CONTINUE);
    assert.deepEqual([body.thread, body.messages.length], [{ type: "create" }, 3]);
  });

  test("of a thread of Anthropic's that was not asked for", async (t) => {
    const { conversation, provider } = await talked(t, "anthropic");
    conversation.addMessage("user", "And in Oslo?");
    const { message } = await round(conversation, "anthropic", provider, {});
    assert.equal(message.response.isKept, undefined);
  });
});

test("a thread that the option adds stands beside no field that threads do not support", async (t) => {
  const { conversation, provider } = await talked(t, "anthropic");
  conversation.addMessage("user", "And in Oslo?");
  const params = { ...provider.params, context_management: { edits: [{ type: "clear_tool_uses_20250919" }] } };
  const { body, repairs } = await conversation.prepare("anthropic", params, CONTINUE);
  assert.deepEqual([body.thread.type, body.context_management], ["continue", undefined]);
  assert.deepEqual(repairs.map(({ code, rule }) => [code, rule]), [["field-dropped", "AN34"]]);
});

describe("every response leaves its id with its message", () => {
  const said = { role: "assistant", content: "Noon." };
  const RESPONSES = [
    ["openai-chat", { id: "chatcmpl-1", choices: [{ message: said }] }, "chatcmpl-1"],
    ["mistral", { id: "m-1", choices: [{ message: said }] }, "m-1"],
    ["gemini", { responseId: "g-1", candidates: [{ content: { role: "model", parts: [{ text: "Noon." }] } }] }, "g-1"],
    ["anthropic", { id: "msg_1", type: "message", role: "assistant", content: [{ type: "text", text: "Noon." }], stop_reason: "end_turn" }, "msg_1"],
    ["openai-responses", { id: "resp_1", status: "completed", output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "Noon." }] }] }, "resp_1"],
    ["bedrock", { output: { message: { role: "assistant", content: [{ text: "Noon." }] } } }, undefined],
  ];
  for (const [format, response, id] of RESPONSES) {
    test(format, () => {
      const conversation = new ConversationManager();
      conversation.addMessage("user", "Time?");
      const message = conversation.addResponse(format, response);
      assert.deepEqual(message.response, id && { id, format, ...(format === "openai-responses" && { isKept: true }) });
      assert.deepEqual(ConversationManager.fromJSON(JSON.stringify(conversation)).messages[1].response, message.response);
      assert.deepEqual(ConversationManager.from("backscroll", conversation.messages).messages[1].response, message.response);
      assert.doesNotMatch(JSON.stringify(conversation.toRequest(format, { model: "m", modelId: "m" }, { capabilities: { prefill: true } }).body), /chatcmpl-1|m-1|g-1|msg_1|resp_1/);
    });
  }
});

describe("mistakes are refused", () => {
  const conversation = () => {
    const made = new ConversationManager();
    made.addMessage("user", "Time?");
    return made;
  };
  const MISTAKES = [
    ["another value of `continue`", (c) => c.toRequest("openai-responses", {}, { continue: "yes" }), "invalid-argument", /options\.continue/],
    ["a response without an id", (c) => c.addMessage("assistant", "x", { response: { format: "anthropic" } }), "invalid-message", /response\.id/],
    ["a response of an unknown format", (c) => c.addMessage("assistant", "x", { response: { id: "1", format: "x" } }), "unknown-format", /x/],
  ];
  for (const [name, call, code, words] of MISTAKES) {
    test(name, () => assert.match(refusal(() => call(conversation()), code).message, words));
  }
});

describe("isContinuationRefused", () => {
  const CASES = [
    ["OpenAI's error", { status: 400, code: "previous_response_not_found" }, true],
    ["its words alone", new Error("400 Previous response with id 'resp_1' not found."), true],
    ["an error around it", new Error("failed", { cause: { error: { code: "previous_response_not_found" } } }), true],
    ["Anthropic's error", { error: { error: { details: { error_code: "thread_not_found" } } } }, true],
    ["a response that was continued before", { errorCode: "thread_already_continued" }, true],
    ["a field that threads do not support", { errorCode: "thread_unsupported_request" }, false],
    ["another item that is not found", new Error("Item with id 'rs_1' not found."), false],
    ["an overflow", { code: "context_length_exceeded" }, false],
    ["an error that contains itself", (() => { const error = {}; error.cause = error; return error; })(), false],
    ["a getter that throws", { get message() { throw new Error("x"); } }, false],
    ["nothing", undefined, false],
  ];
  for (const [name, error, expected] of CASES) test(name, () => assert.equal(isContinuationRefused(error), expected));
});
