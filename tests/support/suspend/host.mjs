// A host that runs conversations with approvals, and crashes. It runs every step with the package and with a model of it, and compares them.
//
// Like a careful host, it loses nothing that it acknowledged:
// - it writes the snapshot after `enqueue` and `withdraw`, after `suspend` and in `save`, and at random times; messages since the last
// snapshot are lost when the process dies;
// - it resumes into the conversation of its snapshot. Only when the checkpoint holds the whole conversation, it may make a new one from it;
// - its ledger is on disk, and claims end with their process.

import assert from "node:assert/strict";
import { Checkpoint, ConversationManager, resume } from "backscroll";
import { DurableLedger } from "./durable-ledger.mjs";
import { objection } from "../judges.mjs";
import { paramsFor } from "../request-params.mjs";
import { CRASH, TOOLS_THERE, predictResume, toolText } from "./resume-model.mjs";
import { ConversationModel } from "./model.mjs";

const SYSTEM = "Be careful.";

/** The mark of each text, by which it can be found. */
const TAG = /§(\d+)§/g;

export const tagsIn = (text) => [...text.matchAll(TAG)].map(([, tag]) => Number(tag));

/** The text of a history and its queue. The transcript also has what the host truncated. */
const shownText = ({ messages, pending }) => JSON.stringify([messages, pending.map(({ content }) => content)]);

