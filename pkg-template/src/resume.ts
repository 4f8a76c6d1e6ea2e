// Going on where a run stopped for a person's decision.

import { callArguments } from "./call-arguments.js";
import { type PlainObject, callable, describe, invalid, isObject, isOurs, object, picked, reason, reading, signal as checkSignal } from "./check.js";
import { canonical } from "./canonical.js";
import { Checkpoint } from "./checkpoint.js";
import { ConversationManager, engineOf } from "./conversation.js";
import { type Verdict, verdicts } from "./decisions.js";
import type { Engine } from "./engine.js";
import { ConversationError } from "./errors.js";
import { MemoryLedger, alreadyResumed } from "./ledger.js";
import { openCalls } from "./open-calls.js";
import { refuseAborted } from "./signal.js";
import { register } from "./suspend.js";
import type { CheckpointLedger, RecordedResult, ResumeOptions, Tool } from "./suspension-types.js";
import { write } from "./text.js";
import { denied, failure, isRecorded, notFound, returned, thrown } from "./tool-result.js";
import type { ConversationOptions, ToolCall } from "./types.js";

/** For all resumes of this process that are given none. */
const SHARED = new MemoryLedger();

/** A call with its result, and the arguments that it was made with if they were edited, as JSON text. */
interface Answer {
  readonly result: RecordedResult;
  readonly edited: string | undefined;
}

/**
 * Goes on from a checkpoint: runs the tools that are allowed to run, one after the other, and gives every open call of the message
 * exactly one result. Returns the conversation with the results, ready for `prepare`.
 *
 * A call that was denied gets "Tool execution denied." and the reason, one of a tool that is not there "Tool not found.", and a tool
 * that throws becomes a result that is an error. A checkpoint can be resumed once, a denial included; when the resume fails, or the
 * process dies in it, the checkpoint is free again, and tools whose results the ledger has recorded do not run again.
 *
 * @throws ConversationError `checkpoint-already-resumed`; `decision-missing`, with `details.missing`; `wrong-agent`; `invalid-checkpoint`
 * when the conversation does not hold the calls; `ledger-failed`, `save-failed`, with what was thrown as `cause`: after `save-failed`,
 * a conversation that was given has the results all the same; `aborted`, `invalid-argument`.
 * @example
 * const conversation = await resume(checkpoint, {
 *   decisions: { call_1: true, call_2: { approved: false, reason: "Not on a Friday." } },
 *   tools: { delete_file: ({ path }) => rm(path) },
 *   ledger,
 * });
 */
export async function resume(checkpoint: Checkpoint, options: ResumeOptions): Promise<ConversationManager> {
  if (!(checkpoint instanceof Checkpoint)) {
    throw invalid(`\`checkpoint\` must be a Checkpoint, as \`suspend\`, \`Checkpoint.fromJSON\` and \`Checkpoint.open\` return; given was ${describe(checkpoint)}.`);
  }
  const given = picked("options", options, ["decisions", "tools", "ledger", "agentClass", "conversation", "save", "signal"]);
  checkAgent(checkpoint, given.agentClass);
  const tools = checkTools(given.tools);
  const ledger = given.ledger === undefined ? SHARED : checkLedger(given.ledger);
  const save = given.save === undefined ? () => undefined : (callable("options.save", given.save) as NonNullable<ResumeOptions["save"]>);
  const signal = checkSignal(given.signal);
  refuseAborted(signal, "The resume");
  const isGiven = given.conversation instanceof ConversationManager;
  const conversation = isGiven ? (given.conversation as ConversationManager) : madeOf(checkpoint, given.conversation);
  try {
    const engine = engineOf(conversation);
    const [messageId, calls] = waitingCalls(engine, checkpoint);
    const verdictOn = verdicts(checkpoint, calls, given.decisions, engine.limits);
    await claimed(ledger, checkpoint.checkpointId, async () => {
      const answers = await answer(checkpoint, calls, { verdictOn, tools, ledger, signal, engine });
      apply(engine, messageId, answers);
      try {
        await save(conversation);
      } catch (cause) {
        throw new ConversationError("save-failed", `The results are in, but saving them failed: ${reason(cause)}`, { cause });
      }
    });
    return conversation;
  } catch (error) {
    if (!isGiven) conversation.dispose();
    throw error;
  }
}

