// A conversation and each provider's own client as one function, against the strict provider.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import Anthropic0 from "anthropic-0";
import { BedrockRuntime } from "@aws-sdk/client-bedrock-runtime";
import { GoogleGenAI } from "@google/genai";
import { GoogleGenAI as GoogleGenAI2 } from "@google/genai-2";
import { Mistral } from "@mistralai/mistralai";
import { Mistral as Mistral1 } from "mistral-1";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import OpenAI from "openai";
import OpenAI6 from "openai-6";
import { ConversationManager, isContextOverflow } from "backscroll";
import { withHistory } from "backscroll/clients";
import { refusal } from "../../support/basics.mjs";
import { MAX_TOKENS, ROUNDS, WINDOW, found, lookingProvider } from "../../support/agents.mjs";
import { releases } from "../../support/releases.mjs";

const parameters = { type: "object", properties: { order: { type: "number" } }, required: ["order"] };
const declared = { name: "look", description: "Looks up an order.", parameters };
const openai = (Client) => (url) => new Client({ apiKey: "any", baseURL: `${url}/v1`, maxRetries: 0 });
const anthropic = (Client) => (url) => new Client({ apiKey: "any", baseURL: url, maxRetries: 0 });
const google = (Client) => (url) => new Client({ apiKey: "any", httpOptions: { baseUrl: url, retryOptions: { attempts: 1 } } });
const mistral = (Client) => (url) => new Client({ apiKey: "any", serverURL: `${url}/mistral`, retryConfig: { strategy: "none" } });
const bedrock = (url) => new BedrockRuntime({ region: "us-east-1", endpoint: url, credentials: { accessKeyId: "any", secretAccessKey: "any" }, requestHandler: new NodeHttpHandler(), maxAttempts: 1 });

const PARAMS = {
  "openai-chat": { model: "gpt-5", tools: [{ type: "function", function: declared }] },
  "openai-responses": { model: "gpt-5", store: false, tools: [{ type: "function", ...declared }] },
  anthropic: { model: "claude-sonnet-5-5", max_tokens: 256, tools: [{ name: "look", description: "Looks up an order.", input_schema: parameters }] },
  gemini: { model: "gemini-2.5-flash", generationConfig: { temperature: 0 }, tools: [{ functionDeclarations: [declared] }] },
  bedrock: { modelId: "anthropic.claude-sonnet-5-5", toolConfig: { tools: [{ toolSpec: { name: "look", description: "Looks up an order.", inputSchema: { json: parameters } } }] } },
  mistral: { model: "mistral-large-latest", tools: [{ type: "function", function: declared }] },
};

/** The clients at their newest major version, and at the oldest that is in use. */
const CLIENTS = releases({
  newest: [
    ["openai 7", "openai-chat", openai(OpenAI)],
    ["openai 7", "openai-responses", openai(OpenAI)],
    ["@anthropic-ai/sdk 1", "anthropic", anthropic(Anthropic)],
    ["@google/genai 3", "gemini", google(GoogleGenAI)],
    ["@aws-sdk/client-bedrock-runtime 3", "bedrock", bedrock],
    ["@mistralai/mistralai 2", "mistral", mistral(Mistral)],
  ],
  older: [
    ["openai 6", "openai-chat", openai(OpenAI6)],
    ["openai 6", "openai-responses", openai(OpenAI6)],
    ["@anthropic-ai/sdk 0", "anthropic", anthropic(Anthropic0)],
    ["@google/genai 2", "gemini", google(GoogleGenAI2)],
    ["@mistralai/mistralai 1", "mistral", mistral(Mistral1)],
  ],
});