export class Host {
  #counts = 0;
  /** A counter for keys of messages, texts, and runs of tools. */
  next = () => (this.#counts += 1);
  ledger = new DurableLedger();
  ledgerModel = { consumed: [], recorded: {} };
  /** Every checkpoint, as JSON text and in the model. */
  checkpoints = [];
  /** The conversation of the package, and its model. */
  living;
  model;
  /** The newest snapshot of both. */
  #disk;
  /** The number of runs of each call's tool, and of runs that left no trace. */
  runs = new Map();
  lost = new Map();
  /** The texts that were acknowledged. Each must exist exactly once, whatever the model says. */
  #acknowledged = new Set();
  /** The steps, which a failure prints. */
  steps = [];

  constructor() {
    this.model = new ConversationModel(this.next);
    this.model.say("system", SYSTEM);
    this.living = new ConversationManager({ systemPrompt: SYSTEM });
    this.save();
  }

  dispose() {
    this.living.dispose();
  }

  text() {
    return `§${this.next()}§`;
  }

  // Messages.

  say(role, text, calls) {
    this.model.say(role, text, calls === undefined ? {} : { calls });
    this.living.addMessage(role, text, calls === undefined ? undefined : { toolCalls: calls.map(({ id, name, args }) => ({ id, name, arguments: args })) });
  }

  answer(message, callId, isError) {
    const text = this.text();
    this.model.answer(message, callId, text, isError);
    this.living.addMessage({ role: "tool", toolCallId: callId, content: text, ...(isError && { isError }) });
  }

  truncate(keepRecent) {
    assert.equal(this.living.truncate({ keepRecent }), this.model.truncate(keepRecent), "truncated");
    const left = new Set(tagsIn(shownText(this.living)));
    this.#acknowledged.forEach((tag) => left.has(tag) || this.#acknowledged.delete(tag));
  }

  setRunning(isRunning) {
    this.model.isRunning = isRunning;
    if (isRunning) this.living.beginRun();
    else this.living.endRun();
  }

  // The pending queue.

  enqueue(message) {
    const isSaid = this.model.enqueue(message);
    const { messageId, id } = this.living.enqueue(message);
    assert.deepEqual([messageId !== null, id], [isSaid, this.model.lastId], "enqueued");
    this.save();
    this.#acknowledge(message);
  }

  #acknowledge({ content }) {
    tagsIn(content).forEach((tag) => this.#acknowledged.add(tag));
  }

  withdraw(id) {
    const withdrawn = this.living.pending.find((pending) => pending.id === id);
    if (withdrawn !== undefined) tagsIn(withdrawn.content).forEach((tag) => this.#acknowledged.delete(tag));
    assert.equal(this.living.withdraw(id), this.model.withdraw(id), "withdrawn");
    this.save();
  }

  promote() {
    const expected = this.model.promote();
    const { texts, pairs } = this.living.promotePending();
    assert.deepEqual({ texts, pairs: pairs.length }, expected, "promoted");
  }

  // Snapshots on disk.

  save() {
    this.#disk = { json: JSON.stringify(this.living), model: this.model.snapshot() };
  }

  /** The process dies, and the next one takes over. */
  crash() {
    this.living.dispose();
    this.ledger.processDied();
    this.living = ConversationManager.fromJSON(this.#disk.json);
    this.model = ConversationModel.restored(this.#disk.model, this.next);
  }

  // Approvals.

  suspend(needsApproval, request) {
    const { living, model } = this;
    let checkpoint;
    try {
      checkpoint = living.suspend({ ...request, needsApproval });
    } catch (error) {
      assert.equal(error.code, model.suspend("none", needsApproval, request), "suspend was refused");
      return;
    }
    const calls = model.suspend(checkpoint.checkpointId, needsApproval, request);
    assert.deepEqual(checkpoint.pending.map(({ id }) => id), calls, "suspended");
    const { threadId, originalInput } = checkpoint;
    assert.deepEqual({ threadId, originalInput }, model.request, "thread and input");
    const { key } = model.asking;
    const messages = structuredClone(model.upTo(key));
    assert.deepEqual(checkpoint.messages.map(shown), messages.map(shownOfModel), "the checkpoint's messages");
    this.checkpoints.push({ json: JSON.stringify(checkpoint), id: checkpoint.checkpointId, key, calls, request: model.request, messages });
    this.save();
  }

  /** Returns true if the checkpoint holds the whole conversation, so that nothing is lost when it continues from there. */
  isWhole({ messages }) {
    const byKey = (list) => JSON.stringify([...list].sort((a, b) => a.key - b.key));
    return this.model.queue.length === 0 && byKey(messages) === byKey(this.model.messages);
  }

  /**
   * Resumes into the living conversation or a new one, and crashes where the plan says.
   *
   * @param {import("./resume-model.mjs").Plan & { isFresh: boolean, isDouble: boolean }} plan
   * @returns {Promise<string>} the outcome: "done", the code of an error, or the step at which the process died
   */
  async resume(checkpoint, plan) {
    const { isFresh } = plan;
    const model = isFresh ? ConversationModel.ofCheckpoint(checkpoint, this.next) : this.model;
    // The runs get the same numbers in the package and in the model.
    const numbers = [];
    let disk = this.#disk.model;
    const predicted = predictResume(model, this.ledgerModel, checkpoint, plan, {
      newRun: () => numbers[numbers.push(this.next()) - 1],
      save: () => (disk = model.snapshot()),
      enqueued: () => {
        disk = model.snapshot();
        this.#acknowledge(plan.arriving);
      },
    });
    const { outcome, value, json, ran } = await this.#reallyResume(checkpoint, plan, numbers);
    assert.equal(outcome, predicted.outcome, "the resume came to another end");
    assert.deepEqual(ran, predicted.runs, "tools that ran");
    this.#disk = { json, model: disk };
    this.#count(predicted);
    if (outcome === CRASH) this.crash();
    else if (outcome === "done" && isFresh) {
      this.living.dispose();
      [this.living, this.model] = [value, model];
    }
    return predicted.died === null ? outcome : `${outcome} ${predicted.died}`;
  }

  #count({ runs, lost }) {
    for (const call of runs) this.runs.set(call, (this.runs.get(call) ?? 0) + 1);
    for (const call of lost) this.lost.set(call, (this.lost.get(call) ?? 0) + 1);
  }

  async #reallyResume({ json: text, id }, plan, numbers) {
    const { living } = this;
    const ran = [];
    let { json } = this.#disk;
    let step = 0;
    let die;
    const died = new Promise((resolve) => {
      die = () => resolve({ outcome: CRASH });
    });
    const mayDie = () => (step++ === plan.crashAt ? new Promise(die) : undefined);
    this.ledger.inProcess(async () => mayDie());
    const abortion = new AbortController();
    const tool = (name) => async (args, call) => {
      await mayDie();
      const content = toolText(name, numbers[ran.length], args);
      ran.push(`${id} ${call.id}`);
      if (ran.length - 1 === plan.enqueueIn) {
        living.enqueue(plan.arriving);
        json = JSON.stringify(living);
      }
      if (ran.length - 1 === plan.abortIn) abortion.abort();
      await mayDie();
      if (name === "throws") throw new Error(content);
      return content;
    };
    const save = async (conversation) => {
      await mayDie();
      if (plan.saveFails) throw new Error("the disk is full");
      json = JSON.stringify(conversation);
      await mayDie();
    };
    const click = () =>
      resume(Checkpoint.fromJSON(text), {
        decisions: plan.decisions,
        tools: Object.fromEntries(TOOLS_THERE.map((name) => [name, tool(name)])),
        ledger: this.ledger,
        signal: abortion.signal,
        save,
        ...(plan.isFresh ? {} : { conversation: living }),
      }).then(
        (value) => ({ outcome: "done", value }),
        (error) => ({ outcome: error.code ?? error }),
      );
    const first = click();
    const second = plan.isDouble ? click() : null;
    const { outcome, value } = await Promise.race([first, died]);
    if (second !== null && outcome === "done") assert.equal((await second).outcome, "checkpoint-already-resumed", "a double click");
    return { outcome, value, json, ran };
  }

  // Properties.

  /** The number of repeated tool runs, each because the run before left no trace. */
  get repeatedRuns() {
    return [...this.runs.values()].reduce((sum, times) => sum + times - 1, 0);
  }

  /** Fails unless the conversation equals the model. */
  compare() {
    const { living, model } = this;
    assert.deepEqual(living.messages.map(shown), model.messages.map(shownOfModel), "messages");
    assert.deepEqual(living.pending.map(({ id, source, content }) => ({ id, source, content })), model.queue.map(({ id, source, content }) => ({ id, source, content })), "what waits");
    assert.equal(living.busy, model.isBusy, "busy");
    const open = living.checkpoints.map(({ checkpointId, pending, messages }) => [checkpointId, pending.map(({ id }) => id), messages.map(shown)]);
    const expected = model.suspended.map((suspension) => [suspension.id, model.waitingCalls(suspension).map(({ id }) => id), model.upTo(suspension.key).map(shownOfModel)]);
    assert.deepEqual(open, expected, "open checkpoints");
    assert.deepEqual(this.ledger.disk.consumed, this.ledgerModel.consumed, "consumed");
    assert.deepEqual(kept(this.ledger.disk.recorded), kept(this.ledgerModel.recorded), "recorded");
    const twice = model.messages.filter(({ of, callId }, at) => of !== undefined && model.messages.findIndex((other) => other.of === of && other.callId === callId) !== at);
    assert.deepEqual(twice, [], "calls with two results");
    const there = tagsIn(shownText(living));
    for (const tag of this.#acknowledged) assert.equal(there.filter((other) => other === tag).length, 1, `§${tag}§ was acknowledged, and must be there once`);
    for (const [call, times] of this.runs) assert.ok(times <= 1 + (this.lost.get(call) ?? 0), `${call} ran ${times} times`);
  }

  /** Writes a request, which promotes pending messages first, unless calls wait for approval and the request does not allow for them. */
  async prepare(target, openCalls, { isJudged }) {
    const { living, model } = this;
    const isRefused = openCalls === undefined && model.suspended.length > 0;
    const tools = [...new Set([...model.messages.flatMap(({ calls = [] }) => calls.map(({ name }) => name)), ...PHANTOM_NAMES])];
    const params = paramsFor(target, [{ tool_calls: tools.map((name) => ({ function: { name } })) }]);
    let body;
    try {
      ({ body } = await living.prepare(target, params, openCalls === undefined ? {} : { openCalls }));
    } catch (error) {
      const isOnlyCalls = openCalls === "drop" && model.messages.every((message) => message.role === "system" || (message.text === null && model.openCalls(message).length === message.calls?.length));
      assert.equal(error.code, isRefused ? "awaiting-approval" : isOnlyCalls ? "nothing-to-send" : "no error", error.message);
      return;
    }
    assert.equal(isRefused, false, "a request was made while an approval is waited for");
    model.promote();
    const said = model.messages.flatMap(({ text }) => tagsIn(text ?? ""));
    const sent = tagsIn(JSON.stringify(body));
    const order = (tags) => [...tags].sort((a, b) => a - b);
    assert.deepEqual(order(sent), order(said), "each text is sent once");
    const isWords = (tag) => model.messages.some(({ role, text }) => role === "user" && tagsIn(text).includes(tag));
    assert.deepEqual(sent.filter(isWords), said.filter(isWords), "what the person said is in order");
    if (isJudged && !(openCalls === "keep" && model.asking !== null)) assert.equal(objection(target, body), null, JSON.stringify(body.messages));
  }
}

const PHANTOM_NAMES = ["subagent_message", "recall_skill", "recall_workflow", "recall_memory", "recall_goal"];

function shown({ role, content, toolCallId, isError, toolCalls }) {
  return [role, content ?? null, toolCallId ?? null, isError === true, (toolCalls ?? []).map((call) => [call.id, call.name, call.arguments])];
}

function shownOfModel({ role, text, callId, isError, calls = [] }) {
  return [role, text, callId ?? null, isError === true, calls.map(({ id, name, args }) => [id, name, args])];
}

/** Returns the results by checkpoint, normalised. */
function kept(recorded) {
  const results = Object.entries(recorded).filter(([, list]) => list.length > 0);
  return Object.fromEntries(results.map(([id, list]) => [id, list.map(({ toolCallId, content, isError = false, args = null }) => ({ toolCallId, content, isError, args }))]));
}
