// Which errors say that the request was too long, in the shapes that the clients give them.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ContextWindowOverflowError, isContextOverflow } from "backscroll";

const error = (message, fields = {}) => Object.assign(new Error(message), fields);
const openai = "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.";
const anthropic = "prompt is too long: 210000 tokens > 200000 maximum";

class ThrottlingException extends Error {
  name = "ThrottlingException";
}

const overflows = [
  ["own error", new ContextWindowOverflowError()],
  ["own error of another copy", error("x", { name: "ContextWindowOverflowError" })],
  ["own error as a cause", error("call failed", { cause: new ContextWindowOverflowError() })],
  ["openai client", error(`400 ${openai}`, { status: 400, code: "context_length_exceeded", error: { message: openai, code: "context_length_exceeded" } })],
  ["openai client, message only", error(`400 ${openai}`, { status: 400 })],
  ["openai responses", error("400 Your input exceeds the context window of this model. Please adjust your input and try again.", { status: 400, code: "context_length_exceeded" })],
  ["openai body", { error: { message: openai, type: "invalid_request_error", param: "messages", code: "context_length_exceeded" } }],
  ["anthropic client", error(`400 {"type":"error","error":{"type":"invalid_request_error","message":"${anthropic}"}}`, { status: 400, error: { type: "error", error: { type: "invalid_request_error", message: anthropic } } })],
  ["anthropic client, nested message only", error("400", { error: { error: { error: { message: anthropic } } } })],
  ["anthropic input and max_tokens", error("input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length or `max_tokens` and try again")],
  ["anthropic request too large", error("413", { status: 413, error: { type: "error", error: { type: "request_too_large", message: "Request exceeds the maximum size" } } })],
  ["bedrock", error("Input is too long for requested model.", { name: "ValidationException", $metadata: { httpStatusCode: 400 } })],
  ["bedrock, bytes", error("too many total text bytes: 9000000 > 6000000", { name: "ValidationException" })],
  ["gemini", error('{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}', { status: 400 })],
  ["mistral", error("Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length")],
  ["xai", error("This model's maximum prompt length is 131072 but the request contains 537812 tokens.")],
  ["groq", error("400", { error: { error: { message: "Please reduce the length of the messages or completion.", code: "context_length_exceeded" } } })],
  ["llama.cpp", error("the request exceeds the available context size, try increasing it", { type: "exceed_context_size_error" })],
  ["cohere", error("too many tokens: total number of tokens in the prompt cannot exceed 4081")],
  ["ai sdk", error("Bad Request", { name: "AI_APICallError", statusCode: 400, responseBody: JSON.stringify({ error: { message: openai } }) })],
  ["ai sdk, retried", error("Failed after 3 attempts", { name: "AI_RetryError", errors: [error("x", { statusCode: 500 }), error(openai, { statusCode: 400 })] })],
  ["axios", error("Request failed with status code 400", { response: { status: 400, data: { error: { message: openai } } } })],
  ["langchain", error("call failed", { cause: error("inner", { cause: error(anthropic) }) })],
  ["capitals", error("Prompt Is Too Long")],
  ["a text", "input is too long for requested model"],
  ["a plain object", { code: "context_length_exceeded" }],
];

const others = [
  ["nothing", undefined],
  ["network", error("fetch failed", { code: "ECONNRESET" })],
  ["server", error("500 Internal error", { status: 500 })],
  ["overloaded", error("529", { status: 529, error: { type: "error", error: { type: "overloaded_error", message: "Overloaded" } } })],
  ["key", error("401 Incorrect API key provided", { status: 401, code: "invalid_api_key" })],
  ["bad request", error("400 Invalid 'messages': empty array.", { status: 400, code: "empty_array" })],
  ["reply limit", error("400 max_tokens is too large: 50000. This model supports at most 16384 completion tokens", { status: 400 })],
  ["one text", error("Invalid 'messages[0].content': string too long. Expected a string with maximum length 10485760", { code: "string_above_max_length" })],
  ["openai rate", error("429 Rate limit reached for gpt-5 on tokens per min (TPM): Limit 30000, Requested 40000. Too many tokens.", { status: 429, code: "rate_limit_exceeded" })],
  ["openai rate, code only", error("Request too large: too many tokens", { code: "rate_limit_exceeded" })],
  ["groq 413 that is a rate", error("413 Request too large for model on tokens per minute (TPM): Limit 6000, Requested 9000", { status: 413, error: { error: { code: "rate_limit_exceeded" } } })],
  ["anthropic rate", error("429", { status: 429, error: { type: "error", error: { type: "rate_limit_error", message: "This request would exceed your rate limit; the prompt is too long" } } })],
  ["bedrock throttling", new ThrottlingException("Too many tokens, please wait before trying again.")],
  ["bedrock throttling, text", "Too many tokens, please wait before trying again."],
  ["gemini quota", error("429 Resource exhausted", { status: 429, error: { code: 429, status: "RESOURCE_EXHAUSTED", message: "too many tokens" } })],
  ["rate as a cause", error("the prompt is too long", { cause: error("x", { status: 429 }) })],
  ["python style", "Error code: 429 - too many tokens"],
];

describe("an overflow", () => {
  for (const [name, value] of overflows) test(name, () => assert.equal(isContextOverflow(value), true));
});

describe("no overflow", () => {
  for (const [name, value] of others) test(name, () => assert.equal(isContextOverflow(value), false));
});

test("a chain of causes that bites its tail ends", () => {
  const one = error("one");
  const two = error("two", { cause: one });
  one.cause = two;
  assert.equal(isContextOverflow(one), false);
  two.message = anthropic;
  assert.equal(isContextOverflow(one), true);
});

test("of several attempts the last one decides", () => {
  const long = { status: 400, message: "prompt is too long" };
  assert.equal(isContextOverflow({ errors: [{ status: 429 }, long], lastError: long }), true);
  assert.equal(isContextOverflow({ errors: [long, { status: 429 }], lastError: { status: 429 } }), false);
});
