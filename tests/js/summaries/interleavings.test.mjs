// Random interleavings of summaries that run ahead with messages, edits, undo and failures.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ConversationManager, fitBudget } from "backscroll";
import { summarizeAhead } from "backscroll/summaries";
import { objection } from "../../support/judges.mjs";
import { random } from "../../support/random.mjs";
import { FIRST_SEED, runs } from "../../support/runs.mjs";

const RUNS = runs({ few: 150, all: 1_000 });
const STEPS = 80;
const PARAMS = { model: "gpt-5", tools: [{ type: "function", function: { name: "look", parameters: { type: "object", properties: {} } } }] };

/** Counts of what happened in all runs, so that a test of nothing is noticed. */
const counts = { adopted: 0, stale: 0, failed: 0, asked: 0, reduced: 0 };

/** A conversation, what was acknowledged of it, and what its model was asked. */
class World {
  constructor(seed) {
    this.chance = random(seed);
    this.asked = [];
    /** The ids of the messages of the active path, in order. */
    this.path = [];
    this.pending = [];
    this.options = {
      tokenLimit: 1_600,
      reserveTokens: 0,
      reduce: summarizeAhead(fitBudget({ by: this.chance.pick(["need", "age"]) }), {
        summarize: (request) => this.summarize(request),
        summaryTokens: 30,
        startAt: this.chance.pick([0.4, 0.6, 0.7]),
        keepTurns: 1 + this.chance.below(2),
        wait: this.chance.chance(0.5),
        summaryPlace: this.chance.pick(["start", "end"]),
        onFailure: ({ message }) => {
          counts[/have changed/.test(message) ? "stale" : "failed"] += 1;
        },
      }),
      onReduce: (reduction) => this.check(reduction),
    };
    this.conversation = new ConversationManager({ systemPrompt: "Be brief.", ...this.options });
    this.count = 0;
  }

  summarize({ prompt, messages: own }) {
    counts.asked += 1;
    // The text of a long span comes in pieces, each with the summary of the pieces before.
    const [, before] = /^summary: S#(\d+)/.exec(prompt) ?? [];
    const messages = [...(before === undefined ? [] : this.asked[before].messages), ...own];
    return new Promise((resolve, reject) => {
      this.asked.push({ messages, resolve, reject, isOpen: true });
    });
  }

