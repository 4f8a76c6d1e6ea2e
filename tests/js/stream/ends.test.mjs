// The ends of streams: aborted, broken, failed; and invalid sources.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationError, ConversationManager } from "backscroll";
import { readStream } from "backscroll/stream";
import { objection } from "../../support/judges.mjs";
import { CUT, FAILURES, chunk, frame, read, sse, streamOf } from "../../support/stream/recorded.mjs";

const HI = chunk({ role: "assistant", content: "Hi" });
const STOP = chunk({}, { finish_reason: "stop" });
const delta = (index, inner) => ({ type: "content_block_delta", index, delta: inner });
const begun = CUT.anthropic[0];

/** Fails unless the next request after this response has the text, and the strict provider accepts it. */
function assertGoesOn(format, response) {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Hello?");
  const { content } = conversation.addResponse(format, response);
  assert.equal(typeof content === "string" ? content : content.map(({ text }) => text).join(""), "Hi");
  assert.deepEqual(conversation.lastAssistantMessage.toolCalls ?? [], []);
  conversation.addMessage("user", "Go on.");
  const { body } = conversation.toRequest(format, { model: "m", ...(format === "anthropic" && { max_tokens: 9 }) });
  assert.equal(objection(format, body), null);
  conversation.dispose();
}

for (const [format, events] of Object.entries(CUT)) {
  describe(format, () => {
    const isCut = ({ response, leftOut }, how) => {
      assert.deepEqual(leftOut.map(({ type, name }) => [type, name]), [["call", "f"]], how);
      assertGoesOn(format, response);
    };

    test("a broken connection keeps the text, and lists the incomplete call", async () => {
      for (const error of [undefined, new TypeError("terminated")]) {
        const result = await readStream(format, streamOf(events, error)).result();
        assert.deepEqual([result.end, result.error.code, result.error.cause], ["broken", "stream-broken", error]);
        isCut(result);
      }
    });

    test("an abort keeps the text, too, even when the source never answers", async () => {
      const stop = new AbortController();
      const source = (async function* () {
        yield* events;
        await new Promise(() => {});
      })();
      const onUpdate = ({ parts }) => (parts.length === 2 || format === "gemini") && setTimeout(() => stop.abort("enough"), 5);
      const result = await readStream(format, source, { signal: stop.signal, onUpdate }).result();
      assert.deepEqual([result.end, result.error.code, result.error.cause], ["aborted", "aborted", "enough"]);
      isCut(result);
    });

    test("the provider's own error keeps the text, and is in the result", async () => {
      const result = await read(format, [...events, FAILURES[format], HI]);
      assert.deepEqual([result.end, result.error.code], ["failed", "stream-failed"]);
      assert.match(result.error.message, /Overloaded/);
      assert.match(JSON.stringify(result.error.details), /Overloaded/);
      isCut(result);
    });
  });
}

