// `costAware`: the size of reductions from prices and growth; and `cacheTtl`: reductions that cost no cache.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, chain, costAware, fitBudget, recentTurns } from "backscroll";
import { refusal } from "../../support/basics.mjs";

const PARAMS = { model: "gpt-5" };
const words = (count) => "word ".repeat(count);
const prices = (cachedInput, cacheWrite = 10) => [{ model: "m", input: 10, cachedInput, cacheWrite, output: 1 }];
const aware = (options) => costAware({ model: "m", reduceTo: 1_000, ...options });

/** Runs turns of equal size, and returns the sizes before and after each reduction, and the growth from turn to turn. */
async function reductions(reduce, { turns = 120, size = 100, tokenLimit = 100_000, step = 0, systemPrompt } = {}) {
  const conversation = new ConversationManager({ tokenLimit, reduce, systemPrompt });
  const found = [];
  let [last, growth] = [0, 0];
  for (let turn = 0; turn < turns; turn += 1) {
    conversation.addMessage("user", words(size / 2 + step * turn));
    growth = conversation.contextTokens - last;
    const { reduction } = await conversation.prepare("openai-chat", PARAMS);
    if (reduction !== null) found.push({ turn, before: reduction.tokensBefore, after: reduction.tokensAfter });
    last = conversation.contextTokens;
    conversation.addMessage("assistant", words(size / 2));
  }
  conversation.dispose();
  return { found, growth };
}

describe("costAware", () => {
  const SIZES = [["a tenth", 1, 10], ["a fiftieth", 0.2, 10], ["a tenth, and written input above fresh input", 1, 12.5], ["half", 5, 10]];
  for (const [name, cachedInput, cacheWrite] of SIZES) for (const [by, rewritten] of [["need", 900], ["age", 300]]) {
    test(`by ${by}, reduces after the tokens that the prices and the growth tell: cached input for ${name}`, async () => {
      const { found, growth } = await reductions(aware({ by, prices: prices(cachedInput, cacheWrite) }));
      const size = Math.sqrt((2 * (cacheWrite - cachedInput) * rewritten * growth) / cachedInput);
      assert.ok(found.length > 1);
      for (const { before, after } of found) {
        assert.ok(before >= 1_000 + Math.floor(size) && before <= 1_000 + size + 2 * growth, `${before}, of 1000 and ${size}`);
        // The last message that is kept may go a little beyond the goal.
        assert.ok(after <= 1_100, `${after} are left`);
      }
    });
  }
  test("reduces more rarely when the history grows faster, or when more has to be read anew", async () => {
    const sizeOf = async (options, course) => (await reductions(aware({ prices: prices(1), ...options }), course)).found[0].before - (options.reduceTo ?? 1_000);
    const usual = await sizeOf({}, {});
    assert.ok((await sizeOf({}, { size: 400 })) > usual * 1.5);
    assert.ok((await sizeOf({ reduceTo: 4_000 }, {})) > usual * 1.5);
  });
  test("reduces a full window, and leaves little more than 0.7 of it", async () => {
    const { found } = await reductions(aware({ prices: prices(0), reduceTo: 90_000 }), { tokenLimit: 2_000 });
    assert.ok(found.length > 2);
    for (const { before, after } of found) assert.ok(before > 1_990 && after <= 1_440, `${before} became ${after}`);
  });
  test("reduces as rarely where what must stay takes more than is to be kept", async () => {
    const few = await reductions(aware({ prices: prices(1) }));
    const many = await reductions(aware({ prices: prices(1) }), { systemPrompt: words(3_000) });
    assert.ok(many.found.length > 1);
    assert.ok(many.found.length <= few.found.length * 1.5, `${many.found.length} reductions, and ${few.found.length} without the system prompt`);
  });
  test("takes the list prices of a model that the package knows", async () => {
    const own = { model: "gpt-5", input: 1.25, cachedInput: 0.125, output: 10 };
    const listed = await reductions(costAware({ model: "gpt-5", reduceTo: 1_000 }));
    assert.deepEqual(listed, await reductions(costAware({ model: "gpt-5", prices: [own], reduceTo: 1_000 })));
    assert.ok(listed.found.length > 0);
  });
  test("summarizes, and works in a chain", async () => {
    const asked = [];
    const summarize = async ({ prompt }) => (asked.push(prompt), "They spoke.");
    assert.ok((await reductions(aware({ prices: prices(1), summarize }))).found.length > 0);
    assert.ok(asked.length > 0);
    const { found } = await reductions(chain(aware({ prices: prices(1) }), recentTurns({ keep: 2 })));
    assert.ok(found.length > 1 && found.every(({ after }) => after <= 1_100));
  });
  const REFUSED = {
    "no options": undefined, "no model": { prices: prices(1) }, "a model without a price": { model: "nobody-knows" }, "tokens to keep of 0": { model: "m", prices: prices(1), reduceTo: 0 },
    "an unknown option": { model: "gpt-5", jump: 0.5 }, "options of summaries alone": { model: "gpt-5", summaryTokens: 5 }, "a price that is no number": { model: "m", prices: prices("1") },
  };
  for (const [name, options] of Object.entries(REFUSED)) {
    test(`refuses ${name}`, () => assert.equal(refusal(() => costAware(options)).code, "invalid-argument"));
  }
});

