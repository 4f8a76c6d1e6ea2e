// Spans as the SDK, exporters and instrumentations have them: their requests are read.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { OpenTelemetry } from "@ai-sdk/otel";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { generateText, isStepCount, jsonSchema, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { ConversationManager, convert, validate } from "backscroll";
import { opentelemetry, readSpans } from "backscroll/opentelemetry";
import { checkAttributes } from "../../support/formats/opentelemetry-schema.mjs";

const [SYSTEM, INPUT, OUTPUT] = ["gen_ai.system_instructions", "gen_ai.input.messages", "gen_ai.output.messages"];
const text = (content) => ({ type: "text", content });
const says = (role, ...parts) => ({ role, parts: parts.map((part) => (typeof part === "string" ? text(part) : part)) });
const call = { type: "tool_call", id: "c1", name: "weather", arguments: { city: "Oslo" } };
const result = { type: "tool_call_response", id: "c1", response: "Rain." };
const SCHEMA = { type: "object", properties: { city: { type: "string" } } };

const BODY = { [SYSTEM]: [text("Be brief.")], [INPUT]: [says("user", "Hi"), says("assistant", call), says("tool", result)], [OUTPUT]: [{ ...says("assistant", "Rain."), finish_reason: "stop" }] };
const USED = { ...BODY, "gen_ai.response.id": "r1", "gen_ai.response.model": "gpt-5-2026", "gen_ai.usage.input_tokens": 10, "gen_ai.usage.output_tokens": 5 };
const TOOLS = [{ type: "function", name: "weather", description: "d", parameters: SCHEMA }];
const ASKED = { "gen_ai.request.model": "gpt-5", "gen_ai.request.max_tokens": 64, "gen_ai.request.temperature": 0.5, "gen_ai.request.stop_sequences": ["x"], "gen_ai.tool.definitions": TOOLS };
const PARAMS = { model: "gpt-5", max_tokens: 64, temperature: 0.5, stop: ["x"], tools: TOOLS };
const ABOUT = { "gen_ai.operation.name": "chat", "gen_ai.provider.name": "openai" };

const isList = (value) => Array.isArray(value) && typeof value[0] === "object";
/** The attributes as a span has them: lists of objects are JSON texts. */
const asTexts = (attributes) => Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, isList(value) ? JSON.stringify(value) : value]));

/** A value of OTLP. */
function otlpValue(value) {
  if (Array.isArray(value)) return { arrayValue: { values: value.map(otlpValue) } };
  if (typeof value === "object") return { kvlistValue: { values: otlpList(value) } };
  if (typeof value === "number") return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { stringValue: value };
}
const otlpList = (attributes) => Object.entries(attributes).map(([key, value]) => ({ key, value: otlpValue(value) }));

/** Records a span by the SDK. */
function recorded(attributes, events = []) {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const span = provider.getTracer("test").startSpan("chat gpt-5", { attributes });
  for (const [name, given] of events) span.addEvent(name, given);
  span.end();
  return exporter.getFinishedSpans();
}

const WHOLE = { ...ABOUT, ...ASKED, ...USED };
const DETAILS = "gen_ai.client.inference.operation.details";

