// The queue of pending messages: they arrive while the program is at work, and enter the history together.

import { Method } from "../../../build/method.js";
import { now } from "../input/clock.js";
import { type Kind, fields, picked } from "../input/check.js";
import type { Engine } from "../wasm/engine.js";
import { toJson } from "../input/json.js";
import type { PendingMessage, PhantomPair } from "../types/pending.js";
import type { Message } from "../types/index.js";

const FIELDS: Readonly<Record<string, Kind>> = { source: "string", name: "string?", content: "string" };

/** A pending message as the core writes it. */
type Stored = Omit<PendingMessage, "isPhantomPair" | "toLlmMessages">;

/** See `PendingMessage`. A class, so that copies by `structuredClone` or JSON hold only its data. */
class Pending {
  constructor({ phantomToolName, phantomToolInput, ...stored }: Stored) {
    Object.assign(this, stored, { isPhantomPair: phantomToolName !== null, phantomToolName, phantomToolInput });
  }

  toLlmMessages(): string | PhantomPair {
    if (this.phantomToolName === null) return this.content;
    const id = `${this.phantomToolName}_${this.id}`;
    return [
      { role: "assistant", content: [{ type: "tool_use", id, name: this.phantomToolName, input: structuredClone(this.phantomToolInput) }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: this.content }] },
    ];
  }
}

// biome-ignore lint/correctness/noUnusedVariables: it gives the class its fields.
interface Pending extends PendingMessage {}

/** See `ConversationManager.enqueue`. */
export function enqueue(engine: Engine, message: unknown): PendingMessage {
  const given = picked("message", message, Object.keys(FIELDS), "all");
  fields("message", given, FIELDS, "invalid-pending");
  const { messageBytes, depth } = engine.limits;
  const { json, replaced } = toJson(given, { name: "The message", code: "invalid-pending", depth, units: messageBytes });
  const createdAt = now();
  return engine.batch(() => {
    const stored = engine.json(Method.Enqueue, [json, createdAt]) as Stored;
    engine.noteSurrogates(replaced, stored.messageId ?? undefined);
    return new Pending(stored);
  });
}

/** Returns the pending messages, oldest first. */
export function pending(engine: Engine): PendingMessage[] {
  const stored = engine.json(Method.Pending) as Stored[];
  return stored.map((one) => new Pending(one));
}

/** See `ConversationManager.promotePending`. */
export function promote(engine: Engine): { texts: string[]; pairs: Message[] } {
  const createdAt = now();
  return engine.json(Method.Promote, [createdAt]) as { texts: string[]; pairs: Message[] };
}