describe("cacheTtl", () => {
  const MINUTE = 60_000;
  const BEGUN = 1_700_000_000_000;
  /** A conversation that takes this share of its window of 4,000 tokens, answered at `BEGUN`. */
  function filled(share, options) {
    const conversation = new ConversationManager({ tokenLimit: 4_000, cacheTtl: 5 * MINUTE, ...options });
    for (let turn = 0; conversation.contextTokens < 4_000 * share - 60; turn += 1) {
      conversation.addMessage("user", `Question ${turn}: ${words(25)}`);
      conversation.addMessage({ role: "assistant", content: words(25), createdAt: BEGUN });
      // It is counted for the model from the first request on.
      if (turn === 0) conversation.toRequest("openai-chat", PARAMS);
    }
    conversation.addMessage("user", "And then?");
    return conversation;
  }
  const reduced = async (conversation, now) => (await conversation.prepare("openai-chat", PARAMS, { now })).reduction !== null;
  const CASES = [
    ["a reduction that would come soon is made when the cache has expired", 0.9, {}, 6, true],
    ["none while the cache lives", 0.9, {}, 4, false],
    ["none that would not come soon", 0.8, {}, 6, false],
    ["none without the option", 0.9, { cacheTtl: undefined }, 6, false],
    ["halfway between the own shares of fitBudget", 0.6, { reduce: fitBudget({ reduceTo: 0.3, reduceAbove: 0.8 }) }, 6, true],
    ["none below that half", 0.5, { reduce: fitBudget({ reduceTo: 0.3, reduceAbove: 0.8 }) }, 6, false],
    ["of costAware after half as many tokens", 0.75, { reduce: aware({ by: "age", prices: prices(0.05) }) }, 6, true],
    ["of costAware, none while the cache lives", 0.75, { reduce: aware({ by: "age", prices: prices(0.05) }) }, 4, false],
  ];
  for (const [name, share, options, minutes, wanted] of CASES) {
    test(name, async () => {
      const conversation = filled(share, options);
      assert.equal(await reduced(conversation, BEGUN + minutes * MINUTE), wanted);
      if (wanted) assert.ok(conversation.contextTokens <= 4_000 * 0.7);
    });
  }
  test("the clock is asked when no time is given", async () => {
    const conversation = filled(0.9);
    assert.notEqual((await conversation.prepare("openai-chat", PARAMS)).reduction, null);
  });
  test("a snapshot keeps it, and the options of fromJSON change it", async () => {
    const text = JSON.stringify(filled(0.9));
    const now = BEGUN + 6 * MINUTE;
    assert.equal(await reduced(ConversationManager.fromJSON(text), now), true);
    assert.equal(await reduced(ConversationManager.fromJSON(text, { cacheTtl: 10 * MINUTE }), now), false);
    assert.equal(await reduced(filled(0.9).fork(), now), true);
  });
  test("a callback learns of it", async () => {
    const seen = [];
    const reduce = { name: "own", isDue: ({ isCold, growth }) => (seen.push(isCold), growth > 0), reduce: ({ isCold }) => (seen.push(isCold), false) };
    await filled(0.5, { reduce }).prepare("openai-chat", PARAMS, { now: BEGUN + 6 * MINUTE });
    await filled(0.5, { reduce }).prepare("openai-chat", PARAMS, { now: BEGUN + MINUTE });
    assert.deepEqual(seen, [true, true, false, undefined]);
  });
  for (const cacheTtl of [0, -1, 1.5, "5m", null]) {
    test(`${JSON.stringify(cacheTtl)} is refused`, () => assert.equal(refusal(() => new ConversationManager({ cacheTtl })).code, "invalid-argument"));
  }
});
