// The shapes in which clients keep a provider's error, the choice among several errors, and hostile errors.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ContextWindowOverflowError, isContextOverflow } from "backscroll";
import { aiSdk, aiSdkRetry, anthropic, axios, bedrock, failure, langchain, ollama, openai } from "../../support/formats/client-errors.mjs";

const tokens = "prompt is too long: 210000 tokens > 200000 maximum";
const long = failure(tokens, { status: 400 });
const fast = failure("slow down", { status: 429 });
const broken = failure("oops", { status: 500 });
const body = { type: "error", error: { type: "invalid_request_error", message: tokens } };
const caused = (depth) => (depth === 0 ? long : failure("call failed", { cause: caused(depth - 1) }));

const shapes = [
  ["own error", true, new ContextWindowOverflowError()],
  ["own error, whatever caused it", true, new ContextWindowOverflowError("x", { cause: fast })],
  ["own error as a cause", true, failure("call failed", { cause: new ContextWindowOverflowError("x") })],
  ["own error of another copy, by name", true, failure("x", { name: "ContextWindowOverflowError" })],
  ["own error of another copy, by code", true, { code: "context-overflow" }],
  ["Strands", true, failure("x", { name: "ContextWindowOverflowError" })],
  ["LangChain", true, langchain("Input exceeded the model's window.")],
  ["LangChain, by its code", true, { lc_error_code: "CONTEXT_OVERFLOW" }],
  ["LangChain, with the client's error", true, async () => langchain("x", await openai(400, { error: { message: tokens } })())],
  ["LangChain, a rate", false, failure("too many tokens", { lc_error_code: "MODEL_RATE_LIMIT" })],
  ["AI SDK, the body", true, aiSdk(400, body)],
  ["AI SDK, the data", true, aiSdk(400, "", { data: body })],
  ["AI SDK, what was asked", false, aiSdk(400, "", { requestBodyValues: { messages: [{ role: "user", content: tokens }] } })],
  ["AI SDK, retried", true, aiSdkRetry(aiSdk(429, ""), aiSdk(400, body))],
  ["AI SDK, retried, and then too fast", false, aiSdkRetry(aiSdk(400, body), aiSdk(429, ""))],
  ["AI SDK, the status", true, aiSdk(413, "")],
  ["Ollama, the status", true, ollama(413, "no")],
  ["AWS, the status", true, bedrock("Error", "no", 413)],
  ["AWS, the status of a rate", false, bedrock("Error", "too many tokens", 429)],
  ["a body", true, { statusCode: 400, body: { message: tokens } }],
  ["details", true, { code: 3, details: [{ reason: "CONTEXT_LENGTH_EXCEEDED" }] }],
  ["axios", true, axios(400, { error: { message: tokens } })],
  ["axios, the status", true, axios(413, "")],
  ["axios, a rate", false, axios(429, { error: { message: tokens } })],
  ["fetch's answer", true, new Response("", { status: 413 })],
  ["an outcome of allSettled", true, { status: "rejected", reason: long }],
  ["FastAPI", true, { detail: [{ loc: ["body"], msg: "x" }, tokens] }],
  ["a text", true, tokens],
  ["a text in capitals", true, tokens.toUpperCase()],
  ["a text of JSON", true, JSON.stringify(body)],
  ["a code as text", true, "context_length_exceeded"],
  ["a code in an object", true, { code: "context_length_exceeded" }],
  ["a status as text", true, { code: "413" }],
  ["a status in words", true, "Request failed with status code 413"],
  ["many causes", true, caused(20)],
  ["a rate as the cause", false, failure(tokens, { cause: fast })],
  ["a cause of a rate", false, failure("x", { status: 429, cause: long })],
  ["an aggregate", true, new AggregateError([broken, long], "all failed")],
  ["an aggregate of texts", true, new AggregateError([tokens])],
  ["an aggregate with a rate, for a shorter request mends the other", true, new AggregateError([fast, long])],
  ["an aggregate of rates that speaks of tokens", false, new AggregateError([fast, fast], "too many tokens")],
  ["an aggregate of others", false, new AggregateError([broken, broken], "all failed")],
  ["the client's error, wrapped twice", true, async () => new AggregateError([failure("x", { cause: await anthropic(400, body)() })])],
];

describe("a shape", () => {
  for (const [name, expected, error] of shapes) {
    test(name, async () => assert.equal(isContextOverflow(typeof error === "function" ? await error() : error), expected));
  }
});

test("a cyclic chain of causes ends", () => {
  const one = failure("one");
  const two = failure("two", { cause: one });
  one.cause = two;
  assert.equal(isContextOverflow(one), false);
  two.message = tokens;
  assert.equal(isContextOverflow(one), true);
});

const throwing = () => {
  throw new Error("do not look");
};
const { proxy: revoked, revoke } = Proxy.revocable([], {});
revoke();

/** Makes an endless object: every field leads to another such object, or to a list of them. */
const endless = (made) => new Proxy({}, { get: () => ((made.count += 1), made.count % 2 === 0 ? endless(made) : Array.from({ length: 10 }, () => endless(made))) });

describe("a hostile error", () => {
  test("whose getters throw is read as far as it goes", () => {
    const error = { get message() { return throwing(); }, get code() { return throwing(); }, cause: long };
    assert.equal(isContextOverflow(error), true);
  });

  test("that is a proxy, revoked or not, throws nothing", () => {
    const whole = new Proxy({}, { get: throwing, has: throwing, ownKeys: throwing, getPrototypeOf: throwing });
    for (const error of [whole, revoked]) {
      assert.equal(isContextOverflow(error), false);
      assert.equal(isContextOverflow({ errors: error, details: [error], cause: long }), true);
    }
  });

  test("of endless depth is read up to a limit", () => {
    const made = { count: 0 };
    assert.equal(isContextOverflow(endless(made)), false);
    assert.ok(made.count < 5_000, `${made.count} fields were read`);
  });

  test("with a huge text is read at both ends", () => {
    const much = "x y ".repeat(5_000_000);
    assert.equal(isContextOverflow(much), false);
    assert.equal(isContextOverflow(`${tokens} ${much}`), true);
    assert.equal(isContextOverflow(`${much} ${tokens}`), true);
  });

  test("with lone surrogates and other unusual characters is read", () => {
    assert.equal(isContextOverflow(`\uD800${tokens}\u0000`), true);
    assert.equal(isContextOverflow("\uDC00"), false);
  });
});
