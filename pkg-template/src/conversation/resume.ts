// Going on where a run stopped for a person's decision.

import { type Answer, answers as answersOf } from "../suspend/tool-results.js";
import { canonical } from "../suspend/call-arguments.js";
import { type PlainObject, callable, describe, invalid, isA, isArray, isObject, object, picked, reason, reading, signal as checkSignal } from "../input/check.js";
import { Checkpoint } from "../suspend/checkpoint.js";
import { ConversationManager } from "./conversation.js";
import { verdicts } from "../suspend/decisions.js";
import type { Engine } from "../wasm/engine.js";
import { ConversationError } from "../input/errors.js";
import { engineOf } from "./reader.js";
import { MOST_UNITS, toJson } from "../input/json.js";
import { MemoryLedger, alreadyResumed, asked } from "../suspend/ledger.js";
import { openCalls } from "../suspend/open-calls.js";
import { refuseAborted } from "../input/signal.js";
import { type Request, register, suspensionJson } from "../suspend/suspend.js";
import type { CheckpointLedger, Decision, Tool } from "../types/suspension.js";
import { write } from "../wasm/text.js";
import { roomFor } from "../suspend/tool-result.js";
import type { ConversationOptions, ToolCall } from "../types/index.js";

/**
 * Options of {@link resume}.
 *
 * @example
 * const options: ResumeOptions = { decisions: true, tools: { weather }, ledger, agentClass: "Planner" };
 */
export interface ResumeOptions {
  /** One decision for all, or one for each call id; a missing one is `decision-missing`. Calls that need none run unless one is given. */
  decisions: boolean | Record<string, boolean | Decision>;
  /** The tools by their names, as fields of its own; a call of another name gets the result "Tool not found.". */
  tools: Record<string, Tool>;
  /** Default: one in memory, for all of this process, which keeps the id of each checkpoint for good. */
  ledger?: CheckpointLedger;
  /** When given, it must be the checkpoint's own, else `wrong-agent`. */
  agentClass?: string;
  /**
   * The conversation to go on with, such as one restored from a snapshot, with what waits in it. Or options of a new one, made of the
   * checkpoint's messages; a `systemPrompt` takes the place of theirs.
   */
  conversation?: ConversationManager | ConversationOptions;
  /**
   * Called when every call has its result, before the ledger commits: write the snapshot here, and a crash can neither lose a result
   * nor burn the checkpoint. What it throws becomes `save-failed`: resume again, with the same conversation, to save it and spend the
   * checkpoint; that is refused in the end with `checkpoint-already-resumed`.
   */
  save?: (conversation: ConversationManager) => void | Promise<void>;
  /**
   * Ends the resume before the next tool; the checkpoint is then free again. Handed to the tools: one that throws after it was aborted has
   * no result, and runs again at the next resume.
   */
  signal?: AbortSignal;
}

/** The ledger of every resume that is given none. */
const SHARED = /* @__PURE__ */ new MemoryLedger();

/**
 * Goes on from a checkpoint: runs the tools that are allowed to run, one after the other, and gives every open call of the message
 * exactly one result. Returns the conversation with the results, ready for `prepare`.
 *
 * A call that was denied gets "Tool execution denied." and the reason, one of a tool that is not there "Tool not found.", and a tool
 * that throws becomes a result that is an error. A checkpoint can be resumed once, a denial included; when the resume fails, or the
 * process dies in it, the checkpoint is free again, and tools whose results the ledger has recorded do not run again: their results and
 * the arguments of that time hold, whatever is decided since. A resume into a conversation that has the results already saves it, spends
 * the checkpoint, and is refused.
 *
 * @throws ConversationError `checkpoint-already-resumed`; `decision-missing`, with `details.missing`; `wrong-agent`; `invalid-checkpoint`
 * when the conversation does not hold the calls; `ledger-failed`, `save-failed`, with what was thrown as `cause`: after `save-failed`,
 * and when `commit` fails, whose claim then stays, a conversation that was given has the results all the same; `aborted`,
 * `invalid-argument`, `too-deep`, `too-large`.
 * @example
 * const conversation = await resume(checkpoint, {
 *   decisions: { call_1: true, call_2: { approved: false, reason: "Not on a Friday." } },
 *   tools: { delete_file: ({ path }) => rm(path) },
 *   ledger,
 * });
 */
export async function resume(checkpoint: Checkpoint, options: ResumeOptions): Promise<ConversationManager> {
  if (!isA(Checkpoint, checkpoint)) {
    throw invalid(`\`checkpoint\` must be a Checkpoint, as \`suspend\`, \`Checkpoint.fromJSON\` and \`Checkpoint.open\` return; given was ${describe(checkpoint)}. One of another copy of the package becomes one by \`Checkpoint.fromJSON\`.`);
  }
  const given = picked("options", options, ["decisions", "tools", "ledger", "agentClass", "conversation", "save", "signal"]);
  checkAgent(checkpoint, given.agentClass);
  const tools = checkTools(given.tools);
  const ledger = given.ledger === undefined ? SHARED : checkLedger(given.ledger);
  const save = given.save === undefined ? () => undefined : (callable("options.save", given.save) as NonNullable<ResumeOptions["save"]>);
  const signal = checkSignal(given.signal);
  refuseAborted(signal, "The resume");
  const isGiven = isA(ConversationManager, given.conversation);
  const conversation = isGiven ? (given.conversation as ConversationManager) : madeOf(checkpoint, given.conversation);
  try {
    const engine = engineOf(conversation);
    const messageId = messageOf(checkpoint);
    const calls = waitingCalls(engine, messageId, checkpoint);
    if (calls === null) {
      // A resume came that far, and failed or died before the ledger was told: nobody shall resume into another conversation.
      await claimed(ledger, checkpoint.checkpointId, () => saved(conversation, save));
      throw alreadyResumed(checkpoint.checkpointId, "has already been resumed: its calls have their results");
    }
    const verdictOn = verdicts(checkpoint, calls, given.decisions, engine.limits);
    const suspension = suspensionOf(checkpoint, messageId, calls, engine);
    await claimed(ledger, checkpoint.checkpointId, async () => {
      const answers = await answersOf(checkpoint.checkpointId, calls, { verdictOn, tools, ledger, signal, limits: engine.limits });
      apply(engine, { messageId, suspension, answers, calls });
      await saved(conversation, save);
    });
    return conversation;
  } catch (error) {
    if (!isGiven) conversation.dispose();
    throw error;
  }
}