/** A new conversation of the checkpoint's messages. Its calls are registered, so that the next checkpoint keeps the thread. */
function madeOf(checkpoint: Checkpoint, options: unknown): ConversationManager {
  const { systemPrompt, ...rest } = options === undefined ? {} : (object("options.conversation", options) as ConversationOptions);
  const own = systemPrompt === undefined ? {} : { systemPrompt };
  const messages = systemPrompt === undefined || checkpoint.messages[0]?.role !== "system" ? checkpoint.messages : checkpoint.messages.slice(1);
  const conversation = ConversationManager.from("backscroll", messages, { ...rest, ...own });
  const { checkpointId, agentClass, requestedAt, threadId, originalInput, pending } = checkpoint;
  try {
    register(engineOf(conversation), { checkpointId, messageId: messageOf(checkpoint), request: { agentClass, requestedAt, threadId, originalInput }, calls: pending });
    return conversation;
  } catch (error) {
    conversation.dispose();
    throw error;
  }
}

/** The message with the calls: the newest of the assistant. */
function messageOf({ messages }: Checkpoint): string {
  return [...messages].reverse().find(({ role }) => role === "assistant")?.id ?? "";
}

/** The open calls of the checkpoint's message in this conversation, which must be those that were decided on. */
function waitingCalls(engine: Engine, checkpoint: Checkpoint): [messageId: string, calls: ToolCall[]] {
  const messageId = messageOf(checkpoint);
  const calls = openCalls(engine, messageId);
  if (calls === null) throw foreign("The conversation does not hold the checkpoint's message with the calls.");
  const isWaiting = ({ id }: ToolCall) => calls.some((call) => call.id === id);
  if (!checkpoint.pending.some(isWaiting)) throw alreadyResumed(checkpoint.checkpointId);
  for (const shown of checkpoint.pending.filter(isWaiting)) {
    const same = (call: ToolCall) => call.id === shown.id && call.name === shown.name && canonical(call.arguments) === canonical(shown.arguments);
    if (!calls.some(same)) throw foreign(`The call \`${shown.id}\` in the conversation is another than the one that was decided on.`);
  }
  return [messageId, calls];
}

function foreign(message: string): ConversationError {
  return new ConversationError("invalid-checkpoint", message);
}

/**
 * Runs `work` while the checkpoint is ours.
 *
 * INVARIANT (resumed once): what fails before its end leaves the checkpoint free, what came to its end is committed.
 */
async function claimed(ledger: CheckpointLedger, id: string, work: () => Promise<void>): Promise<void> {
  if (await asked(() => ledger.consumed(id))) throw alreadyResumed(id);
  await asked(() => ledger.claim(id));
  try {
    await work();
  } catch (error) {
    // What stopped the work says more than a ledger that fails, too; the claim then ends as it does when a process dies.
    await asked(() => ledger.release(id)).catch(() => undefined);
    throw error;
  }
  await asked(() => ledger.commit(id));
}

async function asked<T>(ask: () => T | Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (isOurs(cause) && cause.code === "checkpoint-already-resumed") throw cause;
    throw new ConversationError("ledger-failed", `The ledger failed: ${reason(cause)}`, { cause });
  }
}

interface Means {
  readonly verdictOn: Map<string, Verdict>;
  readonly tools: Record<string, Tool>;
  readonly ledger: CheckpointLedger;
  readonly signal: AbortSignal | undefined;
  readonly engine: Engine;
}

