// Agents of Mastra, with its own memory, against the strict provider.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createOpenAI } from "@ai-sdk/openai";
import { Agent } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { MockMemory } from "@mastra/core/memory";
import { createTool } from "@mastra/core/tools";
import { jsonSchema } from "ai";
import { createOpenAI as createOpenAI2 } from "ai-sdk-openai-2";
import { fitProcessor } from "backscroll/mastra";
import { refusal } from "../../support/basics.mjs";
import { MAX_TOKENS, MOST_CUTS, ROUNDS, WINDOW, cuts, found, lookingProvider } from "../../support/agents.mjs";
import { releases } from "../../support/releases.mjs";

const schema = { type: "object", properties: { order: { type: "number" } }, required: ["order"] };
const look = createTool({ id: "look", description: "Looks up an order.", inputSchema: jsonSchema(schema), execute: async (input) => found(input.order ?? input.context?.order) });

for (const [release, create] of releases({ newest: [["a model of AI SDK 7", createOpenAI]], older: [["a model of AI SDK 5", createOpenAI2]] })) {
  describe(`@mastra/core with ${release}`, () => {
    async function run({ processor, memory, questions = ["Look up all orders."], way = "generate", provider: given, ...options } = {}) {
      const provider = given ?? (await lookingProvider(options));
      const before = provider.log.length;
      try {
        const model = create({ apiKey: "any", baseURL: `${provider.url}/v1` }).chat("gpt-5");
        const processors = processor === undefined ? {} : { inputProcessors: [processor], errorProcessors: [processor] };
        const agent = new Agent({ id: "clerk", name: "Clerk", instructions: "You look up orders.", model, tools: { look }, maxRetries: 0, ...(memory && { memory }), ...processors });
        // Without it, the agent writes each refusal to the console.
        void new Mastra({ agents: { agent }, logger: false });
        const texts = [];
        let error;
        try {
          for (const question of questions) {
            const settings = { maxSteps: 200, modelSettings: { maxRetries: 0 }, ...(memory && { memory: { thread: "t-1", resource: "user-1" } }) };
            const output = way === "generate" ? await agent.generate(question, settings) : await agent.stream(question, settings);
            texts.push(await output.text);
            if (output.error) throw await output.error;
          }
        } catch (thrown) {
          error = thrown;
        }
        const log = provider.log.slice(before);
        const sent = log.filter(({ status }) => status === 200).map(({ body }) => body);
        return { error, texts, sent, log, refused: log.filter(({ status }) => status !== 200) };
      } finally {
        if (given === undefined) await provider.close();
      }
    }

    test("without the processor, the provider refuses the agent", async () => {
      const { error, sent, refused } = await run();
      assert.ok(error !== undefined || refused.length > 0);
      assert.ok(sent.length < ROUNDS - 40, `${sent.length} rounds`);
    });

    for (const way of ["generate", "stream"]) {
      test(`an agent runs 40 rounds past its window without a refusal (${way})`, async () => {
        const { error, texts, sent, refused } = await run({ processor: fitProcessor({ maxTokens: MAX_TOKENS }), way });
        assert.ifError(error);
        assert.deepEqual(refused, []);
        assert.equal(sent.length, ROUNDS + 1);
        assert.match(texts[0], new RegExp(`Done after ${ROUNDS}`));
        const moved = cuts(sent);
        assert.ok(moved >= 3 && moved <= MOST_CUTS, `the beginning of the request changed ${moved} times`);
      });

      test(`an overflow is handled, and its limit holds (${way})`, async () => {
        const { error, texts, refused } = await run({ processor: fitProcessor({ maxTokens: 2 * WINDOW }), way });
        assert.ifError(error);
        assert.match(texts[0], new RegExp(`Done after ${ROUNDS}`));
        assert.ok(refused.length >= 1 && refused.length <= 6, `${refused.length} refusals`);
      });
    }

    test("what fits is sent as it is", async () => {
      const options = { rounds: 6, contextWindow: Infinity };
      const [plain, fitted] = [await run(options), await run({ ...options, processor: fitProcessor({ maxTokens: MAX_TOKENS }) })];
      assert.equal(plain.sent.length, 7);
      assert.deepEqual(fitted.sent, plain.sent);
    });

    test("memory stays whole, and the cut holds from one question to the next", async (t) => {
      const [memory, provider] = [new MockMemory(), await lookingProvider({ rounds: 40 })];
      t.after(() => provider.close());
      const runs = [];
      for (const question of ["Look up the orders.", "And the others.", "And the rest."]) runs.push(await run({ processor: fitProcessor({ maxTokens: MAX_TOKENS }), memory, provider, questions: [question] }));
      for (const { error, refused } of runs) {
        assert.ifError(error);
        assert.deepEqual(refused, []);
      }
      const { messages } = await memory.recall({ threadId: "t-1", resourceId: "user-1", perPage: false });
      const results = JSON.stringify(messages).match(/"result":"Order/g) ?? [];
      assert.ok(results.length >= 120, `${results.length} results are in memory`);
      assert.ok(cuts([runs[0].sent.at(-1), runs[1].sent[0]]) <= 1);
    });

    test("an overflow without end throws the provider's error after at most four requests", async () => {
      const { error, texts, log } = await run({ processor: fitProcessor({ maxTokens: 100_000 }), contextWindow: 5 });
      assert.ok(error !== undefined || texts[0] === "", texts[0]);
      assert.ok(log.length <= 4, `${log.length} requests`);
    });
  });
}

test("options are checked when the processor is made", async () => {
  for (const options of [undefined, {}, { maxTokens: 0 }, { maxTokens: 10, keep: 1 }]) await refusal(async () => fitProcessor(options), "invalid-argument");
});
