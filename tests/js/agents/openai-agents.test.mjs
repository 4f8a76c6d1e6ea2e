// Agents of the OpenAI Agents SDK, at its newest and at an early release, against the strict provider.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import * as newest from "@openai/agents";
import OpenAI from "openai";
import OpenAI6 from "openai-6";
import * as early from "openai-agents-0.3";
import { memoryStore } from "backscroll/store";
import { fileStore } from "backscroll/store/file";
import { StoredSession, fitInput, fitModel, fitModels } from "backscroll/openai-agents";
import { refusal } from "../../support/basics.mjs";
import { MAX_TOKENS, MOST_CUTS, ROUNDS, WINDOW, cuts, found, lookingProvider } from "../../support/agents.mjs";
import { releases } from "../../support/releases.mjs";

for (const [release, sdk, Client] of releases({ newest: [["@openai/agents, newest", newest, OpenAI]], older: [["@openai/agents 0.3", early, OpenAI6]] })) {
  sdk.setTracingDisabled(true);
  const look = sdk.tool({
    name: "look",
    description: "Looks up an order.",
    parameters: { type: "object", properties: { order: { type: "number" } }, required: ["order"], additionalProperties: false },
    strict: false,
    execute: ({ order }) => found(order),
  });

  describe(release, () => {
    /** Runs an agent to the end of each of its questions. */
    async function run({ adapt = (model) => model, api = "responses", filter, session, questions = ["Look up all orders."], way = "run", provider: given, ...options } = {}) {
      const provider = given ?? (await lookingProvider(options));
      const before = provider.log.length;
      try {
        const client = new Client({ apiKey: "any", baseURL: `${provider.url}/v1`, maxRetries: 0 });
        const model = api === "chat" ? new sdk.OpenAIChatCompletionsModel(client, "gpt-5") : new sdk.OpenAIResponsesModel(client, "gpt-5");
        const agent = new sdk.Agent({ name: "Clerk", instructions: "You look up orders.", model: adapt(model), tools: [look], modelSettings: { store: false } });
        const results = [];
        let error;
        try {
          for (const question of questions) {
            const settings = { maxTurns: 200, stream: way === "stream", ...(session && { session }), ...(filter && { callModelInputFilter: filter }) };
            const result = await sdk.run(agent, question, settings);
            if (way === "stream") await result.completed;
            results.push(result);
          }
        } catch (thrown) {
          error = thrown;
        }
        const log = provider.log.slice(before);
        const sent = log.filter(({ status }) => status === 200).map(({ body }) => body);
        return { error, results, sent, log, refused: log.filter(({ status }) => status !== 200) };
      } finally {
        if (given === undefined) await provider.close();
      }
    }

    const ADAPTERS = {
      fitModel: () => ({ adapt: (model) => fitModel(model, { maxTokens: MAX_TOKENS }) }),
      fitInput: () => ({ filter: fitInput({ maxTokens: MAX_TOKENS }) }),
    };

    test("without an adapter, the provider refuses the agent", async () => {
      const { error, sent } = await run();
      assert.match(String(error?.message), /context/);
      assert.ok(sent.length < ROUNDS - 40, `${sent.length} rounds`);
    });

    for (const [name, adapter] of Object.entries(ADAPTERS)) {
      // The early release sends fields in Chat Completions that the provider refuses, whatever the length.
      for (const [api, way] of [["responses", "run"], ["responses", "stream"], ...(sdk === newest ? [["chat", "run"]] : [])]) {
        test(`${name}: an agent runs 40 rounds past its window without a refusal (${api}, ${way})`, async () => {
          const session = new StoredSession(memoryStore(), "t-1");
          const { error, results, sent, refused } = await run({ ...adapter(), api, way, session });
          assert.ifError(error);
          assert.deepEqual(refused, []);
          assert.equal(sent.length, ROUNDS + 1);
          assert.equal(results[0].finalOutput, `Done after ${ROUNDS}.`);
          const moved = cuts(sent);
          assert.ok(moved >= 3 && moved <= MOST_CUTS, `the beginning of the request changed ${moved} times`);
          // The session is whole, and holds nothing else.
          const items = await session.getItems();
          assert.equal(items.length, 2 * ROUNDS + 2);
          assert.deepEqual(items.filter(({ type }) => type === "function_call_result").map(({ output }) => (output.text ?? output).length > 500), Array(ROUNDS).fill(true));
          assert.equal(results[0].history.length, 2 * ROUNDS + 2);
        });
      }

      test(`${name}: what fits is sent as it is`, async () => {
        const options = { rounds: 6, contextWindow: Infinity };
        const [plain, fitted] = [await run(options), await run({ ...options, ...adapter() })];
        assert.equal(plain.sent.length, 7);
        assert.deepEqual(fitted.sent, plain.sent);
      });
    }

    test("the cut holds from one question to the next, with the session of another process", async (t) => {
      const [store, provider] = [memoryStore(), await lookingProvider()];
      t.after(() => provider.close());
      const one = await run({ ...ADAPTERS.fitModel(), provider, session: new StoredSession(store, "t-1") });
      const other = await run({ ...ADAPTERS.fitModel(), provider, session: new StoredSession(store, "t-1"), questions: ["And now the others."] });
      assert.ifError(other.error);
      assert.deepEqual(other.refused, []);
      assert.ok(cuts([one.sent.at(-1), other.sent[0]]) <= 1);
    });

    for (const way of ["run", "stream"]) {
      test(`an overflow is handled, and its limit holds (${way})`, async () => {
        const { error, results, refused } = await run({ adapt: (model) => fitModel(model, { maxTokens: 2 * WINDOW }), way });
        assert.ifError(error);
        assert.equal(results[0].finalOutput, `Done after ${ROUNDS}.`);
        // The provider counts what stands beside the text of calls, which grows while results are cleared.
        assert.ok(refused.length >= 1 && refused.length <= 6, `${refused.length} refusals`);
      });
    }

    test("an overflow without end throws the provider's error after at most four requests", async () => {
      const { error, log } = await run({ adapt: (model) => fitModel(model, { maxTokens: 100_000 }), contextWindow: 5 });
      assert.match(String(error?.message), /context/);
      assert.ok(log.length <= 4, `${log.length} requests`);
    });

    test("fitModels makes each model of a provider fit", async (t) => {
      const provider = await lookingProvider();
      t.after(() => provider.close());
      const openAIClient = new Client({ apiKey: "any", baseURL: `${provider.url}/v1`, maxRetries: 0 });
      const runner = new sdk.Runner({ modelProvider: fitModels(new sdk.OpenAIProvider({ openAIClient }), { maxTokens: MAX_TOKENS }), tracingDisabled: true });
      const agent = new sdk.Agent({ name: "Clerk", model: "gpt-5", tools: [look], modelSettings: { store: false } });
      const { finalOutput } = await runner.run(agent, "Look up all orders.", { maxTurns: 200 });
      assert.equal(finalOutput, `Done after ${ROUNDS}.`);
      assert.ok(provider.log.every(({ status }) => status === 200));
    });
  });
}

