// The continuation of a run that stopped for approval.
//
// A checkpoint is data, and the ledger is the guard. `resume` claims the checkpoint, runs the tools, appends all results in one step,
// lets the host save, and commits. A claim that is a lease is renewed before each tool and before the results are added, because a
// process that was stopped for longer than its lease does not know it.

import { checkTools, runTools } from "../suspend/run-tools.js";
import { canonical, carried } from "../suspend/call-arguments.js";
import {
  callable,
  signal as checkSignal,
  describe,
  invalid,
  isA,
  isObject,
  object,
  picked,
  reading,
  reason,
  unlike,
} from "../input/check.js";
import { Checkpoint } from "../suspend/checkpoint.js";
import { concurrencyOf } from "../suspend/concurrently.js";
import { ConversationManager } from "./conversation.js";
import { type Verdict, verdicts } from "../suspend/decisions.js";
import type { Engine } from "../wasm/engine.js";
import { now } from "../input/clock.js";
import { ConversationError } from "../input/errors.js";
import { engineOf } from "./reader.js";
import { MOST_UNITS, toJson } from "../input/json.js";
import { MemoryLedger, alreadyResumed, asked } from "../suspend/ledger.js";
import { claimCalls, openCalls } from "../suspend/open-calls.js";
import { checkOwn, foreign } from "../suspend/own-suspension.js";
import { addResults } from "../suspend/results.js";
import { refuseAborted } from "../input/signal.js";
import { type Request, register, suspensionJson } from "../suspend/suspend.js";
import type { CheckpointLedger, Decision } from "../types/suspension.js";
import type { Tools } from "../types/tool.js";
import { roomFor } from "../suspend/tool-result.js";
import type { ConversationOptions, ToolCall } from "../types/index.js";

/**
 * Options of {@link resume}.
 *
 * @example
 * const options: ResumeOptions = { decisions: true, tools: { weather }, ledger, agentClass: "Planner" };
 */
export interface ResumeOptions {
  /**
   * One decision for all calls, or one for each call id; a missing decision is `decision-missing`. Calls that need no approval run, unless
   * you deny them.
   */
  decisions: boolean | Record<string, boolean | Decision>;
  /** The tools, as for `runTools`; a call of another name gets the result "Tool not found.". */
  tools: Tools;
  /** The most tools that run at once: a whole number, 1 or more, or `Infinity`. Default: 1, one after the other. Results keep the order of the calls. */
  concurrency?: number;
  /** Default: a ledger in memory for the whole process, which remembers the id of each checkpoint. */
  ledger?: CheckpointLedger;
  /** The expected agent of the checkpoint; another agent is `wrong-agent`. Default: not checked. */
  agentClass?: string;
  /** The expected thread of the checkpoint; another thread is `invalid-checkpoint`. Default: not checked. */
  threadId?: string;
  /**
   * The conversation to continue with, such as one restored from a snapshot, with its pending messages. If it was suspended with this
   * checkpoint, both must have the same id, waiting calls, thread, agent and input. Or options of a new conversation, which is made from
   * the checkpoint's unverified messages; a `systemPrompt` replaces theirs.
   */
  conversation?: ConversationManager | ConversationOptions;
  /**
   * Called when every call has its result, before the ledger commits. Write the snapshot here, so that a crash can neither lose a result
   * nor use up the checkpoint. If it throws, the error becomes `save-failed`: resume again with the same conversation, which saves it,
   * commits the checkpoint, and then throws `checkpoint-already-resumed`.
   */
  save?: (conversation: ConversationManager) => void | Promise<void>;
  /**
   * Ends the resume before the next tool, after the running tools have ended; the checkpoint can then be resumed again. Tools get the
   * signal, too: a tool that throws after the abort has no result, and runs again at the next resume.
   */
  signal?: AbortSignal;
}

/** The default ledger of a resume. */
const SHARED = /* @__PURE__ */ new MemoryLedger();