/** The answers to all calls, in their order. A tool that has begun is waited for: nobody can know whether half of it was enough. */
async function answer({ checkpointId }: Checkpoint, calls: readonly ToolCall[], { verdictOn, tools, ledger, signal, engine }: Means): Promise<Answer[]> {
  const known: unknown = (await asked(() => ledger.recorded?.(checkpointId))) ?? [];
  const recorded = Array.isArray(known) ? known.filter(isRecorded) : [];
  const answers: Answer[] = [];
  for (const call of calls) {
    const verdict = verdictOn.get(call.id) ?? { isApproved: false, reason: undefined };
    const edited = verdict.isApproved ? verdict.edited : undefined;
    const before = recorded.findIndex(({ toolCallId }) => toolCallId === call.id);
    if (before !== -1) {
      const [result] = recorded.splice(before, 1) as [RecordedResult];
      // It has run, so the history shows what it ran with, whatever was decided since.
      answers.push({ result, edited: isObject(result.args) ? JSON.stringify(result.args) : undefined });
      continue;
    }
    refuseAborted(signal, "The resume");
    const result = await resultOf(call, verdict, { tools, context: { checkpointId, ...(signal !== undefined && { signal }) }, engine });
    // Only a precaution against what may still come; without it the results are here all the same.
    if (verdict.isApproved) await asked(() => ledger.record?.(checkpointId, recordOf(result, edited))).catch(() => undefined);
    answers.push({ result, edited });
  }
  return answers;
}

function recordOf(result: RecordedResult, edited: string | undefined): RecordedResult {
  return edited === undefined ? result : { ...result, args: JSON.parse(edited) as Record<string, unknown> };
}

async function resultOf(
  call: ToolCall,
  verdict: Verdict,
  { tools, context, engine }: { tools: Record<string, Tool>; context: Parameters<Tool>[2]; engine: Engine },
): Promise<RecordedResult> {
  if (!verdict.isApproved) return denied(call.id, verdict.reason);
  // Own fields only: a model may call `constructor`.
  const tool = Object.hasOwn(tools, call.name) ? tools[call.name] : undefined;
  if (tool === undefined) return notFound(call.id);
  const made: ToolCall = verdict.edited === undefined ? call : { ...call, arguments: withEdited(call, verdict.edited) };
  const args = verdict.edited === undefined ? callArguments(call) : (JSON.parse(verdict.edited) as Record<string, unknown>);
  if (args === null) return failure(call.id, "The arguments are no JSON object, so the tool was not called.");
  let value: unknown;
  try {
    value = await tool(args, structuredClone(made), context);
  } catch (error) {
    refuseAborted(context.signal, "The resume");
    return thrown(call.id, error);
  }
  return returned(call.id, value, engine.limits);
}

/** Edited arguments in the form in which the model gave its own: text, or an object. */
function withEdited(call: ToolCall, edited: string): ToolCall["arguments"] {
  return typeof call.arguments === "string" ? edited : (JSON.parse(edited) as Record<string, unknown>);
}

/** Puts all results into the history, or none. */
function apply(engine: Engine, messageId: string, answers: readonly Answer[]): void {
  const createdAt = Date.now();
  const items = answers.map(({ result: { toolCallId, content, isError }, edited }) => {
    const message = JSON.stringify({ role: "tool", toolCallId, content, ...(isError === true && { isError }), createdAt });
    return edited === undefined ? `{"message":${message}}` : `{"message":${message},"arguments":${edited}}`;
  });
  const json = `{"messageId":${JSON.stringify(messageId)},"answers":[${items.join()}]}`;
  engine.call((core) => core.answer(write(core, json), createdAt));
}

function checkAgent({ agentClass }: Checkpoint, given: unknown): void {
  if (given === undefined || given === agentClass) return;
  if (typeof given !== "string") throw invalid(`\`options.agentClass\` must be a string; given was ${describe(given)}.`);
  const own = agentClass === null ? "names no agent" : `is for ${describe(agentClass)}`;
  throw new ConversationError("wrong-agent", `The checkpoint ${own}, and not for ${describe(given)}.`, { details: { expected: agentClass, given } });
}

function checkTools(given: unknown): Record<string, Tool> {
  const tools: PlainObject = { ...object("options.tools", given) };
  for (const [name, tool] of Object.entries(tools)) callable(`options.tools[${JSON.stringify(name)}]`, tool);
  return tools as Record<string, Tool>;
}

function checkLedger(given: unknown): CheckpointLedger {
  if (!isObject(given)) throw invalid(`\`options.ledger\` must be a ledger; given was ${describe(given)}.`);
  for (const name of ["consumed", "claim", "commit", "release"]) {
    callable(`options.ledger.${name}`, reading("`options.ledger`", () => given[name]));
  }
  return given as unknown as CheckpointLedger;
}