describe("a span is read", () => {
  /** Rows: what it is, the value, and whether it has a name. */
  const cases = [
    ["of the SDK", recorded(asTexts(WHOLE)), "chat gpt-5"],
    ["of the SDK, with the messages in an event", recorded({ ...ABOUT, ...asTexts(ASKED) }, [[DETAILS, asTexts(USED)]]), "chat gpt-5"],
    ["alone", recorded(asTexts(WHOLE))[0], "chat gpt-5"],
    ["of OTLP, with JSON texts", { resourceSpans: [{ scopeSpans: [{ spans: [{ name: "chat gpt-5", spanId: "abc", attributes: otlpList(asTexts(WHOLE)) }] }] }] }, "chat gpt-5"],
    ["of OTLP, with values", { resourceSpans: [{ scopeSpans: [{ spans: [{ name: "chat gpt-5", spanId: "abc", attributes: otlpList(WHOLE) }] }] }] }, "chat gpt-5"],
    ["as a log record of OTLP", { resourceLogs: [{ scopeLogs: [{ logRecords: [{ eventName: DETAILS, spanId: "abc", attributes: otlpList(WHOLE) }] }] }] }, DETAILS],
    ["as attributes with values", WHOLE, null],
    ["as attributes with JSON texts", asTexts(WHOLE), null],
  ];
  for (const [what, value, name] of cases) {
    test(what, () => {
      const [span, second] = readSpans(value);
      assert.equal(second, undefined);
      checkAttributes(span.body);
      assert.deepEqual({ ...span, spanId: null }, { name, spanId: null, provider: "openai", body: USED, params: PARAMS, left: [] });
      assert.equal(typeof span.spanId, name === null ? "object" : "string");
    });
  }

  test("without messages, there is nothing to read", () => {
    assert.deepEqual(readSpans([...recorded(ABOUT), ...recorded({ "http.method": "POST" }), {}]), []);
    for (const value of ["text", null, 7]) assert.throws(() => readSpans(value), { code: "invalid-argument", message: /a span, a list of spans, or an export/ });
  });

  test("other attributes and events for generative AI are named", () => {
    const [span] = readSpans(recorded({ ...asTexts(WHOLE), "gen_ai.response.finish_reasons": ["stop"], "http.method": "POST" }, [["gen_ai.evaluation.result", {}]]));
    assert.deepEqual(span.left, ["gen_ai.response.finish_reasons", "gen_ai.evaluation.result"]);
  });

  test("a text that the SDK cut is refused with the setting", () => {
    const [span] = readSpans({ attributes: { [INPUT]: JSON.stringify(BODY[INPUT]).slice(0, 40) } });
    assert.throws(() => convert(opentelemetry, "backscroll", span.body), { code: "invalid-message", message: /OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT/ });
  });
});

describe("older conventions are read", () => {
  const input = [says("system", "Be brief."), says("user", "Hi"), says("assistant", { ...call, arguments: '{"city":"Oslo"}' }), says("tool", result)];
  const wanted = { [INPUT]: input, [OUTPUT]: [says("assistant", "Rain.")] };
  const functionCall = { id: "c1", type: "function", function: { name: "weather", arguments: '{"city":"Oslo"}' } };
  const numbered = (prefix, inside) => ({
    [`${prefix}.0.${inside}role`]: "system",
    [`${prefix}.0.${inside}content`]: "Be brief.",
    [`${prefix}.1.${inside}role`]: "user",
    [`${prefix}.1.${inside}content`]: "Hi",
    [`${prefix}.2.${inside}role`]: "assistant",
    [`${prefix}.3.${inside}role`]: "tool",
    [`${prefix}.3.${inside}content`]: "Rain.",
    [`${prefix}.3.${inside}tool_call_id`]: "c1",
  });
  const cases = [
    ["events of messages", recorded({}, [["gen_ai.system.message", { content: "Be brief." }], ["gen_ai.user.message", { content: "Hi" }], ["gen_ai.assistant.message", { tool_calls: JSON.stringify([functionCall]) }], ["gen_ai.tool.message", { content: "Rain.", id: "c1" }], ["gen_ai.choice", { finish_reason: "stop", message: JSON.stringify({ content: "Rain." }) }]])],
    ["OpenLLMetry", recorded({ ...numbered("gen_ai.prompt", ""), "gen_ai.prompt.2.tool_calls.0.id": "c1", "gen_ai.prompt.2.tool_calls.0.name": "weather", "gen_ai.prompt.2.tool_calls.0.arguments": '{"city":"Oslo"}', "gen_ai.completion.0.role": "assistant", "gen_ai.completion.0.content": "Rain." })],
    ["OpenInference", recorded({ ...numbered("llm.input_messages", "message."), "llm.input_messages.2.message.tool_calls.0.tool_call.id": "c1", "llm.input_messages.2.message.tool_calls.0.tool_call.function.name": "weather", "llm.input_messages.2.message.tool_calls.0.tool_call.function.arguments": '{"city":"Oslo"}', "llm.output_messages.0.message.role": "assistant", "llm.output_messages.0.message.content": "Rain." })],
    ["messages of chat completions in one attribute", recorded({ "gen_ai.prompt": JSON.stringify([{ role: "system", content: "Be brief." }, { role: "user", content: "Hi" }, { role: "assistant", content: null, tool_calls: [functionCall] }, { role: "tool", tool_call_id: "c1", content: "Rain." }]), "gen_ai.completion": JSON.stringify([{ role: "assistant", content: "Rain." }]) })],
  ];
  for (const [what, spans] of cases) {
    test(what, () => {
      const [{ body, left }] = readSpans(spans);
      assert.deepEqual([body, left], [wanted, []]);
      assert.deepEqual(ConversationManager.from(opentelemetry, body).messages.map(({ role }) => role), ["system", "user", "assistant", "tool", "assistant"]);
    });
  }
});