/**
 * Continues from a checkpoint: runs the tools of approved calls, `concurrency` at a time, and gives every open call of the message exactly
 * one result. Returns the conversation with the results, ready for `prepare`.
 *
 * A denied call gets "Tool execution denied." and the reason, a call of an unknown tool gets "Tool not found.", and a call whose tool
 * throws gets an error result. A checkpoint can be resumed once, even if every call is denied. When the resume fails, or its process dies,
 * it can be resumed again. Tools with recorded results do not run again then: the recorded results and arguments count, whatever the new
 * decisions are. If the conversation already has the results, a resume saves it, commits the checkpoint, and throws.
 *
 * @throws ConversationError `checkpoint-already-resumed`; `checkpoint-expired` if a call of an expired checkpoint is approved; `decision-missing`, with `details.missing`; `wrong-agent`; `invalid-checkpoint`
 * if the conversation does not hold the calls, or was suspended with other data; `ledger-failed` and `save-failed`, with the thrown error
 * as `cause`: if `save` or `commit` fails, the given conversation already has the results, and after a failed `commit` the claim stays;
 * `aborted`, `tools-running` while `runTools` runs calls of this message; `invalid-argument`, `too-deep`, `too-large`.
 * @example
 * const conversation = await resume(checkpoint, {
 *   decisions: { call_1: true, call_2: { approved: false, reason: "Not on a Friday." } },
 *   tools: { delete_file: ({ path }: { path: string }) => rm(path) },
 *   ledger,
 * });
 */
