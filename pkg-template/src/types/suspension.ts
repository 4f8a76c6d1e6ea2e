// The public types of runs that stop for a person's decision and go on later.

import type { Message, MessageInit, Part, ToolCall } from "./index.js";

/**
 * What a checkpoint is for.
 *
 * @example
 * const checkpoint = conversation.suspend({ threadId: "t-42", needsApproval: ({ name }) => name === "delete_file" });
 */
export interface SuspendOptions {
  /** The host's name of the thread. Absent: that of the checkpoint before, so that a chain of approvals keeps its thread; else null. */
  threadId?: string | null;
  /** What the run began with, any JSON value. Absent: that of the checkpoint before, else null. */
  originalInput?: unknown;
  /** The agent that is to go on. Absent: that of the checkpoint before, else null. */
  agentClass?: string | null;
  /**
   * Which of the open calls wait for a decision; the others run at resume without one. Default: all. Calls of one id, which some models
   * write, wait together. What it throws comes out of `suspend`.
   */
  needsApproval?: (call: ToolCall) => boolean;
}

/**
 * What a person decided about a call.
 *
 * @example
 * const decision: Decision = { approved: true, args: { path: "/tmp/a" } };
 */
export interface Decision {
  /** Whether the call may run. */
  approved: boolean;
  /** Told to the model when the call is denied. */
  reason?: string;
  /** Arguments in place of the model's, when the call is approved: they are what runs, and what the history then shows. Those of a custom tool are `{ input: string }`. */
  args?: Record<string, unknown>;
}

/**
 * A tool of the host's. A string that it returns is the result's text, an array of parts its content, nothing (`undefined`) the empty
 * text, and everything else becomes JSON text. What it throws becomes a result that is an error.
 *
 * @example
 * const weather: Tool = async ({ city }, call, { signal }) => (await fetch(`/weather/${city}`, { signal })).json();
 */
export type Tool = (args: Record<string, unknown>, call: ToolCall, context: ToolContext) => unknown;

/**
 * What a tool is told beside its call.
 *
 * @example
 * const pay: Tool = (args, call, { checkpointId, signal }: ToolContext) =>
 *   bank.transfer(args, { idempotencyKey: `${checkpointId}/${call.id}`, signal });
 */
export interface ToolContext {
  /** With `call.id`, a key by which a service can tell that it was asked before: a tool that was at work when its process died runs again. */
  readonly checkpointId: string;
  /** The `signal` that `resume` was given: aborted when nobody waits for the result any more. */
  readonly signal?: AbortSignal;
}

/**
 * The result of a call, as a ledger keeps it. Plain JSON.
 *
 * @example
 * const record = (id: string, result: RecordedResult) => rows.append(id, JSON.stringify(result));
 * const recorded = async (id: string): Promise<RecordedResult[]> => (await rows.all(id)).map((row) => JSON.parse(row));
 */
export interface RecordedResult {
  /** The call that it answers. */
  readonly toolCallId: string;
  /** What the tool returned, as the history has it. */
  readonly content: string | Part[];
  /** Set when the tool failed. */
  readonly isError?: true;
  /** The arguments that the tool was called with, if a person had edited them. */
  readonly args?: Record<string, unknown>;
}

/**
 * Makes a second resume of a checkpoint fail. One for all processes is a table with a unique key: `claim` inserts, `commit` and
 * `release` update and delete. A claim must not outlive the process that holds it: let it expire, or release it at the next start.
 *
 * What a method throws becomes `ledger-failed`, unless it is a {@link ConversationError} `checkpoint-already-resumed`.
 *
 * @example
 * class Table implements CheckpointLedger {
 *   consumed = async (id: string) => (await rows.find(id))?.isCommitted === true;
 *   claim = (id: string) => rows.insert({ id, isCommitted: false }); // throws when the row is there
 *   commit = (id: string) => rows.update(id, { isCommitted: true });
 *   release = (id: string) => rows.delete(id);
 * }
 */
export interface CheckpointLedger {
  /** Whether the checkpoint was resumed, to its end. */
  consumed(id: string): boolean | Promise<boolean>;
  /** Takes hold of the checkpoint, or throws `checkpoint-already-resumed` when somebody has hold of it or it was resumed. */
  claim(id: string): void | Promise<void>;
  /** The checkpoint was resumed, and never will be again. */
  commit(id: string): void | Promise<void>;
  /** Lets go of the checkpoint: nothing came of the resume. */
  release(id: string): void | Promise<void>;
  /** Keeps the result of a call that has run, so that the next resume does not run it again, whatever is decided then. */
  record?(id: string, result: RecordedResult): void | Promise<void>;
  /** The results that were kept. */
  recorded?(id: string): RecordedResult[] | Promise<RecordedResult[]>;
}

/**
 * A conversation as plain JSON, for a file, a database or another thread.
 *
 * `version` is 1. Arrays of messages, which is what programs kept before there were snapshots, are read as version 0.
 *
 * @example
 * const snapshot: ConversationSnapshot = conversation.toJSON();
 * const later = ConversationManager.fromJSON(snapshot);
 */
export interface ConversationSnapshot {
  /** The version of the form: 1. One that is not known yet is `snapshot-version`. */
  version: number;
  /** Oldest first. */
  messages: Message[];
  [field: string]: unknown;
}

/**
 * What `fromJSON` reads: a snapshot, one that was parsed, messages, or JSON text of any of them.
 *
 * @example
 * const saved: SavedConversation = await readFile("conversation.json", "utf8");
 * const conversation = ConversationManager.fromJSON(saved);
 */
export type SavedConversation =
  | ConversationSnapshot
  | {
      /** The version of the form: 1. */
      version: number;
      [field: string]: unknown;
    }
  | readonly MessageInit[]
  | string;