test("options are checked when the adapter is made", async () => {
  const model = { getResponse: async () => null };
  for (const options of [undefined, {}, { maxTokens: 0 }, { maxTokens: 10, keep: 1 }]) {
    for (const make of [fitInput, (given) => fitModel(model, given), (given) => fitModels({ getModel: () => model }, given)]) await refusal(async () => make(options), "invalid-argument");
  }
  for (const make of [fitModel, fitModels]) await refusal(async () => make({}, { maxTokens: 10 }), "invalid-argument");
});

test("items of all kinds are read and come back as the same objects", async () => {
  const items = [
    { role: "user", content: "Hi." },
    { type: "message", role: "user", content: [{ type: "input_text", text: "See." }, { type: "input_image", image: "data:image/png;base64,iVBORw0KGgo=" }, { type: "input_image", image: { id: "file-1" } }, { type: "input_file", file: { id: "file-2" } }] },
    { type: "message", role: "system", content: "Be brief." },
    { type: "reasoning", id: "rs_1", content: [{ type: "input_text", text: "Hm." }], providerData: { encryptedContent: "abc" } },
    { type: "function_call", id: "fc_1", callId: "a", name: "look", arguments: "{}", status: "completed" },
    { type: "function_call_result", callId: "a", name: "look", status: "completed", output: { type: "text", text: "Found." } },
    { type: "function_call", callId: "b", name: "look", arguments: "{}", status: "completed" },
    { type: "function_call_result", callId: "b", name: "look", status: "completed", output: [{ type: "input_text", text: "Found." }, { type: "input_image", image: "data:image/png;base64,iVBORw0KGgo=" }] },
    { type: "hosted_tool_call", id: "ws_1", name: "web_search_call", status: "completed", providerData: { type: "web_search_call", action: { type: "search", query: "x" } } },
    { type: "message", id: "msg_1", role: "assistant", status: "completed", content: [{ type: "output_text", text: "Done." }] },
    { type: "message", role: "user", content: "And?" },
  ];
  const { input } = await fitInput({ maxTokens: 100_000 })({ modelData: { input: items, instructions: "Be brief." } });
  assert.equal(input.length, items.length);
  input.forEach((item, place) => assert.equal(item, items[place], `item ${place}`));
});

