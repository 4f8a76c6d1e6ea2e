// Where a run stopped for a person's decision.

import { callArguments } from "./call-arguments.js";
import { isObject } from "../input/check.js";
import { CHECKPOINT_VERSION, type CheckpointParts, readCheckpoint } from "./read-checkpoint.js";
import { open, seal } from "./seal.js";
import type { Message, ToolCall } from "../types/index.js";

/**
 * A checkpoint as plain JSON.
 *
 * @example
 * const kept: CheckpointJson = checkpoint.toJSON();
 * await db.put(kept.checkpointId, kept);
 */
export type CheckpointJson = Pick<
  Checkpoint,
  "checkpointId" | "agentClass" | "requestedAt" | "threadId" | "originalInput" | "messages" | "pending" | "pendingToolName" | "pendingToolArgs" | "pendingToolCallId"
> & {
  /** The version of the form. */
  readonly version: number;
};

/**
 * Where a run stopped for a person's decision: the conversation up to the message with the calls, and what it takes to go on. Frozen.
 * Plain JSON holds all of it, so it can wait in a file or a database, and be resumed by another process.
 *
 * @example
 * const checkpoint = conversation.suspend({ threadId: "t-42" });
 * await writeFile("approval.json", JSON.stringify(checkpoint));
 * // Later, elsewhere:
 * const again = Checkpoint.fromJSON(await readFile("approval.json", "utf8"));
 * const resumed = await resume(again, { decisions: true, tools });
 */
export class Checkpoint {
  /** A random UUID. It names the checkpoint in a ledger, so that it can be resumed once. */
  readonly checkpointId: string;
  /** The agent that is to go on. */
  readonly agentClass: string | null;
  /** When it was asked for: ISO 8601, with milliseconds. */
  readonly requestedAt: string;
  /** The host's name of the thread. */
  readonly threadId: string | null;
  /** What the run began with. */
  readonly originalInput: unknown;
  /** The conversation, up to the message with the calls; then their results that are in already, and what was said since. */
  readonly messages: readonly Message[];
  /** The calls that wait for a decision. Other open calls of their message run at resume without one. */
  readonly pending: readonly ToolCall[];
  /** Of the first of `pending`. */
  readonly pendingToolName: string;
  /** Of the first of `pending`; empty where the model wrote something that is no JSON object. */
  readonly pendingToolArgs: Record<string, unknown>;
  /** Of the first of `pending`. */
  readonly pendingToolCallId: string;

  private constructor({ checkpointId, agentClass, requestedAt, threadId, originalInput, messages, pending }: CheckpointParts) {
    const [first] = pending as readonly [ToolCall];
    this.checkpointId = checkpointId;
    this.agentClass = agentClass;
    this.requestedAt = requestedAt;
    this.threadId = threadId;
    this.originalInput = frozen(originalInput);
    this.messages = frozen(messages);
    this.pending = frozen(pending);
    this.pendingToolName = first.name;
    this.pendingToolArgs = frozen(callArguments(first) ?? {});
    this.pendingToolCallId = first.id;
    Object.freeze(this);
  }

  /** @internal Makes a checkpoint of parts that nobody else holds. */
  static of(parts: CheckpointParts): Checkpoint {
    return new Checkpoint(parts);
  }

  /**
   * The checkpoint as plain JSON: a copy. `fromJSON` makes an equal one of it.
   *
   * @example
   * const text = JSON.stringify(checkpoint);
   */
  toJSON(): CheckpointJson {
    const { checkpointId, agentClass, requestedAt, threadId, originalInput, messages, pendingToolName, pendingToolArgs, pendingToolCallId, pending } = this;
    const fields = { checkpointId, agentClass, requestedAt, threadId, originalInput, messages, pendingToolName, pendingToolArgs, pendingToolCallId, pending };
    return structuredClone({ version: CHECKPOINT_VERSION, ...fields });
  }

  /**
   * The checkpoint of its JSON, in camelCase or snake_case, messages included. Where `pending` is absent, every open call waits for a
   * decision. JSON without a `version` is another program's: what its messages hold beyond ours is kept in their `extras`.
   *
   * @throws ConversationError `invalid-checkpoint` for what is missing (an id above all), of the wrong kind, or not what the messages say.
   * @example
   * const checkpoint = Checkpoint.fromJSON(await request.json());
   */
  static fromJSON(json: object | string): Checkpoint {
    return new Checkpoint(readCheckpoint(json));
  }

  /**
   * The checkpoint as one line of text, signed (HMAC-SHA-256), so that it may travel through a browser. Not encrypted: who has it can
   * read it.
   *
   * @param key At least 32 random bytes, which the browser does not have.
   * @throws ConversationError `invalid-argument` for a key that is none; `crypto-unavailable` where there is no WebCrypto, as on a page
   * that was not loaded by HTTPS.
   * @example
   * response.end(await checkpoint.seal(key));
   */
  seal(key: Uint8Array): Promise<string> {
    return seal(JSON.stringify(this), key);
  }

  /**
   * The checkpoint of a sealed text.
   *
   * @throws ConversationError `checkpoint-tampered` when a byte of it is not as it was sealed, or the key is another; and as `seal`.
   * @example
   * const checkpoint = await Checkpoint.open(await request.text(), key);
   */
  static async open(sealed: string, key: Uint8Array): Promise<Checkpoint> {
    return Checkpoint.fromJSON(await open(sealed, key));
  }
}

/** Freezes a JSON value, with all that is in it. */
function frozen<T>(value: T): T {
  if (isObject(value) || Array.isArray(value)) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}
