// Random histories of conversations that wait for approvals, with crashes at every step, against a model in plain JavaScript.
//
// A failure names its seed: `RUNS=1 SEED=17 node --test tests/js/suspend/model.test.mjs` runs only this seed, and prints its steps.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TARGETS } from "../../support/judges.mjs";
import { random } from "../../support/random.mjs";
import { FIRST_SEED, runs } from "../../support/runs.mjs";
import { CRASH, DEATHS, TOOL_NAMES } from "../../support/suspend/resume-model.mjs";
import { Host } from "../../support/suspend/host.mjs";

const RUNS = runs({ few: 2_000, all: 10_000 });
const MOST_STEPS = 24;
/** Every request is compared with the model; the strict provider judges one in this many. */
const JUDGED = 1 / 4;

const SOURCES = ["user", "user", "user", "subagent", "skill", "workflow", "recall", "goal"];
const NAMES = ["42", "7", "night shift 🌙", "a\"b"];

/** The number of repeated tool runs, where a crash came between the run and its record. */
const REPEATED = "runs repeated";

function note(seen, name, times = 1) {
  seen.set(name, (seen.get(name) ?? 0) + times);
}

function arriving(host, { pick }) {
  const source = pick(SOURCES);
  const name = source === "recall" || source === "goal" ? pick(["42", "7"]) : pick(NAMES);
  return { source, content: host.text(), ...(source !== "user" && { name }) };
}

/** Makes the calls of one answer. In some runs the model restarts their numbering in each answer, as some models do. */
function calls(host, { below, chance }, { countsAnew }) {
  return Array.from({ length: 1 + below(3) }, (_, at) => {
    const args = { at, n: below(9) };
    return { id: countsAnew ? `call_${at}` : `call_${host.next()}`, name: TOOL_NAMES[below(TOOL_NAMES.length)], args: chance(0.7) ? JSON.stringify(args) : args };
  });
}

function decisions({ id, calls: pending }, host, { below, chance }) {
  if (chance(0.3)) return chance(0.6);
  const message = host.checkpoints.find((checkpoint) => checkpoint.id === id).messages.find(({ calls: made = [] }) => pending.every((call) => made.some((one) => one.id === call)));
  const asked = message.calls.map((call) => call.id).filter((call) => pending.includes(call) || chance(0.3));
  if (chance(0.05)) asked.pop();
  const decision = () => {
    const [isApproved, isPlain] = [chance(0.7), chance(0.4)];
    if (isPlain) return isApproved;
    return isApproved ? { approved: true, ...(chance(0.7) && { args: { edited: below(100) } }) } : { approved: false, ...(chance(0.5) && { reason: "Not today." }) };
  };
  return Object.fromEntries(asked.map((call) => [call, decision()]));
}

/** Picks a checkpoint: usually the newest, sometimes an old one, which must be refused if it was consumed. */
async function resumeOne(host, choice, seen) {
  const { below, chance, pick } = choice;
  if (host.checkpoints.length === 0) return "no checkpoint";
  const checkpoint = chance(0.8) ? host.checkpoints.at(-1) : pick(host.checkpoints);
  const isConsumed = host.ledgerModel.consumed.includes(checkpoint.id);
  const mayBeFresh = isConsumed || host.isWhole(checkpoint);
  const isFresh = mayBeFresh && chance(0.5);
  const trouble = pick(["none", "none", "crash", "crash", "abort", "save", "double", "message"]);
  const plan = {
    decisions: decisions(checkpoint, host, choice),
    crashAt: trouble === "crash" ? below(12) : Infinity,
    abortIn: trouble === "abort" ? below(3) : Infinity,
    enqueueIn: trouble === "message" && !isFresh ? below(3) : Infinity,
    arriving: trouble === "message" && !isFresh ? arriving(host, choice) : null,
    saveFails: trouble === "save",
    isFresh,
    isDouble: trouble === "double",
  };
  const outcome = await host.resume(checkpoint, plan);
  if (isConsumed) assert.notEqual(outcome, "done", "a consumed checkpoint was resumed");
  note(seen, outcome);
  return `${isFresh ? "fresh " : ""}${trouble}: ${outcome}`;
}

