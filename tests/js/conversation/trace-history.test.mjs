// Events of a conversation on the spans of OpenTelemetry's SDK.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { ContextWindowOverflowError, ConversationManager } from "backscroll";
import { traceHistory } from "backscroll/opentelemetry";

const SECRET = "the harbour of Bergen";
const params = { model: "gpt-5" };

/** A tracer, and the spans that it finished. */
function traced() {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  return { tracer: provider.getTracer("test"), spans: () => exporter.getFinishedSpans() };
}

/** A conversation that must be reduced, and whose last answer has reasoning of another provider. */
function talk(options) {
  const conversation = new ConversationManager({ systemPrompt: "Be brief.", ...options });
  for (let turn = 1; turn <= 8; turn += 1) {
    conversation.addMessage("user", `Question ${turn}: ${`${SECRET}. `.repeat(30)}`);
    conversation.addMessage("assistant", `Answer ${turn}.`);
  }
  const thought = { type: "reasoning", text: SECRET, signature: "s", origin: { format: "anthropic" } };
  for (const answer of ["Now.", "Soon."]) {
    conversation.addMessage("user", "And?");
    conversation.addMessage("assistant", [thought, { type: "text", text: answer }]);
  }
  conversation.addMessage("user", "And then?");
  return conversation;
}

const eventsOf = (span) => span.events.map(({ name, attributes }) => [name, attributes]);

test("with a tracer, each call has a span with its events", async () => {
  const { tracer, spans } = traced();
  const conversation = talk({ tokenLimit: 1_000 });
  const end = traceHistory(conversation, tracer);
  const request = await conversation.prepare("openai-chat", params);
  const { reduction, tokens } = request;
  const [span, second] = spans();
  assert.equal(second, undefined);
  assert.equal(span.name, "backscroll prepare");
  assert.deepEqual(span.attributes, { "backscroll.target": "openai-chat", "backscroll.tokens": tokens });
  const [first, ...repairs] = eventsOf(span);
  assert.deepEqual(first, [
    "backscroll.reduction",
    {
      "backscroll.tokens_before": reduction.tokensBefore,
      "backscroll.tokens_after": reduction.tokensAfter,
      "backscroll.removed_messages": reduction.removed.length,
      "backscroll.shortened_messages": reduction.shortened.length,
      "backscroll.summarized": false,
      "backscroll.steps": reduction.steps.map(({ name }) => name),
    },
  ]);
  const [[name, { "backscroll.code": code, "backscroll.count": count, "backscroll.detail": detail }]] = repairs;
  assert.deepEqual([repairs.length, name, code, count], [1, "backscroll.repair", "reasoning-dropped", request.repairs.length]);
  assert.ok(count > 1, "several repairs of a kind are one event");
  assert.match(detail, /reasoning/);
  assert.ok(!JSON.stringify(span.events).includes(SECRET));
  end();
});

test("with a span, or a function that returns one, its events are added there", async () => {
  for (const given of [(span) => span, (span) => () => span]) {
    const { tracer, spans } = traced();
    const span = tracer.startSpan("answer");
    const conversation = talk();
    traceHistory(conversation, given(span));
    await conversation.reduceNow({ maxTokens: 500 });
    assert.deepEqual(spans(), [], "the span of the host does not end");
    span.end();
    assert.deepEqual(eventsOf(spans()[0]).map(([name]) => name), ["backscroll.reduction"]);
    assert.deepEqual(spans()[0].attributes, {});
  }
});

test("a function that returns nothing leaves a call out", async () => {
  const conversation = talk();
  traceHistory(conversation, () => undefined);
  assert.notEqual(await conversation.reduceNow({ maxTokens: 500 }), null);
});

test("an overflow that `recover` gets is an event; another error is none", async () => {
  const { tracer, spans } = traced();
  const conversation = talk();
  traceHistory(conversation, tracer);
  assert.equal(await conversation.recover(new Error("ECONNRESET")), false);
  const before = conversation.contextTokens;
  assert.equal(await conversation.recover(new ContextWindowOverflowError()), true);
  const [none, overflow] = spans();
  assert.deepEqual([none.name, none.events], ["backscroll recover", []]);
  assert.deepEqual(eventsOf(overflow), [["backscroll.overflow", { "backscroll.recovered": true, "backscroll.tokens_before": before, "backscroll.tokens_after": conversation.contextTokens }]]);
});

describe("the calls return and throw as before", () => {
  test("the span of a call that throws has ended", async () => {
    const { tracer, spans } = traced();
    const conversation = talk({ tokenLimit: 1_000 });
    traceHistory(conversation, tracer);
    await assert.rejects(conversation.prepare("openai", params), { code: "unknown-format" });
    assert.deepEqual(spans().map(({ name, events }) => [name, events]), [["backscroll prepare", []]]);
  });

  test("a subclass that prepares twice tells each request once", async () => {
    class Twice extends ConversationManager {
      async prepare(...given) {
        return super.prepare(...given);
      }
    }
    const { tracer, spans } = traced();
    const conversation = new Twice({ tokenLimit: 1_000 });
    conversation.addMessage("user", "Hi");
    traceHistory(conversation, tracer);
    await conversation.prepare("openai-chat", params);
    assert.equal(spans().length, 1);
  });

  test("an error of the tracer is an unhandled rejection, and the request is returned", async () => {
    const failures = [];
    const note = (error) => failures.push(error.message);
    const others = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    process.on("unhandledRejection", note);
    try {
      const conversation = talk({ tokenLimit: 1_000 });
      traceHistory(conversation, () => {
        throw new Error("no tracer");
      });
      assert.ok((await conversation.prepare("openai-chat", params)).tokens > 0);
      await new Promise(setImmediate);
      assert.deepEqual(failures, ["no tracer"]);
    } finally {
      process.off("unhandledRejection", note);
      for (const listener of others) process.on("unhandledRejection", listener);
    }
  });

  test("after the end, no event is added, and the methods are those of the class", async () => {
    const { tracer, spans } = traced();
    const conversation = talk({ tokenLimit: 1_000 });
    const end = traceHistory(conversation, tracer);
    end();
    await conversation.prepare("openai-chat", params);
    const own = ["prepare", "recover", "reduceNow"].filter((name) => Object.hasOwn(conversation, name));
    assert.deepEqual([spans(), own], [[], []]);
  });
});

test("wrong arguments are refused", () => {
  const conversation = new ConversationManager();
  for (const given of [[{}, () => {}], [conversation, {}], [conversation, "tracer"], [conversation]]) {
    assert.throws(() => traceHistory(...given), { code: "invalid-argument" });
  }
});
