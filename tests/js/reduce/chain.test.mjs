// `chain`: the order of its strategies, the draft that each gets, and failures.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { chain, compacting, fitBudget, noReduction, recentTurns, slidingWindow, summarizing } from "backscroll";
import { refusal } from "../../support/basics.mjs";
import { assertSound, ids, overflow, story, summariser } from "../../support/reduce/stories.mjs";

const drop = (id) => ({ draft }) => draft.remove([id]) > 0;
const boom = () => { throw new Error("boom"); };

describe("chain", () => {
  test("stops at the first strategy that meets the target", async () => {
    const asked = [];
    const note = (name, reduce) => ({ name, reduce: (context) => (asked.push(name), reduce(context)) });
    const conversation = story("ua".repeat(10), {
      tokenLimit: 1_500,
      reduce: chain(note("nothing", () => false), note("little", drop("a2")), note("enough", ({ draft }) => draft.keepRecentTurns(2) > 0), note("never", boom)),
    });
    const { reduction } = await conversation.prepare("openai-chat");
    assert.deepEqual(asked, ["nothing", "little", "enough"]);
    assert.equal(ids(conversation).join(" "), "u17 a18 u19 a20");
    assert.deepEqual(reduction.repairs, []);
    assert.deepEqual(reduction.steps.map(({ name }) => name), ["remove", "keep-recent-turns"]);
  });

  test("stops at the first strategy that makes the history smaller, without a target", async () => {
    const conversation = story("uaua", { reduce: chain(noReduction(), drop("a2"), boom) });
    assert.equal(await conversation.recover(overflow()), true);
    assert.equal(ids(conversation).join(" "), "u1 u3 a4");
  });

  test("gives each strategy the edits of the earlier ones", async () => {
    let seen;
    const conversation = story("uauaua", {
      tokenLimit: 60,
      reduce: chain(
        drop("a2"),
        ({ messages }) => (seen ??= messages.map(({ id }) => id), messages.filter(({ id }) => id !== "u1")),
        ({ draft }) => draft.remove(["u3", "a4", "a6"]) > 0,
      ),
    });
    await refusal(() => conversation.prepare("openai-chat"), "cannot-fit");
    assert.deepEqual(seen.slice(1), ["u1", "u3", "a4", "u5", "a6"]);
    assert.equal(conversation.messageCount, 7, "nothing is left of what did not lead to a request");
  });

  test("undoes and reports a strategy that fails, returns nonsense or is refused, and runs the next", async () => {
    const { summarize } = summariser("");
    const lying = ({ messages }) => [...messages, { role: "user", content: "more ".repeat(500) }];
    const half = ({ draft }) => { draft.remove(["u1"]); throw new Error("half way"); };
    const conversation = story("ua".repeat(10), { tokenLimit: 1_500, reduce: chain(summarizing({ summarize }), lying, half, () => 5, fitBudget()) });
    const { reduction, tokens } = await conversation.prepare("anthropic");
    assert.ok(tokens <= 1_500);
    assert.deepEqual(reduction.steps.map(({ name }) => name), ["drop-messages", "note-gaps"]);
    const skipped = reduction.repairs.map(({ code, detail }) => [code, /`([^`]*)`/.exec(detail)[1]]);
    assert.deepEqual(skipped, [["reduction-step-failed", "summarizing"], ["reduction-step-failed", "half"], ["reduction-step-failed", "reducers[3]"]]);
    assertSound(conversation);
  });

  test("fails with the first failure when no strategy makes the history smaller", async () => {
    const conversation = story("ua", { reduce: chain(noReduction(), boom, () => { throw new Error("later"); }) });
    const { cause } = await refusal(() => conversation.recover(overflow()), "reducer-failed");
    assert.equal(cause.message, "boom");
    assert.equal(await story("ua", { reduce: chain(noReduction(), noReduction()) }).recover(overflow()), false);
  });

  test("ends when a strategy is aborted", async () => {
    const controller = new AbortController();
    const hanging = () => new Promise(() => {});
    const conversation = story("uaua", { reduce: chain(hanging, recentTurns({ keep: 1 })) });
    const recovery = conversation.recover(overflow(), { signal: controller.signal });
    controller.abort();
    await refusal(() => recovery, "aborted");
    assert.equal(conversation.messageCount, 5);
  });

  test("may contain chains", async () => {
    const conversation = story("ua".repeat(10), { tokenLimit: 1_500, reduce: chain(chain(boom, slidingWindow({ windowSize: 18 })), chain(fitBudget())) });
    const { tokens } = await conversation.prepare("openai-chat");
    assert.ok(tokens <= 1_500);
  });

  test("is due when one of its strategies is, and runs until one makes the history smaller", async () => {
    const { summarize, requests } = summariser();
    const conversation = story("ua".repeat(10), { tokenLimit: 50_000, reduce: chain(noReduction(), compacting({ summarize, maxTokens: 300 }), boom) });
    const { reduction } = await conversation.prepare("openai-chat");
    assert.ok(requests.length > 0);
    assert.deepEqual(reduction.steps.map(({ name }) => name), ["summarize"]);
    assert.equal((await story("ua", { tokenLimit: 50_000, reduce: chain(boom) }).prepare("openai-chat")).reduction, null);
  });

  for (const [name, args] of [["none", []], ["a number", [5]], ["null", [null]], ["an object without reduce", [{ name: "x" }]]]) {
    test(`${name} is refused`, () => refusal(() => chain(...args), "invalid-argument"));
  }
});