for (const [name, target, open] of CLIENTS) {
  const params = PARAMS[target];
  describe(`${name}, ${target}`, () => {
    /** Runs an agent to its end. */
    async function run({ tokenLimit, way = "send", ...options } = {}) {
      const provider = await lookingProvider(options);
      const conversation = new ConversationManager({ systemPrompt: "You look up orders.", ...(tokenLimit && { tokenLimit }), ...(tokenLimit === undefined && { reduce: () => false }) });
      const ask = withHistory(conversation, target, open(provider.url));
      conversation.addMessage("user", "Look up all orders.");
      try {
        for (;;) {
          const message = way === "send" ? (await ask(params)).message : (await (await ask.stream(params)).result()).message;
          if (message.toolCalls === undefined || message.toolCalls.length === 0) return { text: conversation.messages.at(-1).content, conversation, log: provider.log };
          await conversation.runTools({ look: ({ order }) => found(order) });
        }
      } catch (error) {
        return { error, conversation, log: provider.log };
      } finally {
        await provider.close();
      }
    }
    const accepted = (log) => log.filter(({ status }) => status === 200);

    test("without a limit, the provider refuses the agent", async () => {
      const { error, log } = await run();
      assert.ok(isContextOverflow(error), String(error));
      assert.ok(accepted(log).length < ROUNDS - 40, `${accepted(log).length} rounds`);
    });

    for (const way of ["send", "stream"]) {
      test(`an agent runs 40 rounds past its window without a refusal (${way})`, async () => {
        const { error, text, conversation, log } = await run({ tokenLimit: MAX_TOKENS, way });
        assert.ifError(error);
        assert.equal(log.length, ROUNDS + 1);
        assert.deepEqual(log.filter(({ status }) => status !== 200), []);
        assert.match(JSON.stringify(text), /Done after/);
        assert.equal(conversation.transcript.filter(({ message }) => message.role === "tool").length, ROUNDS);
      });

      test(`an overflow is handled, and the answer is there (${way})`, async () => {
        // The limit is above the provider's window.
        const { error, text, log } = await run({ tokenLimit: 3 * WINDOW, way });
        assert.ifError(error);
        assert.match(JSON.stringify(text), /Done after/);
        const refused = log.filter(({ status }) => status !== 200);
        assert.ok(refused.length >= 1 && refused.length <= 4, `${refused.length} refusals`);
      });
    }

    test("a streamed answer comes with the report of its request", async (t) => {
      const provider = await lookingProvider({ rounds: 0 });
      t.after(() => provider.close());
      const conversation = new ConversationManager();
      conversation.addMessage("user", "Look.");
      conversation.addMessage("assistant", null, { toolCalls: [{ id: "call00001", name: "look", arguments: "{}" }] });
      conversation.addMessage("user", "Never mind.");
      const stream = await withHistory(conversation, target, open(provider.url)).stream(params);
      assert.equal(stream.request.repairs[0].code, "missing-result-added");
      assert.ok(stream.request.tokens > 0 && stream.request.reduction === null);
      await stream.result();
    });

    test("an overflow without end throws the client's error after at most four requests", async () => {
      const { error, log } = await run({ tokenLimit: 100_000, contextWindow: 5 });
      assert.ok(isContextOverflow(error), String(error));
      assert.ok(log.length <= 4, `${log.length} requests`);
    });

    test("an abort reaches the client", async () => {
      const provider = await lookingProvider();
      const conversation = new ConversationManager();
      conversation.addMessage("user", "Look.");
      const ask = withHistory(conversation, target, open(provider.url));
      await assert.rejects(ask(params, { signal: AbortSignal.abort() }));
      assert.equal(conversation.messages.length, 1);
      await provider.close();
    });
  });
}

test("a client that does not fit its target is refused at once", async () => {
  const conversation = new ConversationManager();
  for (const [target, client] of [["anthropic", new OpenAI({ apiKey: "any" })], ["openai-chat", {}], ["openai-chat", null], ["bedrock", {}], ["cohere", {}], [undefined, {}]]) {
    await refusal(async () => withHistory(conversation, target, client), "invalid-argument");
  }
  await refusal(async () => withHistory({}, "openai-chat", new OpenAI({ apiKey: "any" })), "invalid-argument");
  await refusal(() => withHistory(conversation, "openai-chat", new OpenAI({ apiKey: "any" }))("gpt-5"), "invalid-argument");
});
