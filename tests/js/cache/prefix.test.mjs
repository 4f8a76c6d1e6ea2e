// Reasoning that is bound to what stands before it: random talks with changes of tools, prompt and options, late results, reductions, undos,
// edits, other providers, boundaries and restarts. No reasoning is sent that the provider would refuse or leave out, and none that it can read is left out.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, fitBudget, recentTurns, slidingWindow } from "backscroll";
import { objection } from "../../support/judges.mjs";
import { random } from "../../support/random.mjs";
import { FIRST_SEED, runs } from "../../support/runs.mjs";
import { BINDERS } from "../../support/conversation/bound-talks.mjs";

const RUNS = runs({ few: 40, all: 150 });
const ROUNDS = 24;
const WORDS = "harbour winter engine letter garden signal copper valley ".split(" ");

class Talk {
  constructor(target, seed) {
    this.target = target;
    this.binder = BINDERS[target];
    this.chance = random(seed * 13 + 5);
    const { pick, chance } = this.chance;
    this.model = pick(this.binder.models);
    this.tools = ["look"];
    this.options = chance(0.5) ? { appendToolChanges: true } : {};
    this.thoughts = [];
    this.faults = [];
    this.number = 0;
    this.open = [];
    this.counts = { sent: 0, kept: 0, left: 0, boundaries: 0, changes: 0 };
    this.reduce = pick([undefined, () => slidingWindow({ windowSize: 6 }), () => fitBudget(), () => recentTurns({ keep: 3 })]);
    this.conversation = new ConversationManager(this.settings(chance(0.7) ? { systemPrompt: "Be brief." } : {}));
  }

  settings(more = {}) {
    return { tokenLimit: 3_000, reserveTokens: 0, reduce: this.reduce?.(), ...more };
  }

  words(count) {
    return Array.from({ length: count }, () => this.chance.pick(WORDS)).join(" ");
  }

  async round(round) {
    const { chance, pick } = this.chance;
    if (round === 0 || this.open.length === 0 || chance(0.2)) this.conversation.addMessage("user", this.words(4 + this.chance.below(40)));
    if (chance(0.35)) this[pick(["changeTools", "changePrompt", "changeOptions", "reduceNow", "undo", "edit", "restart", "elsewhere", "changeModel"])]();
    if (this.open.length > 0 && chance(0.8)) this.result();
    const params = { model: this.model, ...this.binder.tools(this.tools), ...(this.target === "anthropic" ? { max_tokens: 1024 } : { store: false, include: ["reasoning.encrypted_content"] }) };
    const given = { ...this.options, ...(chance(0.1) ? { systemPrompt: pick(["Be kind.", "Be brief."]) } : {}) };
    let body;
    try {
      if (this.open.length === 0 && chance(0.08)) return await this.compact(params, given);
      ({ body } = await this.conversation.prepare(this.target, params, given));
    } catch (error) {
      if (!["cannot-fit", "nothing-to-send"].includes(error.code)) throw error;
      this.conversation.truncate({ keepRecent: 2 });
      return;
    }
    this.judge(body);
    if (chance(0.08)) this.restart();
    this.number += 1;
    const calls = chance(0.4);
    const { response, thought } = this.binder.answer(body, this.number, calls);
    this.conversation.addResponse(this.target, response);
    this.thoughts.push(thought);
    if (calls) this.open.push(`call_${this.number}`);
  }

  /** The provider compacts: at once, or while the conversation goes on. */
  async compact(params, given) {
    const { body } = await this.conversation.prepare(this.target, { ...params, ...this.binder.compaction }, given);
    this.judge(body);
    this.number += 1;
    const { response, thought } = this.binder.compact(body, this.number);
    if (this.target === "anthropic" && this.chance.chance(0.5)) await this.goOn(params, given);
    this.conversation.addResponse(this.target, response);
    if (thought !== undefined) this.thoughts.push(thought);
    this.counts.boundaries += 1;
    this.conversation.addMessage("user", this.words(5));
  }

