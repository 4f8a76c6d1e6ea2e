// Errors of HTTP that a script of `backscroll/strict-provider` asks for: each client takes them for its provider's own, and retries them.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { BedrockRuntimeClient, ConverseCommand } from "@aws-sdk/client-bedrock-runtime";
import { GoogleGenAI } from "@google/genai";
import { HTTPClient, Mistral } from "@mistralai/mistralai";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { generateText } from "ai";
import { ConversationManager, isContextOverflow } from "backscroll";
import { withHistory } from "backscroll/clients";
import { startStrictProvider, strictFetch } from "backscroll/strict-provider";
import OpenAI from "openai";

const apiKey = "any";
const HI = { role: "user", content: "Time?" };
const URLS = {
  "openai-chat": ["https://api.openai.com/v1/chat/completions", { model: "m", messages: [HI] }],
  "openai-responses": ["https://api.openai.com/v1/responses", { model: "m", input: [HI] }],
  anthropic: ["https://api.anthropic.com/v1/messages", { model: "m", max_tokens: 9, messages: [HI] }],
  gemini: ["https://generativelanguage.googleapis.com/v1beta/models/m:generateContent", { contents: [{ role: "user", parts: [{ text: "Time?" }] }] }],
  bedrock: ["https://bedrock-runtime.us-east-1.amazonaws.com/model/m/converse", { messages: [{ role: "user", content: [{ text: "Time?" }] }] }],
  mistral: ["https://api.mistral.ai/v1/chat/completions", { model: "m", messages: [HI] }],
};
const ask = (fetch, target, more) => fetch(URLS[target][0], { method: "POST", body: JSON.stringify({ ...URLS[target][1], ...more }) });

const mistralRetries = { strategy: "backoff", backoff: { initialInterval: 5, maxInterval: 10, exponent: 1, maxElapsedTime: 5_000 }, retryConnectionErrors: true };
const sdk = async (model, maxRetries) => (await generateText({ model, messages: [HI], maxRetries })).text;

/** Clients that are given a `fetch`: the answer to a question, with this many retries. */
const CLIENTS = {
  "OpenAI, chat": ["openai-chat", async (fetch, maxRetries) => (await new OpenAI({ apiKey, fetch, maxRetries }).chat.completions.create(URLS["openai-chat"][1])).choices[0].message.content],
  "OpenAI, responses": ["openai-responses", async (fetch, maxRetries) => (await new OpenAI({ apiKey, fetch, maxRetries }).responses.create(URLS["openai-responses"][1])).output_text],
  Anthropic: ["anthropic", async (fetch, maxRetries) => (await new Anthropic({ apiKey, fetch, maxRetries }).messages.create(URLS.anthropic[1])).content[0].text],
  Google: ["gemini", async (fetch, retries) => (await new GoogleGenAI({ apiKey, httpOptions: { fetch, retryOptions: { attempts: retries + 1, initialDelay: 0.005, maxDelay: 0.01 } } }).models.generateContent({ model: "m", contents: "Time?" })).text],
  Mistral: ["mistral", async (fetch, retries) => (await new Mistral({ apiKey, httpClient: new HTTPClient({ fetcher: fetch }), retryConfig: retries === 0 ? { strategy: "none" } : mistralRetries }).chat.complete(URLS.mistral[1])).choices[0].message.content],
  "AI SDK, OpenAI": ["openai-chat", (fetch, maxRetries) => sdk(createOpenAI({ apiKey, fetch }).chat("m"), maxRetries)],
  "AI SDK, Anthropic": ["anthropic", (fetch, maxRetries) => sdk(createAnthropic({ apiKey, fetch })("claude-sonnet-4-5"), maxRetries)],
};

/** A script with an error in front of its answer. `retry-after` is short, so that no test waits. */
const failing = (status) => [{ error: { status, retryAfter: 0.01 } }, { text: "Noon." }];

describe("a client tries again after", () => {
  for (const status of [429, 500, 503, 529]) {
    for (const [name, [target, answer]] of Object.entries(CLIENTS)) {
      // Mistral's and Google's clients retry only statuses that their providers have.
      if (status === 529 && ["gemini", "mistral"].includes(target)) continue;
      test(`${status}: ${name}`, async () => {
        const fetch = strictFetch({ script: failing(status) });
        assert.equal(await answer(fetch, 2), "Noon.");
        assert.deepEqual(fetch.log.map((entry) => [entry.target, entry.status, entry.rule]), [[target, status, "http"], [target, 200, null]]);
      });
    }
  }

  test("429 and 503: Bedrock, at a server", async (t) => {
    const provider = await startStrictProvider({ script: [{ error: { status: 429 } }, { error: { status: 503 } }, { text: "Noon." }] });
    const client = new BedrockRuntimeClient({ region: "us-east-1", endpoint: provider.url, credentials: { accessKeyId: "any", secretAccessKey: "any" }, requestHandler: new NodeHttpHandler(), maxAttempts: 3 });
    t.after(async () => {
      client.destroy();
      await provider.close();
    });
    const { output } = await client.send(new ConverseCommand({ modelId: "m", ...URLS.bedrock[1] }));
    assert.equal(output.message.content[0].text, "Noon.");
    assert.deepEqual(provider.log.map(({ status }) => status), [429, 503, 200]);
  });
});