test("the telemetry of the AI SDK is read, and becomes a request that a provider accepts", async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const usage = { inputTokens: { total: 10, noCache: 4, cacheRead: 6, cacheWrite: 0 }, outputTokens: { total: 5, text: 5, reasoning: 0 } };
  const answers = [
    { content: [{ type: "reasoning", text: "Hm" }, { type: "tool-call", toolCallId: "c1", toolName: "weather", input: '{"city":"Oslo"}' }], finishReason: { unified: "tool-calls", raw: "tool_calls" }, usage, warnings: [] },
    { content: [{ type: "text", text: "Rain." }], finishReason: { unified: "stop", raw: "stop" }, usage, warnings: [], response: { id: "r2", modelId: "gpt-5-2026" } },
  ];
  const model = new MockLanguageModelV4({ modelId: "gpt-5", provider: "openai.chat", doGenerate: async () => answers.shift() });
  await generateText({
    model,
    instructions: "Be brief.",
    messages: [{ role: "user", content: [{ type: "text", text: "Weather?" }, { type: "file", data: "iVBORw0KGgo=", mediaType: "image/png" }] }],
    stopWhen: isStepCount(3),
    tools: { weather: tool({ description: "d", inputSchema: jsonSchema(SCHEMA), execute: async ({ city }) => ({ city, sky: "rain" }) }) },
    telemetry: { integrations: [new OpenTelemetry({ tracer: provider.getTracer("test") })] },
  });
  const spans = readSpans(exporter.getFinishedSpans());
  assert.deepEqual(spans.map(({ name }) => name), ["chat gpt-5", "chat gpt-5", "invoke_agent gpt-5"]);
  const { body, params } = spans[1];
  checkAttributes(body);
  assert.deepEqual(params, { model: "gpt-5", tools: TOOLS });
  const conversation = ConversationManager.from(opentelemetry, body);
  const { content, tokens, model: answered } = conversation.messages.at(-1);
  assert.deepEqual([content[0].text, tokens, answered], ["Rain.", { input: 10, output: 5, cachedInput: 6, cacheWrite: 0 }, "gpt-5-2026"]);
  conversation.addMessage("user", "And tomorrow?");
  const request = await conversation.prepare("openai-chat", params);
  assert.deepEqual(request.body.messages.map(({ role }) => role), ["system", "user", "assistant", "tool", "assistant", "user"]);
  assert.deepEqual(request.body.tools, [{ type: "function", function: { name: "weather", description: "d", parameters: SCHEMA } }]);
  assert.deepEqual(validate("openai-chat", request.body), []);
  const { body: agent } = spans[2];
  assert.deepEqual(convert(opentelemetry, opentelemetry, agent).body[OUTPUT], agent[OUTPUT]);
});