  async goOn(params, given) {
    const { body } = await this.conversation.prepare(this.target, params, given);
    this.judge(body);
    this.number += 1;
    const { response, thought } = this.binder.answer(body, this.number, false);
    this.conversation.addResponse(this.target, response);
    this.thoughts.push(thought);
  }

  judge(body) {
    const refusal = objection(this.target, body, this.binder.options);
    if (refusal !== null) this.faults.push(refusal);
    this.faults.push(...this.binder.faults(body, this.thoughts));
    const known = this.binder.known(body).sort();
    if (`${known}` !== `${[...this.tools].sort()}`) this.faults.push(`the model knows the tools "${known}", and not "${this.tools}"`);
    this.counts.sent += 1;
    const text = JSON.stringify(body);
    if (/"(tool_addition|tool_removal|additional_tools)"/.test(text)) this.counts.changes += 1;
    for (const { proof } of this.thoughts) this.counts[text.includes(proof) ? "kept" : "left"] += 1;
  }

  result() {
    const id = this.open.shift();
    const { messages } = this.conversation;
    if (messages.some(({ toolCalls }) => toolCalls?.some((call) => call.id === id))) this.conversation.addMessage("tool", this.words(this.chance.pick([3, 60])), { toolCallId: id });
  }

  changeTools() {
    this.tools = this.chance.pick([["look"], ["look", "find"], ["look"]]);
  }

  changePrompt() {
    this.conversation.systemPrompt = this.chance.pick(["Be brief.", "Be long.", null]);
  }

  changeOptions() {
    const { appendToolChanges } = this.options;
    this.options = { ...this.chance.pick([{}, { openCalls: "drop" }, { interruptedText: "[stopped]" }]), appendToolChanges };
  }

  changeModel() {
    this.model = this.chance.pick(this.binder.models);
  }

  reduceNow() {
    this.conversation.truncate({ keepRecent: 2 + this.chance.below(6) });
  }

  undo() {
    this.conversation.undo();
  }

  edit() {
    const asked = this.conversation.messages.filter(({ role }) => role === "user");
    if (asked.length > 1) this.conversation.edit(this.chance.pick(asked).id, this.words(5));
    this.open = [];
  }

  restart() {
    this.conversation = ConversationManager.fromJSON(JSON.parse(JSON.stringify(this.conversation)), { reduce: this.reduce?.() });
  }

  elsewhere() {
    this.conversation.toRequest("gemini");
    this.conversation.addResponse("gemini", { modelVersion: "gemini-3-pro", candidates: [{ content: { role: "model", parts: [{ text: this.words(5) }] } }] });
    this.conversation.addMessage("user", this.words(5));
  }
}

for (const target of Object.keys(BINDERS)) {
  describe(`${target}, ${RUNS} talks of ${ROUNDS} rounds`, () => {
    test("no void reasoning is sent, and none is left out that can be read", async () => {
      const faults = [];
      const counts = { sent: 0, kept: 0, left: 0, boundaries: 0, changes: 0 };
      for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
        const talk = new Talk(target, seed);
        for (let round = 0; round < ROUNDS && talk.faults.length === 0; round += 1) {
          await talk.round(round);
          faults.push(...talk.faults.map((fault) => `seed ${seed}, round ${round}: ${fault}`));
        }
        for (const name of Object.keys(counts)) counts[name] += talk.counts[name];
        talk.conversation.dispose();
      }
      assert.deepEqual(faults.slice(0, 10), [], `${faults.length} faults`);
      // Otherwise nothing is bound, or nothing changes.
      if (RUNS >= 100) assert.ok(counts.kept > counts.sent && counts.left > counts.sent / 2 && counts.boundaries > RUNS / 2 && counts.changes > RUNS / 2, JSON.stringify(counts));
    });
  });
}