const STEPS = [
  [6, "user", (host) => host.say("user", host.text())],
  [3, "assistant", (host) => host.say("assistant", host.text())],
  [10, "calls", (host, choice, { countsAnew }) => {
    if (countsAnew && host.model.asking !== null) return;
    host.say("assistant", choice.chance(0.5) ? host.text() : null, calls(host, choice, { countsAnew }));
  }],
  [4, "result", (host, { chance, pick }) => {
    const open = host.model.messages.flatMap((message) => host.model.openCalls(message).map(({ id }) => ({ id, message })));
    if (open.length === 0) return;
    const { id } = pick(open);
    // Where calls have the same id, a result answers the newest.
    host.answer(open.findLast((call) => call.id === id).message, id, chance(0.2));
  }],
  [8, "enqueue", (host, choice) => host.enqueue(arriving(host, choice))],
  [3, "promote", (host) => host.promote()],
  [2, "withdraw", (host, { below }) => host.withdraw(1 + below(host.model.lastId + 1))],
  [9, "suspend", (host, { chance, below }) => {
    const needing = TOOL_NAMES.filter(() => chance(0.7));
    host.suspend(({ name }) => needing.includes(name), { ...(chance(0.3) && { threadId: `t${below(9)}` }), ...(chance(0.3) && { originalInput: { n: below(9) } }) });
  }],
  [12, "resume", (host, choice, { seen }) => resumeOne(host, choice, seen)],
  [8, "prepare", async (host, { pick, chance }) => {
    if (host.model.messages.length + host.model.queue.length === 1) return;
    await host.prepare(pick(TARGETS), pick([undefined, undefined, "close", "drop", "keep"]), { isJudged: chance(JUDGED) });
  }],
  [1, "truncate", (host, { below }) => host.truncate(below(4))],
  [2, "run", (host, { chance }) => host.setRunning(chance(0.4))],
  [3, "save", (host) => host.save()],
  [3, "crash", (host) => host.crash()],
].flatMap(([weight, name, take]) => Array(weight).fill({ name, take }));

async function live(seed, seen) {
  const choice = random(seed);
  const run = { countsAnew: choice.chance(0.25), seen };
  const host = new Host();
  try {
    for (let steps = 4 + choice.below(MOST_STEPS); steps > 0; steps -= 1) {
      const { name, take } = choice.pick(STEPS);
      host.steps.push(name);
      const note = await take(host, choice, run);
      if (typeof note === "string") host.steps.push(`(${note})`);
      host.compare();
    }
    note(seen, REPEATED, host.repeatedRuns);
  } catch (error) {
    throw new Error(`seed ${seed}: ${error.message}\n  steps: ${host.steps.join(" ")}`, { cause: error });
  } finally {
    host.dispose();
  }
}

test("nothing that was saved is lost or duplicated, and no recorded tool runs twice, wherever a process dies", async (t) => {
  const seen = new Map();
  const begun = performance.now();
  for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) await live(seed, seen);
  t.diagnostic(`${RUNS} runs in ${((performance.now() - begun) / 1000).toFixed(1)} s; ${[...seen].map(([name, times]) => `${times} × ${name}`).join(", ")}`);
  // A few runs need not meet each outcome.
  if (RUNS < 1_000) return;
  const refusals = ["aborted", "save-failed", "checkpoint-already-resumed", "decision-missing", "invalid-checkpoint"];
  for (const outcome of ["done", REPEATED, ...refusals, ...DEATHS.map((where) => `${CRASH} ${where}`)]) assert.ok((seen.get(outcome) ?? 0) > RUNS / 1_000, `${outcome}: ${seen.get(outcome) ?? 0} times`);
});