async function saved(conversation: ConversationManager, save: NonNullable<ResumeOptions["save"]>): Promise<void> {
  try {
    await save(conversation);
  } catch (cause) {
    throw new ConversationError("save-failed", `The tools have run, but \`save\` failed; resume again, with the same conversation if you gave one: ${reason(cause)}`, { cause });
  }
}

/** A new conversation of the checkpoint's messages. Its calls are registered, so that the next checkpoint keeps the thread. */
function madeOf(checkpoint: Checkpoint, options: unknown): ConversationManager {
  if (isObject(options) && reading("`options.conversation`", () => typeof options.addMessage === "function")) {
    throw invalid("`options.conversation` is a conversation of another copy of the package; give `ConversationManager.fromJSON` its `toJSON()`, and that one here.");
  }
  const { systemPrompt, ...rest } = options === undefined ? {} : (object("options.conversation", options) as ConversationOptions);
  const own = systemPrompt === undefined ? {} : { systemPrompt };
  const messages = systemPrompt === undefined || checkpoint.messages[0]?.role !== "system" ? checkpoint.messages : checkpoint.messages.slice(1);
  const conversation = ConversationManager.from("backscroll", messages, { ...rest, ...own });
  const { checkpointId, pending } = checkpoint;
  try {
    register(engineOf(conversation), { checkpointId, messageId: messageOf(checkpoint), request: requestOf(checkpoint), calls: pending });
    return conversation;
  } catch (error) {
    conversation.dispose();
    throw error;
  }
}

/** What the checkpoint is for, as it is kept with its calls. */
function requestOf({ agentClass, requestedAt, threadId, originalInput }: Checkpoint): Request {
  return { agentClass, requestedAt, threadId, originalInput };
}

/** The message with the calls: the newest of the assistant. */
function messageOf({ messages }: Checkpoint): string {
  return [...messages].reverse().find(({ role }) => role === "assistant")?.id ?? "";
}

/** The open calls of the checkpoint's message in this conversation, which must be those that were decided on; null when those have their results. */
function waitingCalls(engine: Engine, messageId: string, checkpoint: Checkpoint): ToolCall[] | null {
  const calls = openCalls(engine, messageId);
  if (calls === null) throw foreign("The conversation does not hold the checkpoint's message with the calls.");
  const isWaiting = ({ id }: ToolCall) => calls.some((call) => call.id === id);
  if (!checkpoint.pending.some(isWaiting)) return null;
  for (const shown of checkpoint.pending.filter(isWaiting)) {
    const same = (call: ToolCall) => call.id === shown.id && call.name === shown.name && canonical(call.arguments) === canonical(shown.arguments);
    if (!calls.some(same)) throw foreign(`The call \`${shown.id}\` in the conversation is another than the one that was decided on.`);
  }
  return calls;
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

/** What the checkpoint is for, to be kept with a conversation that does not know it yet: the next checkpoint takes its thread over. */
function suspensionOf(checkpoint: Checkpoint, messageId: string, calls: readonly ToolCall[], engine: Engine): string {
  const { checkpointId, originalInput, pending } = checkpoint;
  // Asked before anything runs: a checkpoint from elsewhere may hold more than this conversation takes.
  toJson(originalInput, { name: "The checkpoint's `originalInput`", code: "invalid-checkpoint", depth: roomFor(engine.limits), units: MOST_UNITS });
  const waiting = calls.filter(({ id }) => pending.some((call) => call.id === id));
  return suspensionJson({ checkpointId, messageId, request: requestOf(checkpoint), calls: waiting });
}

/** What a resume puts into the history. */
interface Outcome {
  readonly messageId: string;
  readonly suspension: string;
  readonly answers: readonly Answer[];
  readonly calls: readonly ToolCall[];
}

/** Puts all results into the history, or none. */
function apply(engine: Engine, { messageId, suspension, answers, calls }: Outcome): void {
  const createdAt = Date.now();
  const items = answers.map(({ result: { toolCallId, content, isError }, edited }) => {
    const extras = isError === true ? undefined : acknowledged(calls.find(({ id }) => id === toolCallId));
    return { message: { role: "tool", toolCallId, content, ...(isError === true && { isError }), createdAt, ...(extras && { extras }) }, arguments: edited };
  });
  const json = `{"messageId":${JSON.stringify(messageId)},"suspension":${suspension},"answers":${JSON.stringify(items)}}`;
  engine.call((core) => core.answer(write(core, json), createdAt));
  engine.noteSurrogates(answers.reduce((sum, { replaced }) => sum + replaced, 0), undefined);
}

/** The provider's own doubts about what a computer is to do: who approved the call has seen them. Without this it refuses the result. */
function acknowledged(call: ToolCall | undefined): { acknowledged_safety_checks: unknown[] } | undefined {
  const { pending_safety_checks: checks } = (call?.kind === "computer" ? call : {}) as { pending_safety_checks?: unknown };
  return isArray(checks) && checks.length > 0 ? { acknowledged_safety_checks: checks } : undefined;
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
