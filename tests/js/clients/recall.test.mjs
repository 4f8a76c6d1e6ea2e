// `recall` through the real clients, against the strict provider: the model gets back in round 30 what was cut after round 3.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import { BedrockRuntimeClient, ConverseCommand } from "@aws-sdk/client-bedrock-runtime";
import { GoogleGenAI } from "@google/genai";
import { Mistral } from "@mistralai/mistralai";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import OpenAI from "openai";
import { ConversationManager, convert, fit, fitBudget, offload } from "backscroll";
import { recall } from "backscroll/recall";
import { converseInput } from "../../support/formats/converse-input.mjs";
import { startStrictProvider } from "../../support/strict/index.mjs";
import { TARGETS, byTarget } from "../../support/targets.mjs";

const BEDROCK = "anthropic.claude-sonnet-4-5-20250929-v1:0";
/** No name, path or number tells that this line will be needed. */
const CODE = "the spare key hangs behind the green clock";
const ROUNDS = 32;
const ASKS = 30;

/** The client of each target: makes a function that sends a body. */
const CLIENTS = byTarget({
  "openai-chat": (url) => {
    const client = new OpenAI({ apiKey: "any", baseURL: `${url}/v1`, maxRetries: 0 });
    return (body) => client.chat.completions.create(body);
  },
  "openai-responses": (url) => {
    const client = new OpenAI({ apiKey: "any", baseURL: `${url}/v1`, maxRetries: 0 });
    return (body) => client.responses.create(body);
  },
  anthropic: (url) => {
    const client = new Anthropic({ apiKey: "any", baseURL: url, maxRetries: 0 });
    return (body) => client.messages.create(body);
  },
  gemini: (url) => {
    const client = new GoogleGenAI({ apiKey: "any", httpOptions: { baseUrl: url, retryOptions: { attempts: 1 } } });
    return ({ contents, generationConfig, ...config }) => client.models.generateContent({ model: "gemini-test", contents, config: { ...generationConfig, ...config } });
  },
  bedrock: (url, t) => {
    const client = new BedrockRuntimeClient({ region: "us-east-1", endpoint: url, credentials: { accessKeyId: "any", secretAccessKey: "any" }, requestHandler: new NodeHttpHandler(), maxAttempts: 1 });
    t.after(() => client.destroy());
    return (body) => client.send(new ConverseCommand(converseInput(body)));
  },
  mistral: (url) => {
    const client = new Mistral({ apiKey: "any", serverURL: `${url}/mistral`, retryConfig: { strategy: "none" } });
    return (body) => client.chat.complete(body);
  },
});

const PARAMS = byTarget({
  "openai-chat": { model: "gpt-test" },
  "openai-responses": { model: "gpt-test" },
  anthropic: { model: "claude-test", max_tokens: 256 },
  gemini: {},
  bedrock: { modelId: BEDROCK, inferenceConfig: { maxTokens: 256 } },
  mistral: { model: "mistral-test", maxTokens: 256 },
});

const SEARCH = { type: "object", properties: { round: { type: "string" } } };

/** The declarations of both tools: `look` in another form than the target's, where that may be. */
function declared(target, tool) {
  // Most models of Gemini accept one entry with functions.
  if (target === "gemini") return { tools: [{ functionDeclarations: [{ name: "look", parametersJsonSchema: SEARCH }, ...tool.definition(target).functionDeclarations] }] };
  return { tools: [{ type: "function", function: { name: "look", description: "Looks.", parameters: SEARCH } }, tool.definition(target)] };
}

/** The result of a round: only that of the third holds the line. */
function found(round) {
  const filler = Array.from({ length: 40 }, (_, line) => `drawer ${line} of round ${round} holds nothing that anybody wants`);
  if (round === 3) filler[17] = CODE;
  return filler.join("\n");
}

