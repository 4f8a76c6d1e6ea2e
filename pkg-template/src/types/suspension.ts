// The public types of runs that stop for approval and go on later, and of snapshots.

import type { Message, MessageInit, Part, ToolCall } from "./index.js";

/**
 * Options of `suspend`.
 *
 * @example
 * const checkpoint = conversation.suspend({ threadId: "t-42", needsApproval: ({ name }) => name === "delete_file" });
 */
export interface SuspendOptions {
  /** Your name of the thread. Default: the name in the previous checkpoint, so that a chain of approvals keeps its thread; else null. */
  threadId?: string | null;
  /** The input of the run, any JSON value. Default: the input in the previous checkpoint, else null. */
  originalInput?: unknown;
  /** The agent that continues the run. Default: the agent in the previous checkpoint, else null. */
  agentClass?: string | null;
  /** Milliseconds after which the calls that wait can only be denied, 1 or more. Default: they wait without end. */
  expiresIn?: number;
  /**
   * Returns true for open calls that wait for approval; the others run at resume without approval. Default: all wait. Calls with the same
   * id, which some models write, wait together. If it throws, so does `suspend`.
   */
  needsApproval?: (call: ToolCall) => boolean;
}

/**
 * A person's decision about a call.
 *
 * @example
 * const decision: Decision = { approved: true, args: { path: "/tmp/a" } };
 */
export interface Decision {
  /** True if the call may run. */
  approved: boolean;
  /** A reason for the model when the call is denied. */
  reason?: string;
  /** If the call is approved, replaces the model's arguments, for the tool and in the history. For a custom tool: `{ input: string }`. */
  args?: Record<string, unknown>;
}

/**
 * Your tool. If it returns a string, that is the text of the result; an array of parts is its content, and `undefined` is the empty text.
 * Media and errors are also read from MCP's `CallToolResult`, from lists of MCP's, Anthropic's or OpenAI's blocks, and from the AI SDK's
 * outputs of the types `content`, `error-text`, `error-json` and `execution-denied`. Everything else becomes JSON text. If the tool throws,
 * the call gets an error result. So does a call with a number that JSON cannot hold, such as `1e400`.
 *
 * The arguments may have a narrower type, as a type and not as an interface. They are not checked against it.
 *
 * @example
 * const weather: Tool = async ({ city }, call, { signal }) => (await fetch(`/weather/${city}`, { signal })).json();
 */
export type Tool = {
  /** Runs the tool. A method, because the parameter of a method may have a narrower type. */
  run(args: Record<string, unknown>, call: ToolCall, context: ToolContext): unknown;
}["run"];

/**
 * The third argument of a tool.
 *
 * @example
 * const pay: Tool = (args, call, { checkpointId, messageId, signal }: ToolContext) =>
 *   bank.transfer(args, { idempotencyKey: `${checkpointId ?? messageId}/${call.id}`, signal });
 */
export interface ToolContext {
  /**
   * Together with `call.id`, a key by which a service recognises a second call: a tool that was running when its process died runs again.
   * Null in `runTools`; use `messageId` there.
   */
  readonly checkpointId: string | null;
  /** The id of the message with the call. */
  readonly messageId: string;
  /** The `signal` of `resume` or `runTools`: aborted when the result is no longer needed. */
  readonly signal?: AbortSignal;
}

/**
 * The result of a call in a ledger. Plain JSON.
 *
 * @example
 * const record = (id: string, result: RecordedResult) => rows.append(id, JSON.stringify(result));
 * const recorded = async (id: string): Promise<RecordedResult[]> => (await rows.all(id)).map(JSON.parse);
 */
export interface RecordedResult {
  /** The id of the call. */
  readonly toolCallId: string;
  /** The tool's result, as in the history. */
  readonly content: string | Part[];
  /** Set when the tool failed. */
  readonly isError?: true;
  /** The arguments of the call, if a person edited them. */
  readonly args?: Record<string, unknown>;
}

/**
 * Prevents a second resume of a checkpoint. For several processes, use a table with a unique key: `claim` inserts, `commit` updates, and
 * `release` deletes. A claim must not outlive its process: let it expire, or release it at the next start.
 *
 * An error that a method throws becomes `ledger-failed`, unless it is a {@link ConversationError} `checkpoint-already-resumed`.
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
  /** Returns true when the checkpoint was resumed completely. */
  consumed(id: string): boolean | Promise<boolean>;
  /** Claims the checkpoint, or throws `checkpoint-already-resumed` if it is claimed or was resumed. */
  claim(id: string): void | Promise<void>;
  /** Marks the checkpoint as resumed, for good. */
  commit(id: string): void | Promise<void>;
  /** Ends the claim after a resume that failed. */
  release(id: string): void | Promise<void>;
  /**
   * Called before each tool, and before results are added. Renews a claim that expires. Throws `checkpoint-already-resumed` if another
   * process has claimed the checkpoint meanwhile: no further tool runs then, and nothing is added or saved.
   */
  renew?(id: string): void | Promise<void>;
  /**
   * Stores the result of a finished call, so that the next resume does not run it again, whatever the decisions are then. Throws
   * `checkpoint-already-resumed`, and stores nothing, if the claim under which the tool ran was lost.
   */
  record?(id: string, result: RecordedResult): void | Promise<void>;
  /** Returns the stored results. */
  recorded?(id: string): RecordedResult[] | Promise<RecordedResult[]>;
}

/**
 * A conversation as plain JSON, for a file, a database or another thread.
 *
 * `version` is 4. Earlier versions are read, too, and an array of messages as version 0.
 *
 * @example
 * const snapshot: ConversationSnapshot = conversation.toJSON();
 * const later = ConversationManager.fromJSON(snapshot);
 */
export interface ConversationSnapshot {
  /** The version of the snapshot: 4. A later version is refused with `snapshot-version`. */
  version: number;
  /** The messages of the history, oldest first. */
  messages: Message[];
  [field: string]: unknown;
}

/**
 * The input of `fromJSON`: a snapshot, messages, or JSON text of either.
 *
 * @example
 * const saved: SavedConversation = await readFile("conversation.json", "utf8");
 * const conversation = ConversationManager.fromJSON(saved);
 */
export type SavedConversation =
  | ConversationSnapshot
  | {
      /** The version of the snapshot: 4 or less. */
      version: number;
      [field: string]: unknown;
    }
  | readonly MessageInit[]
  | string;