export async function resume(checkpoint: Checkpoint, options: ResumeOptions): Promise<ConversationManager> {
  if (!isA(Checkpoint, checkpoint)) {
    throw invalid(
      `\`checkpoint\` must be a Checkpoint, as \`suspend\`, \`Checkpoint.fromJSON\` and \`Checkpoint.open\` return; given was ${describe(checkpoint)}. One of another copy of the package becomes one by \`Checkpoint.fromJSON\`.`,
    );
  }
  const given = picked("options", options, [
    "decisions",
    "tools",
    "ledger",
    "agentClass",
    "threadId",
    "conversation",
    "save",
    "signal",
    "concurrency",
  ]);
  checkAgent(checkpoint, given.agentClass);
  checkThread(checkpoint, given.threadId);
  const tools = checkTools("options.tools", given.tools);
  const concurrency = concurrencyOf(given.concurrency, 1);
  const ledger = given.ledger === undefined ? SHARED : checkLedger(given.ledger);
  const save = given.save === undefined ? () => undefined : (callable("options.save", given.save) as NonNullable<ResumeOptions["save"]>);
  const signal = checkSignal(given.signal);
  refuseAborted(signal, "The resume");
  const isGiven = isA(ConversationManager, given.conversation);
  const conversation = isGiven ? (given.conversation as ConversationManager) : newConversation(checkpoint, given.conversation);
  try {
    const engine = engineOf(conversation);
    const messageId = messageOf(checkpoint);
    if (isGiven) checkOwn(engine, checkpoint, messageId);
    const calls = waitingCalls(engine, messageId, checkpoint);
    if (calls === null) {
      // An earlier resume failed or died before the ledger knew of it: commit, so that no other conversation resumes it too.
      await claimed(ledger, checkpoint.checkpointId, () => saved(conversation, save));
      throw alreadyResumed(checkpoint.checkpointId, "has already been resumed: its calls have their results");
    }
    const verdictOn = verdicts(checkpoint, calls, given.decisions, engine.limits);
    refuseExpired(checkpoint, verdictOn);
    const suspension = suspensionOf(checkpoint, messageId, calls, engine);
    await claimed(ledger, checkpoint.checkpointId, async () => {
      const release = claimCalls(engine, messageId);
      try {
        // The ledger was asked, and meanwhile the calls may have got results.
        if (canonical(openCalls(engine, messageId)) !== canonical(calls))
          throw alreadyResumed(
            checkpoint.checkpointId,
            "cannot be resumed: its calls got results, or were removed, while the ledger was asked",
          );
        const ids = { checkpointId: checkpoint.checkpointId, messageId };
        const outcomes = await runTools(ids, calls, { verdictOn, tools, ledger, signal, limits: engine.limits, concurrency });
        addResults(engine, { messageId, suspension, outcomes, calls });
      } finally {
        release();
      }
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
    throw new ConversationError(
      "save-failed",
      `The tools have run, but \`save\` failed; resume again, with the same conversation if you gave one: ${reason(cause)}`,
      { cause },
    );
  }
}

/** Makes a conversation of the checkpoint's messages. Registers its calls, so that the next checkpoint keeps the thread. */
function newConversation(checkpoint: Checkpoint, options: unknown): ConversationManager {
  if (isObject(options) && reading("`options.conversation`", () => typeof options.addMessage === "function")) {
    throw invalid(
      "`options.conversation` is a conversation of another copy of the package; give `ConversationManager.fromJSON` its `toJSON()`, and that one here.",
    );
  }
  const { systemPrompt, ...rest } = options === undefined ? {} : (object("options.conversation", options) as ConversationOptions);
  const own = systemPrompt === undefined ? {} : { systemPrompt };
  const messages =
    systemPrompt === undefined || checkpoint.messages[0]?.role !== "system" ? checkpoint.messages : checkpoint.messages.slice(1);
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

/** The checkpoint's fields that are kept with its calls. */
function requestOf({ agentClass, requestedAt, expiresAt, threadId, originalInput }: Checkpoint): Request {
  return { agentClass, requestedAt, expiresAt, threadId, originalInput };
}

/** Returns the id of the message with the calls: the newest assistant message. */
function messageOf({ messages }: Checkpoint): string {
  return [...messages].reverse().find(({ role }) => role === "assistant")?.id ?? "";
}

/** Returns the open calls of the checkpoint's message, which must be those of the decisions; null when all have results. */
function waitingCalls(engine: Engine, messageId: string, checkpoint: Checkpoint): ToolCall[] | null {
  const calls = openCalls(engine, messageId);
  if (calls === null) throw foreign("The conversation does not hold the checkpoint's message with the calls.");
  const isWaiting = ({ id }: ToolCall) => calls.some((call) => call.id === id);
  if (!checkpoint.pending.some(isWaiting)) return null;
  for (const shown of checkpoint.pending.filter(isWaiting)) {
    const same = (call: ToolCall) =>
      call.id === shown.id && call.name === shown.name && canonical(carried(call).arguments) === canonical(shown.arguments);
    if (!calls.some(same)) throw foreign(`The call \`${shown.id}\` in the conversation is another than the one that was decided on.`);
  }
  return calls;
}

/**
 * Runs `work` while the checkpoint is claimed.
 *
 * INVARIANT (resumed once): a failure releases the checkpoint, a success commits it.
 */
async function claimed(ledger: CheckpointLedger, id: string, work: () => Promise<void>): Promise<void> {
  if (await asked(() => ledger.consumed(id))) throw alreadyResumed(id);
  await asked(() => ledger.claim(id));
  try {
    await work();
  } catch (error) {
    // The first error says more than one of the ledger. The claim then ends as it does when a process dies.
    await asked(() => ledger.release(id)).catch(() => undefined);
    throw error;
  }
  await asked(() => ledger.commit(id));
}

/** Returns the suspension for a conversation that does not know the checkpoint yet, so that the next one keeps its thread. */
function suspensionOf(checkpoint: Checkpoint, messageId: string, calls: readonly ToolCall[], engine: Engine): string {
  const { checkpointId, originalInput, pending } = checkpoint;
  // Checked before anything runs: a foreign checkpoint may hold more than this conversation accepts.
  toJson(originalInput, {
    name: "The checkpoint's `originalInput`",
    code: "invalid-checkpoint",
    depth: roomFor(engine.limits),
    units: MOST_UNITS,
  });
  const waiting = calls.filter(({ id }) => pending.some((call) => call.id === id));
  return suspensionJson({ checkpointId, messageId, request: requestOf(checkpoint), calls: waiting });
}

function checkAgent({ agentClass }: Checkpoint, given: unknown): void {
  if (given === undefined || given === agentClass) return;
  if (typeof given !== "string") throw unlike("options.agentClass", "a string", given);
  const own = agentClass === null ? "names no agent" : `is for ${describe(agentClass)}`;
  throw new ConversationError("wrong-agent", `The checkpoint ${own}, and not for ${describe(given)}.`, {
    details: { expected: agentClass, given },
  });
}

function checkThread({ threadId }: Checkpoint, given: unknown): void {
  if (given === undefined || given === threadId) return;
  if (typeof given !== "string") throw unlike("options.threadId", "a string", given);
  throw foreign(
    `The checkpoint ${threadId === null ? "names no thread" : `is of the thread ${describe(threadId)}`}, and not of ${describe(given)}.`,
  );
}

/** Refuses to run a call that waited for too long. A denial runs nothing, so it is always in time. */
function refuseExpired({ checkpointId, expiresAt, pending }: Checkpoint, verdictOn: Map<string, Verdict>): void {
  if (expiresAt === null || now() < Date.parse(expiresAt) || !pending.some(({ id }) => verdictOn.get(id)?.isApproved === true)) return;
  const message = `The checkpoint expired at ${expiresAt}: deny its calls (\`decisions: false\`), and let the model ask again.`;
  throw new ConversationError("checkpoint-expired", message, { details: { checkpointId, expiresAt } });
}

function checkLedger(given: unknown): CheckpointLedger {
  if (!isObject(given)) throw unlike("options.ledger", "a ledger", given);
  for (const name of ["consumed", "claim", "commit", "release"]) {
    callable(
      `options.ledger.${name}`,
      reading("`options.ledger`", () => given[name]),
    );
  }
  return given as unknown as CheckpointLedger;
}