/** The model of a script: looks in each round; when it is asked for the key, it recalls, and answers with the line that it was given. */
function scripted(seen) {
  return ({ body }) => {
    const text = JSON.stringify(body);
    const asks = [...text.matchAll(/Round (\d+):/g)].map(([, round]) => Number(round));
    const round = Math.max(...asks);
    const isRound = (name) => text.includes(`done-${round}-${name}`);
    if (round !== ASKS) return isRound("look") ? { text: `Nothing in round ${round}.` } : { toolCalls: [{ name: "look", arguments: { round: `${round}` } }] };
    seen.push(text.includes(CODE));
    const line = /the spare key hangs behind the \w+ \w+/.exec(text)?.[0];
    return line === undefined ? { toolCalls: [{ name: "recall", arguments: { query: "Where does the spare key hang?" } }] } : { text: `Found: ${line}.` };
  };
}

for (const target of TARGETS) {
  describe(target, () => {
    for (const [strategy, reduce] of [["the default strategy", undefined], ["a choice by need", fitBudget({ by: "need" })], ["results moved out", fitBudget({ firstStep: offload({ keep: 1, longerThan: 500 }) })]]) {
      test(`with ${strategy}, the line of round 3 comes back in round ${ASKS}, and the provider accepts every request`, async (t) => {
        const seen = [];
        const provider = await startStrictProvider({ script: scripted(seen) });
        t.after(() => provider.close());
        const send = CLIENTS[target](provider.url, t);
        const conversation = new ConversationManager({ systemPrompt: "You look for things.", tokenLimit: 3_000, ...(reduce && { reduce }) });
        t.after(() => conversation.dispose());
        const tool = recall(conversation);
        const tools = { look: ({ round }) => `${found(Number(round))}\ndone-${round}-look`, [tool.name]: tool.run };
        let answer;
        for (let round = 1; round <= ROUNDS; round += 1) {
          conversation.addMessage("user", round === ASKS ? `Round ${round}: which key was it?` : `Round ${round}: look.`);
          for (;;) {
            const { body } = await conversation.prepare(target, { ...PARAMS[target], ...declared(target, tool) });
            const message = conversation.addResponse(target, await send(body));
            const { messages } = await conversation.runTools(tools);
            if (messages.length > 0) continue;
            if (round === ASKS) answer = conversation.toOpenAIMessages().at(-1).content;
            assert.equal(message.toolCalls, undefined);
            break;
          }
        }
        assert.deepEqual(seen, [false, true], "the line was cut before the call, and is there after it");
        assert.match(JSON.stringify(answer), new RegExp(`Found: ${CODE}`));
        assert.ok(conversation.reductions.length > 1, "the history was reduced");
        assert.deepEqual(provider.log.filter(({ status }) => status !== 200), []);
      });
    }
  });
}

test("with `fit`, over the list of the program, through OpenAI's client", async (t) => {
  const seen = [];
  const provider = await startStrictProvider({ script: scripted(seen) });
  t.after(() => provider.close());
  const send = CLIENTS["openai-chat"](provider.url, t);
  const list = [{ role: "system", content: "You look for things." }];
  const tool = recall(() => convert("openai-chat", "backscroll", { messages: list }).body);
  const tools = { look: ({ round }) => `${found(Number(round))}\ndone-${round}-look`, [tool.name]: tool.run };
  let memory = null;
  for (let round = 1; round <= ROUNDS; round += 1) {
    list.push({ role: "user", content: round === ASKS ? `Round ${round}: which key was it?` : `Round ${round}: look.` });
    for (;;) {
      const fitted = fit("openai-chat", { model: "gpt-test", ...declared("openai-chat", tool), messages: list }, { maxTokens: 5_000, memory });
      memory = fitted.memory;
      const { message } = (await send(fitted.body)).choices[0];
      list.push(message);
      if (message.tool_calls === undefined) break;
      for (const { id, function: { name, arguments: args } } of message.tool_calls) list.push({ role: "tool", tool_call_id: id, content: tools[name](JSON.parse(args)) });
    }
    if (round === ASKS) assert.equal(list.at(-1).content, `Found: ${CODE}.`);
  }
  assert.deepEqual(seen, [false, true]);
  assert.deepEqual(provider.log.filter(({ status }) => status !== 200), []);
});
