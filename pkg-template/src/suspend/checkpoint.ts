// Checkpoints: runs that stopped for approval.

import { callArguments, carried } from "./call-arguments.js";
import { frozen } from "../input/frozen.js";
import { CHECKPOINT_VERSION, type CheckpointParts, readCheckpoint } from "./read-checkpoint.js";
import { open, seal } from "./seal.js";
import type { Message, ToolCall } from "../types/index.js";

/**
 * A key with a name, which a sealed text holds. The name is no secret.
 *
 * @example
 * const current: SealKey = { id: "2026-12", key: crypto.getRandomValues(new Uint8Array(32)) };
 */
export interface SealKey {
  /** The name. */
  readonly id: string;
  /** At least 32 random bytes. */
  readonly key: Uint8Array;
}

/**
 * A checkpoint as plain JSON.
 *
 * @example
 * const kept: CheckpointJson = checkpoint.toJSON();
 * await db.put(kept.checkpointId, kept);
 */
export type CheckpointJson = Pick<
  Checkpoint,
  | "checkpointId"
  | "agentClass"
  | "requestedAt"
  | "threadId"
  | "originalInput"
  | "messages"
  | "pending"
  | "pendingToolName"
  | "pendingToolArgs"
  | "pendingToolCallId"
> & {
  /** The version of these fields. */
  readonly version: number;
  /** Absent for a checkpoint that never expires. */
  readonly expiresAt?: string;
};

/**
 * A run that stopped for approval: the conversation up to the message with the calls, and the data to continue. Frozen. Plain JSON holds
 * all of it, so it can wait in a file or a database, and another process can resume it.
 *
 * @example
 * const checkpoint = conversation.suspend({ threadId: "t-42" });
 * await writeFile("approval.json", JSON.stringify(checkpoint));
 * // Later, elsewhere:
 * const again = Checkpoint.fromJSON(await readFile("approval.json", "utf8"));
 * const resumed = await resume(again, { decisions: true, tools });
 */
export class Checkpoint {
  /** A random UUID. A ledger remembers it, so that the checkpoint can be resumed once. */
  readonly checkpointId: string;
  /** The agent that continues the run. */
  readonly agentClass: string | null;
  /** The time of the suspension: ISO 8601, with milliseconds. */
  readonly requestedAt: string;
  /** The time after which its calls can only be denied: ISO 8601; null for never. */
  readonly expiresAt: string | null;
  /** Your name of the thread. */
  readonly threadId: string | null;
  /** The input of the run. */
  readonly originalInput: unknown;
  /** The conversation up to the message with the calls, then their results so far, and later messages. */
  readonly messages: readonly Message[];
  /** The calls that wait for approval. Other open calls of their message run at resume without approval. */
  readonly pending: readonly ToolCall[];
  /** The tool of the first of `pending`. */
  readonly pendingToolName: string;
  /** The arguments of the first of `pending`; empty if the model did not write a JSON object. */
  readonly pendingToolArgs: Record<string, unknown>;
  /** The id of the first of `pending`. */
  readonly pendingToolCallId: string;

  private constructor({ checkpointId, agentClass, requestedAt, expiresAt, threadId, originalInput, messages, pending }: CheckpointParts) {
    const [first] = pending as readonly [ToolCall];
    this.checkpointId = checkpointId;
    this.agentClass = agentClass;
    this.requestedAt = requestedAt;
    this.expiresAt = expiresAt;
    this.threadId = threadId;
    this.originalInput = frozen(originalInput);
    this.messages = frozen(
      messages.map((message) => (message.toolCalls === undefined ? message : { ...message, toolCalls: message.toolCalls.map(carried) })),
    );
    this.pending = frozen(pending.map(carried));
    this.pendingToolName = first.name;
    this.pendingToolArgs = frozen(callArguments(first) ?? {});
    this.pendingToolCallId = first.id;
    Object.freeze(this);
  }

  /** @internal Makes a checkpoint, which owns the parts. */
  static of(parts: CheckpointParts): Checkpoint {
    return new Checkpoint(parts);
  }

  /**
   * Returns a copy of the checkpoint as plain JSON. `fromJSON` makes an equal checkpoint from it.
   *
   * @example
   * const text = JSON.stringify(checkpoint);
   */
  toJSON(): CheckpointJson {
    const {
      checkpointId,
      agentClass,
      requestedAt,
      threadId,
      originalInput,
      messages,
      pendingToolName,
      pendingToolArgs,
      pendingToolCallId,
      pending,
    } = this;
    const fields = {
      checkpointId,
      agentClass,
      requestedAt,
      threadId,
      originalInput,
      messages,
      pendingToolName,
      pendingToolArgs,
      pendingToolCallId,
      pending,
    };
    const { expiresAt } = this;
    return structuredClone({ version: CHECKPOINT_VERSION, ...fields, ...(expiresAt !== null && { expiresAt }) });
  }

  /**
   * Reads a checkpoint from JSON, in camelCase or snake_case, messages included. If `pending` is absent, every open call waits for
   * approval. JSON without a `version` comes from another program: unknown fields of its messages become `extras`.
   *
   * @throws ConversationError `invalid-checkpoint` for a field that is missing, of the wrong kind, or contradicts the messages.
   * @example
   * const checkpoint = Checkpoint.fromJSON(await request.json());
   */
  static fromJSON(json: object | string): Checkpoint {
    return new Checkpoint(readCheckpoint(json));
  }

  /**
   * Returns the checkpoint as one line of signed text (HMAC-SHA-256), which may pass through a browser. It is not encrypted: its holder
   * can read it.
   *
   * @param key At least 32 random bytes, unknown to the browser; or such bytes with a name, so that keys can change.
   * @throws ConversationError `invalid-argument` for an invalid key; `crypto-unavailable` without WebCrypto, for example on a page that was
   * not loaded by HTTPS.
   * @example
   * response.end(await checkpoint.seal({ id: "2026-12", key }));
   */
  seal(key: Uint8Array | SealKey): Promise<string> {
    return seal(JSON.stringify(this), key);
  }

  /**
   * Reads a checkpoint from a sealed text. To change keys, give all that sealed texts may still have: the name in the text picks one. Bytes
   * without a name open only texts that were sealed so.
   *
   * @throws ConversationError `checkpoint-tampered` if a byte was changed or the key is wrong; and the errors of `seal`.
   * @example
   * const checkpoint = await Checkpoint.open(await request.text(), [{ id: "2026-12", key }]);
   */
  static async open(sealed: string, keys: Uint8Array | SealKey | readonly (Uint8Array | SealKey)[]): Promise<Checkpoint> {
    return Checkpoint.fromJSON(await open(sealed, keys));
  }
}