describe("ends", () => {
  test("reasoning without its signature is left out, with its text", async () => {
    const thinking = [begun, { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } }, delta(0, { type: "thinking_delta", thinking: "Hm" })];
    const { response, leftOut } = await read("anthropic", thinking);
    assert.deepEqual([response.content, leftOut.map(({ type, content }) => [type, content])], [[], [["reasoning", "Hm"]]]);
  });

  test("a complete call stays when the stream breaks", async () => {
    const { response, leftOut } = await read("openai-chat", [chunk({ tool_calls: [{ index: 0, id: "a", function: { name: "f", arguments: "{}" } }] })]);
    assert.deepEqual([response.choices[0].message.tool_calls.length, leftOut], [1, []]);
  });

  test("a response that stopped at its token limit is complete, without the unfinished call", async () => {
    const { end, leftOut } = await read("openai-chat", [...CUT["openai-chat"], chunk({}, { finish_reason: "length" })]);
    assert.deepEqual([end, leftOut.length], ["complete", 1]);
    const item = { type: "function_call", id: "fc_1", call_id: "a", name: "f", arguments: '{"x":', status: "incomplete" };
    const incomplete = await read("openai-responses", [{ type: "response.incomplete", response: { status: "incomplete", incomplete_details: { reason: "max_output_tokens" }, output: [item] } }]);
    assert.deepEqual([incomplete.end, incomplete.response.output, incomplete.leftOut[0].id], ["complete", [], "a"]);
  });

  test("an error behind a complete response changes nothing, unless it is the provider's", async () => {
    assert.equal((await readStream("openai-chat", streamOf([HI, STOP], new TypeError("terminated"))).result()).end, "complete");
    assert.equal((await read("openai-chat", [HI, STOP, FAILURES["openai-chat"]])).end, "failed");
  });

  test("errors that clients throw are classified", async () => {
    const ends = [
      [Object.assign(new Error("x"), { error: { type: "overloaded_error" } }), "failed"],
      [Object.assign(new Error("x"), { name: "ThrottlingException", $fault: "client" }), "failed"],
      [Object.assign(new Error("x"), { name: "APIUserAbortError" }), "aborted"],
      ["a text", "broken"],
    ];
    for (const [error, end] of ends) assert.equal((await readStream("openai-chat", streamOf([HI], error)).result()).end, end);
  });

  test("exception frames of Bedrock, error events and refused requests fail", async () => {
    const frames = Buffer.concat([frame({ ":event-type": "messageStart" }, { role: "assistant" }), frame({ ":message-type": "exception", ":exception-type": "throttlingException" }, { message: "Slow down" })]);
    const results = [
      await read("bedrock", [frames]),
      await read("openai-chat", [`${sse([HI], { done: false })}event: error\ndata: {"message":"Slow down"}\n\n`]),
      await readStream("openai-chat", new Response('{"error":{"message":"Slow down"}}', { status: 429 })).result(),
    ];
    for (const { end, error } of results) assert.deepEqual([end, /Slow down/.test(error.message)], ["failed", true]);
  });

  test("an event that is no JSON breaks the stream, and those before it stay", async () => {
    const { end, response } = await read("openai-chat", [`${sse([HI], { done: false })}data: {oops}\n\n${sse([STOP])}`]);
    assert.deepEqual([end, response.choices[0].message.content], ["broken", "Hi"]);
  });

  test("the UI stream of the AI SDK: an abort of its server, an error, an open call", async () => {
    const open = [{ type: "start", messageId: "u" }, { type: "text-start", id: "1" }, { type: "text-delta", id: "1", delta: "Hi" }, { type: "tool-input-start", toolCallId: "a", toolName: "f" }];
    for (const [last, end] of [[{ type: "abort" }, "aborted"], [{ type: "error", errorText: "boom" }, "failed"], [{ type: "finish-step" }, "broken"]]) {
      const result = await read("ai-sdk", [...open, last]);
      assert.deepEqual([result.end, result.response.parts, result.leftOut[0].id], [end, [{ type: "text", text: "Hi", state: "done" }], "a"]);
    }
  });

  test("leaving the loop aborts the stream and its source", async () => {
    let isClosed = false;
    const source = (async function* () {
      try {
        for (;;) yield HI;
      } finally {
        isClosed = true;
      }
    })();
    const stream = readStream("openai-chat", source);
    for await (const { text } of stream) if (text.length > 5) break;
    const { end, response } = await stream.result();
    assert.deepEqual([end, response.choices[0].message.content, isClosed], ["aborted", "HiHiHi", true]);
  });

  test("a loop and `result` may run at the same time", async () => {
    const stream = readStream("openai-chat", streamOf([HI, HI, STOP]));
    const looping = (async () => {
      for await (const { text } of stream) assert.ok(text.startsWith("Hi"));
    })();
    const [{ end }] = await Promise.all([stream.result(), looping]);
    assert.equal(end, "complete");
    assert.equal(stream.result() instanceof Promise && (await stream.result()).end, "complete");
  });

  test("an error of `onUpdate` is rethrown", async () => {
    const error = new RangeError("mine");
    const stream = read("openai-chat", [HI], { onUpdate: () => { throw error; } });
    await assert.rejects(stream, (thrown) => thrown === error);
  });

  test("a stream without events of the format is broken, without a response", async () => {
    for (const source of [[], [""], [{ type: "ping" }]]) {
      const { end, response } = await read("anthropic", source);
      assert.deepEqual([end, response], ["broken", null]);
    }
  });
});

describe("mistakes", () => {
  const refused = (code, words) => (error) => error instanceof ConversationError && error.code === code && words.test(error.message);

  test("a stream of another format is refused", async () => {
    const wrong = [["openai-chat", "anthropic"], ["anthropic", "openai-chat"], ["gemini", "bedrock"], ["bedrock", "openai-responses"], ["openai-responses", "gemini"], ["ai-sdk", "anthropic"]];
    for (const [format, other] of wrong) await assert.rejects(read(format, CUT[other]), refused("wrong-format", new RegExp(`"${other}"`)), `${format} ${other}`);
  });

  const SOURCES = [["a promise", Promise.resolve(), /await it/], ["a text", "data: {}", /a text/], ["a response", { choices: [] }, /addResponse/], ["Bedrock's output", { stream: [] }, /its? `stream`|a `stream`/], ["nothing", undefined, /undefined/], ["null", null, /null/]];
  for (const [name, source, words] of SOURCES) test(`${name} is no stream`, () => assert.throws(() => readStream("openai-chat", source), refused("invalid-argument", words)));

  test("formats and options are checked", () => {
    assert.throws(() => readStream("toString", []), refused("unknown-format", /openai-chat/));
    for (const options of [null, { signals: 1 }, { onUpdate: 1 }, { signal: {} }]) assert.throws(() => readStream("openai-chat", [], options), refused("invalid-argument", /options/));
  });
});
