// A model of `resume`, step by step. The process may die at each step.

/** The outcome of a process that dies. */
export const CRASH = "crash";

/** The steps at which a process may die. */
export const DEATHS = ["claimed", "before the tool", "after the tool", "before the record", "recorded", "before saving", "saved", "before the commit", "committed"];

/** The tools of the test, by the outcome of their calls. `missing` does not exist. */
export const TOOL_NAMES = ["list", "pay", "throws", "missing"];
export const TOOLS_THERE = ["list", "pay", "throws"];

/** Returns the text that a tool returns or throws, different for every run. */
export const toolText = (name, run, args) => `${name} §${run}§ ${JSON.stringify(args)}`;

/**
 * The content of a ledger on disk. It has no claims, because only one process lives at a time, and claims of dead processes are free.
 *
 * @typedef {{ consumed: string[], recorded: Record<string, object[]> }} LedgerState
 *
 * @typedef {object} Plan
 * @property {boolean | Record<string, boolean | { approved: boolean, reason?: string, args?: object }>} decisions
 * @property {number} crashAt the step at which the process dies, from 0; Infinity: none
 * @property {number} abortIn the run of a tool during which the signal is aborted, from 0; Infinity: none
 * @property {number} enqueueIn the run of a tool during which a message arrives
 * @property {object | null} arriving that message
 * @property {boolean} saveFails
 */

/**
 * Predicts one resume. Updates `model` and `ledger`. After a crash, `model` is the lost state of the dead process.
 *
 * @param {import("./model.mjs").ConversationModel} model the conversation that is continued
 * @param {LedgerState} ledger
 * @param {{ id: string, key: number, calls: string[] }} checkpoint
 * @param {Plan} plan
 * @param {{ newRun: () => number, save: () => void, enqueued: () => void }} host `newRun`: a number for each run of a tool; `save`: takes a
 * snapshot; `enqueued`: the message that arrives was taken in
 * @returns {{ outcome: string, died: string | null, runs: string[], lost: string[] }} `outcome`: "done", the code of an error, or CRASH.
 * `died`: the step. `runs`: the calls whose tools ran. `lost`: the calls whose run left no trace, so that they may run again
 */
export function predictResume(model, ledger, checkpoint, plan, host) {
  const seen = { died: null, runs: [], lost: [] };
  const outcome = outcomeOf(() => steps(model, ledger, checkpoint, plan, { ...host, seen }));
  return { outcome, ...seen };
}

function outcomeOf(run) {
  try {
    run();
    return "done";
  } catch (thrown) {
    if (typeof thrown === "object") throw thrown;
    return thrown;
  }
}

function steps(model, ledger, { id, key, calls: pending }, plan, { newRun, save, enqueued, seen }) {
  const { runs, lost } = seen;
  let step = 0;
  const mayDie = (where) => {
    if (step++ !== plan.crashAt) return;
    seen.died = where;
    throw CRASH;
  };
  const message = model.messages.find((candidate) => candidate.key === key);
  if (message === undefined) throw "invalid-checkpoint";
  const open = model.openCalls(message);
  const keep = () => {
    mayDie("before saving");
    if (plan.saveFails) throw "save-failed";
    save();
    mayDie("saved");
    mayDie("before the commit");
    ledger.consumed.push(id);
    delete ledger.recorded[id];
    mayDie("committed");
  };
  if (!open.some((call) => pending.includes(call.id))) {
    // The conversation has the results already, so the ledger commits.
    if (!ledger.consumed.includes(id)) {
      mayDie("claimed");
      keep();
    }
    throw "checkpoint-already-resumed";
  }
  const { decisions } = plan;
  if (typeof decisions === "object" && open.some((call) => pending.includes(call.id) && !Object.hasOwn(decisions, call.id))) throw "decision-missing";
  if (ledger.consumed.includes(id)) throw "checkpoint-already-resumed";
  mayDie("claimed");
  const recorded = (ledger.recorded[id] ??= []);
  const answers = [];
  let isAborted = false;
  for (const call of open) {
    const before = recorded.find(({ toolCallId }) => toolCallId === call.id);
    if (before !== undefined) {
      answers.push({ ...before, call });
      continue;
    }
    if (isAborted) throw "aborted";
    const verdict = verdictOn(call.id, decisions, pending);
    if (!verdict.approved) {
      answers.push({ call, content: verdict.reason ? `Tool execution denied. ${verdict.reason}` : "Tool execution denied." });
      continue;
    }
    const { args } = verdict;
    const result = { toolCallId: call.id, content: "Tool not found.", isError: true, ...(args !== undefined && { args }) };
    const isThere = TOOLS_THERE.includes(call.name);
    if (isThere) {
      mayDie("before the tool");
      const text = toolText(call.name, newRun(), args ?? (typeof call.args === "string" ? JSON.parse(call.args) : call.args));
      runs.push(`${id} ${call.id}`);
      if (runs.length - 1 === plan.enqueueIn) {
        model.enqueue(plan.arriving);
        enqueued();
      }
      isAborted ||= runs.length - 1 === plan.abortIn;
      lost.push(`${id} ${call.id}`);
      mayDie("after the tool");
      // An error that a tool throws after the abort counts as its reaction to the abort.
      if (call.name === "throws" && isAborted) throw "aborted";
      result.content = call.name === "throws" ? `Tool execution failed: ${text}` : text;
      result.isError = call.name === "throws";
    }
    mayDie("before the record");
    recorded.push(result);
    if (isThere) lost.pop();
    mayDie("recorded");
    answers.push({ ...result, call });
  }
  for (const { call, args } of answers) if (args !== undefined) edit(message, call, args);
  for (const { call, content, isError } of answers) model.answer(message, call.id, content, isError === true);
  keep();
}

function verdictOn(id, decisions, pending) {
  if (typeof decisions === "boolean") return { approved: decisions || !pending.includes(id) };
  const given = decisions[id] ?? true;
  return typeof given === "boolean" ? { approved: given } : given;
}

/** Edited arguments get the form of the model's own arguments. */
function edit(message, { id }, args) {
  message.calls = message.calls.map((call) => (call.id === id ? { ...call, args: typeof call.args === "string" ? JSON.stringify(args) : args } : call));
}
