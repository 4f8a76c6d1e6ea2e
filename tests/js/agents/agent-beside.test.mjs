// Adapters for agents count the tools and the instructions of each call by the row of its model.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import { breakdown } from "backscroll";
import { fitModelMiddleware, fitSteps } from "backscroll/ai-sdk/agent";
import { fitAgentMiddleware as fitLangChain } from "backscroll/langchain/agent";
import { fitProcessor } from "backscroll/mastra";
import { fitInput, fitModel } from "backscroll/openai-agents";
import { refusal } from "../../support/basics.mjs";

/** More than any of the calls may take. */
const LONG = "word ".repeat(20_000);
const LIMIT = 5_000;
const schema = { type: "object", properties: { at: { type: "string", description: "The place, as on a map." } }, required: ["at"] };
const description = "Looks at a place, and says what the weather is like there. ".repeat(20);
const instructions = "Be brief, and name your sources. ".repeat(30);
const wordsOf = (text) => [{ role: "user", content: [{ type: "text", text }] }];

/** Each adapter makes a call with this model, and with a tool or instructions. */
const ADAPTERS = {
  "the AI SDK's middleware": {
    tool: (options, model) => fitModelMiddleware(options).wrapGenerate({ params: { prompt: wordsOf(LONG), tools: [{ type: "function", name: "look", description, inputSchema: schema }] }, model: { modelId: model } }),
    none: (options, model) => fitModelMiddleware(options).wrapGenerate({ params: { prompt: wordsOf(LONG) }, model: { modelId: model } }),
  },
  "the AI SDK's steps": {
    none: (options, model) => fitSteps(options)({ steps: [], messages: wordsOf(LONG), model: { modelId: model } }),
    said: (options, model) => fitSteps(options)({ steps: [], messages: wordsOf(LONG), instructions, model: { modelId: model } }),
  },
  LangChain: Object.fromEntries(Object.entries({ none: {}, tool: { tools: [{ type: "function", function: { name: "look", description, parameters: schema } }] }, said: { systemMessage: new SystemMessage(instructions) } }).map(([name, more]) => [
    name,
    (options, model) => fitLangChain(options).wrapModelCall({ model: { model }, messages: [new HumanMessage(LONG)], tools: [], ...more }, (request) => request),
  ])),
  "OpenAI Agents": Object.fromEntries(Object.entries({ none: {}, tool: { tools: [{ type: "function", name: "look", description, parameters: schema, strict: true }] }, said: { systemInstructions: instructions } }).map(([name, more]) => [
    name,
    (options, model) => fitModel({ _model: model, model, getResponse: async (request) => request }, options).getResponse({ input: LONG, tools: [], handoffs: [], outputType: "text", modelSettings: {}, ...more }),
  ])),
  "the input filter of OpenAI Agents": {
    none: (options, model) => fitInput(options)({ modelData: { input: [{ role: "user", content: LONG }] }, agent: { model } }),
    said: (options, model) => fitInput(options)({ modelData: { input: [{ role: "user", content: LONG }], instructions }, agent: { model } }),
  },
  Mastra: Object.fromEntries(Object.entries({ none: {}, tool: { look: { id: "look", description, inputSchema: schema } } }).map(([name, tools]) => [
    name,
    async (options, model) => {
      const [processor, state] = [fitProcessor(options), {}];
      await processor.processInputStep({ state, tools });
      return processor.processLLMRequest({ state, model: { modelId: model }, prompt: wordsOf(LONG), retryCount: 0 });
    },
  ])),
};

/** The tokens that a call takes beside its messages. */
async function besideOf(run, model) {
  const { details } = await refusal(async () => run({ maxTokens: LIMIT }, model), "cannot-fit");
  return LIMIT - details.limit;
}

/** The tokens that a request of chat completions for this model takes for its tools, or for its instructions with what stands around them. */
function expectedOf(name, model) {
  const asked = { role: "user", content: "." };
  const tools = [{ type: "function", function: { name: "look", description, parameters: schema } }];
  const size = (fields, messages) => breakdown("openai-chat", { model, ...fields, messages });
  if (name === "tool") return size({ tools }, [asked]).parts.tools;
  return size({}, [{ role: "system", content: instructions }, asked]).tokens - size({}, [asked]).tokens;
}

for (const [adapter, ways] of Object.entries(ADAPTERS)) {
  describe(adapter, () => {
    for (const model of ["gpt-4o", "claude-sonnet-4-5", "nobody-knows"]) {
      for (const name of Object.keys(ways).filter((way) => way !== "none")) {
        test(`counts ${name === "tool" ? "a tool" : "instructions"} as a request for ${model} does`, async () => {
          const [bare, beside] = [await besideOf(ways.none, model), await besideOf(ways[name], model)];
          const expected = expectedOf(name, model);
          assert.ok(Math.abs(bare) <= 1, `${bare} beside nothing`);
          // A declaration may have a few words more or less around it.
          assert.ok(beside - bare >= expected - 5 && beside - bare <= expected + 25, `${beside - bare}, not ${expected}`);
        });
      }
    }
  });
}