  /** I12: a summary replaces exactly the messages that it was made of. The transcript has them as they were said. */
  check(reduction) {
    counts.reduced += 1;
    for (const [, number] of (reduction.summary?.content ?? "").matchAll(/S#(\d+)/g)) {
      counts.adopted += 1;
      const { messages } = this.asked[number];
      const said = new Map(this.conversation.transcript.map(({ message, state }) => [message.id, { ...message, state }]));
      const isGone = new Set(reduction.removed.map(({ id }) => id));
      // Notes about earlier cuts, and earlier summaries, are covered, too.
      const acknowledged = messages.filter(({ id }) => this.path.includes(id));
      assert.ok(acknowledged.length > 0);
      assert.deepEqual(acknowledged.map(({ id, content }) => [id, content, isGone.has(id)]), acknowledged.map(({ id }) => [id, said.get(id)?.content, true]));
      assert.ok(reduction.steps.some(({ name, messages: count }) => name === "summarize" && count === messages.length), JSON.stringify([reduction.steps, reduction.removed.map(({ id }) => id), messages.map(({ id }) => id)]));
    }
  }

  add(message) {
    this.path.push(this.conversation.addMessage(message).id);
  }

  words(most) {
    return `w${this.count++} ${"some words to read ".repeat(1 + this.chance.below(most))}`;
  }

  say() {
    this.add({ role: "user", content: this.words(20) });
  }

  answer() {
    this.add({ role: "assistant", content: this.words(10) });
  }

  look() {
    const ids = Array.from({ length: 1 + this.chance.below(2) }, () => `call${this.count++}`);
    this.add({ role: "assistant", content: "", toolCalls: ids.map((id) => ({ id, name: "look", arguments: {} })) });
    for (const id of ids) this.add({ role: "tool", toolCallId: id, content: this.words(40) });
  }

  /** Answers, or fails, one of the requests for a summary. */
  settle() {
    const open = this.asked.filter(({ isOpen }) => isOpen);
    if (open.length === 0) return;
    const one = this.chance.pick(open);
    one.isOpen = false;
    const text = `S#${this.asked.indexOf(one)}`;
    if (this.chance.chance(0.7)) one.resolve(text);
    else if (this.chance.chance(0.5)) one.reject(new Error("overloaded"));
    else one.resolve(this.chance.pick(["", `${text} ${"far too long ".repeat(80)}`, undefined]));
  }

  /** Sends a request. Others may come before it is written, since a full window waits for a summary. */
  send() {
    if (!this.conversation.messages.some(({ role }) => role === "user")) this.say();
    const sent = this.conversation.prepare("openai-chat", PARAMS).then(
      ({ body }) => assert.equal(objection("openai-chat", body), null),
      (error) => assert.ok(["cannot-fit", "stale-plan", "nothing-to-send"].includes(error.code), error.stack),
    );
    this.pending.push(sent);
  }

  edit() {
    const [message] = this.conversation.messages.filter(({ role, isSummary }) => role === "user" && !isSummary && this.chance.chance(0.3));
    if (message === undefined) return;
    const { id } = this.conversation.edit(message.id, this.words(10));
    this.path = [...this.path.slice(0, this.path.indexOf(message.id)), id];
  }

  rewind() {
    const index = this.path.findLastIndex((_, place) => place > this.path.length - 8 && this.chance.chance(0.3));
    if (index < 0) return;
    const { message } = this.conversation.transcript.find(({ message: { id } }) => id === this.path[index]);
    if (message.role !== "user") return;
    this.conversation.rewind(message.id);
    this.path = this.path.slice(0, index + 1);
  }

  pin() {
    const { messages } = this.conversation;
    const message = this.chance.pick(messages);
    if (message.role !== "system") this.conversation.pin(message.id, this.chance.chance(0.5));
  }

  undo() {
    this.conversation.undo();
  }

  reduce() {
    this.pending.push(this.conversation.reduceNow({ reduce: ({ draft }) => draft.keepRecentTurns(3) > 0 }).catch((error) => assert.equal(error.code, "stale-plan", error.stack)));
  }

  /** I11: nothing that was acknowledged is lost. */
  assertKept() {
    const kept = this.conversation.transcript.filter(({ message }) => message.role !== "system" && !message.isSummary).map(({ message }) => message.id);
    assert.deepEqual(kept.filter((id) => this.path.includes(id)), this.path);
  }

  async step() {
    const { chance } = this;
    const name = chance.chance(0.06) ? chance.pick(["edit", "rewind", "pin", "undo", "reduce"]) : chance.pick(["say", "answer", "look", "look", "send", "send", "send", "settle"]);
    this[name]();
    // A request that waits for a summary must not stop the world.
    for (let turn = chance.below(6); turn > 0; turn -= 1) await null;
    this.assertKept();
    return name;
  }

  async end() {
    for (const one of this.asked) one.resolve("late");
    let isDone = false;
    const all = Promise.all(this.pending).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      await new Promise((resolve) => setTimeout(resolve));
      for (const one of this.asked) one.resolve("late");
    }
    await all;
    this.assertKept();
    this.conversation.dispose();
  }
}

test(`${RUNS} random interleavings lose nothing, and use no summary of what has changed`, async () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
    const world = new World(seed);
    const steps = [];
    try {
      for (let step = 0; step < STEPS; step += 1) steps.push(await world.step());
      await world.end();
    } catch (error) {
      throw new Error(`seed ${seed}, after ${steps.join(" ")}: ${error.message}`, { cause: error });
    }
  }
  if (RUNS >= 100) assert.ok(counts.adopted > RUNS / 4 && counts.stale > RUNS / 10 && counts.failed > RUNS / 10, JSON.stringify(counts));
});
