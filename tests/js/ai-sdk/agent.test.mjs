// Agents of the AI SDK, at its newest and its oldest major version, against the strict provider.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createOpenAI } from "@ai-sdk/openai";
import * as ai7 from "ai";
import * as ai5 from "ai-5";
import { createOpenAI as createOpenAI2 } from "ai-sdk-openai-2";
import { fitModelMiddleware, fitSteps } from "backscroll/ai-sdk/agent";
import { refusal } from "../../support/basics.mjs";
import { MAX_TOKENS, MOST_CUTS, ROUNDS, WINDOW, cuts, found, lookingProvider } from "../../support/agents.mjs";
import { releases } from "../../support/releases.mjs";

for (const [release, ai, create] of releases({ newest: [["ai 7", ai7, createOpenAI]], older: [["ai 5", ai5, createOpenAI2]] })) {
  const schema = ai.jsonSchema({ type: "object", properties: { order: { type: "number" } }, required: ["order"] });
  const tools = { look: ai.tool({ description: "Looks up an order.", inputSchema: schema, execute: ({ order }) => found(order) }) };
  const system = "You look up orders, one after the other.";
  const steps = (count) => (ai.isStepCount ?? ai.stepCountIs)(count);

  /** Runs an agent to its end. @returns the requests of the provider, and the result or the error */
  async function run({ adapter = {}, provider: options, api = "chat", messages = [{ role: "user", content: "Look up all orders." }], way = "generate" } = {}) {
    const provider = await lookingProvider(options);
    try {
      const openai = create({ apiKey: "any", baseURL: `${provider.url}/v1` });
      const inner = api === "chat" ? openai.chat("gpt-5") : openai.responses("gpt-5");
      const model = adapter.middleware === undefined ? inner : ai.wrapLanguageModel({ model: inner, middleware: adapter.middleware });
      const settings = { model, tools, system, messages, stopWhen: steps(ROUNDS + 5), maxRetries: 0, ...(api === "responses" && { providerOptions: { openai: { store: false } } }), ...(adapter.prepareStep && { prepareStep: adapter.prepareStep }) };
      let outcome;
      try {
        if (way === "generate") outcome = { result: await ai.generateText(settings) };
        else {
          const errors = [];
          const stream = ai.streamText({ ...settings, onError: ({ error }) => errors.push(error) });
          await stream.consumeStream({ onError: (error) => errors.push(error) });
          if (errors.length > 0) throw errors[0];
          outcome = { result: { text: await stream.text, response: await stream.response } };
        }
      } catch (error) {
        outcome = { error };
      }
      const sent = provider.log.filter(({ status }) => status === 200).map(({ body }) => body);
      return { ...outcome, sent, log: provider.log, refused: provider.log.filter(({ status }) => status !== 200) };
    } finally {
      await provider.close();
    }
  }

  const ADAPTERS = {
    fitSteps: () => ({ prepareStep: fitSteps({ maxTokens: MAX_TOKENS }) }),
    fitMiddleware: () => ({ middleware: fitModelMiddleware({ maxTokens: MAX_TOKENS }) }),
  };

  describe(release, () => {
    test("without an adapter, the provider refuses the agent", async () => {
      const { error, sent } = await run();
      assert.match(error.message, /context/);
      assert.ok(sent.length < ROUNDS - 40, `${sent.length} rounds`);
    });

    for (const [name, adapter] of Object.entries(ADAPTERS)) {
      for (const [api, way] of [["chat", "generate"], ["responses", "generate"], ["chat", "stream"]]) {
        test(`${name}: an agent runs 40 rounds past its window without a refusal (${api}, ${way})`, async () => {
          const { error, result, sent, refused } = await run({ adapter: adapter(), api, way });
          assert.ifError(error);
          assert.deepEqual(refused, []);
          assert.equal(sent.length, ROUNDS + 1);
          assert.equal(result.text, `Done after ${ROUNDS}.`);
          const moved = cuts(sent);
          assert.ok(moved >= 3 && moved <= MOST_CUTS, `the beginning of the request changed ${moved} times`);
          // The program can store all of it.
          if (result.steps !== undefined) assert.equal(result.steps.flatMap(({ toolResults }) => toolResults).length, ROUNDS);
        });
      }

      test(`${name}: what fits is sent as it is`, async () => {
        const options = { provider: { rounds: 6, contextWindow: Infinity } };
        const [plain, fitted] = [await run(options), await run({ ...options, adapter: adapter() })];
        assert.equal(plain.sent.length, 7);
        assert.deepEqual(fitted.sent, plain.sent);
      });
    }

    test("fitSteps: the next turn continues the cut, in another process too", async () => {
      const first = await run({ adapter: { prepareStep: fitSteps({ maxTokens: MAX_TOKENS }) } });
      const messages = [{ role: "user", content: "Look up all orders." }, ...(first.result.responseMessages ?? first.result.response.messages), { role: "user", content: "Again." }];
      const second = await run({ adapter: { prepareStep: fitSteps({ maxTokens: MAX_TOKENS }) }, messages, provider: { rounds: 1 } });
      assert.ifError(second.error);
      assert.deepEqual(second.refused, []);
      assert.ok(cuts([first.sent.at(-1), second.sent[0]]) <= 1);
    });

    test("fitSteps: each report goes to onFit, and its memory makes the next call short", async () => {
      const reports = [];
      await run({ adapter: { prepareStep: fitSteps({ maxTokens: MAX_TOKENS, onFit: (report) => reports.push(report) }) } });
      assert.equal(reports.length, ROUNDS + 1);
      assert.ok(reports.filter(({ reduction }) => reduction !== null).length >= 3);
      assert.ok(reports.every(({ tokens, memoryNote }) => tokens <= MAX_TOKENS && memoryNote === null));
      assert.equal(reports.at(-1).memory.count, 2 * ROUNDS + 1);
    });

    for (const way of ["generate", "stream"]) {
      test(`fitMiddleware: an overflow is handled, and its limit holds (${way})`, async () => {
        // The adapter believes in a window of twice the size.
        const { error, result, sent, refused } = await run({ adapter: { middleware: fitModelMiddleware({ maxTokens: 2 * WINDOW }) }, way });
        assert.ifError(error);
        assert.equal(result.text, `Done after ${ROUNDS}.`);
        assert.equal(sent.length, ROUNDS + 1);
        assert.ok(refused.length >= 1 && refused.length <= 3, `${refused.length} refusals`);
        assert.ok(refused.every(({ rule }) => rule === "context-window"));
      });
    }

    test("fitMiddleware: a request is repeated at most three times", async () => {
      const messages = [{ role: "user", content: "Look up all orders." }];
      for (let round = 1; round <= 30; round += 1) messages.push({ role: "assistant", content: found(round) }, { role: "user", content: `And order ${round}?` });
      const { error, log } = await run({ adapter: { middleware: fitModelMiddleware({ maxTokens: 100_000 }) }, messages, provider: { contextWindow: 40 } });
      assert.match(error.message, /context/);
      assert.ok(log.length >= 2 && log.length <= 4, `${log.length} requests`);
    });

    test("another error is not repeated", async () => {
      const { error, log } = await run({ adapter: { middleware: fitModelMiddleware({ maxTokens: MAX_TOKENS }) }, messages: [{ role: "user", content: "Look." }], provider: { script: [] } });
      assert.match(error.message, /script/);
      assert.equal(log.length, 1);
    });
  });
}

test("options are checked when the adapter is made", async () => {
  for (const make of [fitSteps, fitModelMiddleware]) {
    for (const options of [undefined, {}, { maxTokens: 0 }, { maxTokens: 10, keep: 3 }, { maxTokens: 10, by: "size" }, { maxTokens: 10, onFit: 3 }]) await refusal(async () => make(options), "invalid-argument");
  }
});