test("pictures beside a text that was shortened stay", async () => {
  const picture = { type: "input_image", image: "data:image/png;base64,iVBORw0KGgo=" };
  const items = [{ role: "user", content: "Look at all." }];
  for (let round = 1; round <= 30; round += 1) {
    items.push({ type: "function_call", callId: `c${round}`, name: "look", arguments: "{}", status: "completed" });
    items.push({ type: "function_call_result", callId: `c${round}`, name: "look", status: "completed", output: [{ type: "input_text", text: found(round) }, picture] });
  }
  const { input } = await fitInput({ maxTokens: 20_000 })({ modelData: { input: items } });
  assert.ok(input.some((item) => !items.includes(item)), "something was changed");
  const isPicture = (part) => part.type === "input_image";
  for (const item of input.filter((item) => !items.includes(item) && Array.isArray(item.output))) for (const part of item.output.filter(isPicture)) assert.equal(part.image, picture.image);
  // A result whose pictures are gone says so.
  const silent = input.filter(({ type, output }) => type === "function_call_result" && Array.isArray(output) && !output.some(isPicture) && !/left out|image|cleared/.test(JSON.stringify(output)));
  assert.deepEqual(silent, []);
});

describe("a session in a store", () => {
  const items = [{ role: "user", content: "Hi." }, { type: "function_call", callId: "a", name: "look", arguments: "{}", status: "completed", providerData: { id: 7 } }, { type: "function_call_result", callId: "a", name: "look", status: "completed", output: { type: "text", text: "Found." } }];

  for (const kind of ["memory", "file"]) {
    test(`items come back equal, each written once (${kind})`, async (t) => {
      const folder = mkdtempSync(join(tmpdir(), "backscroll-session-"));
      t.after(() => rmSync(folder, { recursive: true }));
      const store = kind === "memory" ? memoryStore() : fileStore(folder);
      const session = new StoredSession(store, "t-1");
      assert.equal(await session.getSessionId(), "t-1");
      await session.addItems(items.slice(0, 2));
      await session.addItems(items.slice(2));
      await session.addItems([]);
      const again = new StoredSession(store, "t-1");
      assert.deepEqual(await again.getItems(), items);
      assert.deepEqual(await again.getItems(2), items.slice(1));
      assert.deepEqual(await again.getItems(0), []);
      assert.equal((await store.load("t-1")).entries.length, 2);
      assert.deepEqual(await again.popItem(), items[2]);
      assert.deepEqual(await session.getItems(), items.slice(0, 2));
      await session.clearSession();
      assert.deepEqual(await again.getItems(), []);
      assert.equal(await again.popItem(), undefined);
    });
  }

  test("two processes that add to one session lose nothing", async () => {
    const store = memoryStore();
    await Promise.all(["a", "b"].map(async (name) => {
      const session = new StoredSession(store, "t-1");
      for (let number = 1; number <= 10; number += 1) await session.addItems([{ role: "user", content: `${name} ${number}` }]);
    }));
    assert.equal(new Set((await new StoredSession(store, "t-1").getItems()).map(({ content }) => content)).size, 20);
  });

  test("the SDK's own compaction takes the place of the items", async () => {
    const store = memoryStore();
    const underlyingSession = new StoredSession(store, "t-1");
    const compacted = [{ type: "compaction", id: "cmp_1", encrypted_content: "abc" }];
    const client = { baseURL: "http://127.0.0.1:9", apiKey: "any", responses: { compact: async () => ({ id: "resp_1", output: compacted, usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } }) } };
    const session = new newest.OpenAIResponsesCompactionSession({ client, underlyingSession, compactionMode: "input" });
    await session.addItems(items);
    await session.runCompaction({ force: true });
    const [kept, ...others] = await underlyingSession.getItems();
    assert.equal(kept.type, "compaction");
    assert.deepEqual(others, []);
    const { input } = await fitInput({ maxTokens: 10_000 })({ modelData: { input: [kept, { role: "user", content: "And?" }] } });
    assert.equal(input[0], kept);
  });
});