describe("a client that does not try again throws its own error for", () => {
  for (const status of [401, 429, 500, 529]) {
    for (const [name, [, answer]] of Object.entries(CLIENTS)) {
      test(`${status}: ${name}; it is no overflow`, async () => {
        const fetch = strictFetch({ script: failing(status) });
        await assert.rejects(answer(fetch, 0), (error) => {
          assert.equal(error.status ?? error.statusCode, status);
          assert.equal(isContextOverflow(error), false);
          return true;
        });
        assert.equal(fetch.log.length, 1);
      });
    }
  }
});

describe("the error has the provider's form", () => {
  const FORMS = {
    "openai-chat": [[429, { error: { message: "Rate limit reached for requests", type: "requests", param: null, code: "rate_limit_exceeded" } }], [500, { error: { message: "The server had an error while processing your request. Sorry about that!", type: "server_error", param: null, code: null } }]],
    "openai-responses": [[503, { error: { message: "The engine is currently overloaded, please try again later", type: "server_error", param: null, code: null } }]],
    anthropic: [[429, { type: "error", error: { type: "rate_limit_error", message: "Rate limited" }, request_id: "req_000000000000000000000001" }], [529, { type: "error", error: { type: "overloaded_error", message: "Overloaded" }, request_id: "req_000000000000000000000001" }]],
    gemini: [[429, { error: { code: 429, message: "Resource has been exhausted (e.g. check quota).", status: "RESOURCE_EXHAUSTED" } }], [503, { error: { code: 503, message: "The model is overloaded. Please try again later.", status: "UNAVAILABLE" } }]],
    bedrock: [[429, { message: "Too many requests, please wait before trying again." }]],
    mistral: [[429, { object: "error", message: "Rate limit exceeded", type: "rate_limited", param: null, code: "1300", raw_status_code: 429 }]],
  };
  test("at all targets", () => assert.deepEqual(Object.keys(FORMS).sort(), Object.keys(URLS).sort()));
  for (const [target, forms] of Object.entries(FORMS)) {
    for (const [status, body] of forms) {
      test(`${target}: ${status}, for a stream, too`, async () => {
        for (const more of [{}, ...(["gemini", "bedrock"].includes(target) ? [] : [{ stream: true }])]) {
          const response = await ask(strictFetch({ script: [{ error: { status, retryAfter: 7 } }] }), target, more);
          assert.deepEqual([response.status, response.headers.get("retry-after"), response.headers.get("x-should-retry")], [status, "7", null]);
          assert.equal(response.headers.get("content-type"), "application/json");
          assert.deepEqual(await response.json(), body);
        }
      });
    }
  }

  test("with the words of the script; without `retryAfter`, without its header", async () => {
    const response = await ask(strictFetch({ script: [{ error: { status: 418, message: "Short and stout." } }] }), "anthropic");
    assert.deepEqual([response.status, response.headers.get("retry-after")], [418, null]);
    assert.equal((await response.json()).error.message, "Short and stout.");
  });

  test("of Bedrock has its type in a header", async () => {
    const response = await ask(strictFetch({ script: [{ error: { status: 429 } }] }), "bedrock");
    assert.equal(response.headers.get("x-amzn-errortype"), "ThrottlingException");
  });
});

describe("an error in a script", () => {
  test("uses up its place; a refused request does not", async () => {
    const fetch = strictFetch({ script: failing(500) });
    await ask(fetch, "openai-chat", { messages: [] });
    await ask(fetch, "openai-chat");
    await ask(fetch, "openai-chat");
    assert.deepEqual(fetch.log.map(({ status }) => status), [400, 500, 200]);
  });

  test("stores no response", async () => {
    const fetch = strictFetch({ script: [{ error: { status: 500 } }, { text: "One." }] });
    await ask(fetch, "openai-responses");
    const { id } = await (await ask(fetch, "openai-responses")).json();
    assert.equal((await ask(fetch, "openai-responses", { previous_response_id: id })).status, 500, "the script is used up, and the response is known");
    assert.match(fetch.log.at(-1).message, /the script has no reply/);
  });

  for (const [fault, error, says] of [
    ["no status", {}, /reply 1 of the script: `error\.status` is to be a whole number from 400 to 599/],
    ["a status of success", { status: 200 }, /from 400 to 599/],
    ["a time that is none", { status: 429, retryAfter: -1 }, /`error\.retryAfter` is to be a number of seconds/],
    ["a misspelt field", { status: 429, retryafter: 1 }, /unknown field `retryafter` of `error`/],
  ]) {
    test(`with ${fault} is a fault of the script, which no client repeats`, async () => {
      const response = await ask(strictFetch({ script: [{ error }] }), "openai-chat");
      assert.deepEqual([response.status, response.headers.get("x-should-retry")], [500, "false"]);
      assert.match((await response.json()).error.message, says);
    });
  }

  test("stands alone: a text beside it is a fault", async () => {
    const response = await ask(strictFetch({ script: [{ text: "Noon.", error: { status: 500 } }] }), "openai-chat");
    assert.match((await response.json()).error.message, /reply 1 of the script has an `error` and a reply/);
  });

  test("leaves a conversation as it was, and the next request is accepted", async () => {
    const fetch = strictFetch({ script: failing(529) });
    const conversation = new ConversationManager();
    conversation.addMessage("user", "Time?");
    const request = withHistory(conversation, "anthropic", new Anthropic({ apiKey, fetch, maxRetries: 0 }));
    await assert.rejects(request({ model: "m", max_tokens: 9 }), { status: 529 });
    assert.equal(conversation.messageCount, 1);
    assert.equal((await request({ model: "m", max_tokens: 9 })).message.content[0].text, "Noon.");
  });
});
