// Open calls: calls without results.

import { Method } from "../../../build/method.js";
import { ConversationError } from "../input/errors.js";
import type { Engine } from "../wasm/engine.js";
import type { ToolCall } from "../types/index.js";

/** Open calls, and the id of their message. */
export interface Asking {
  readonly messageId: string;
  readonly calls: ToolCall[];
}

/** Returns the open calls of the newest assistant message; null when there are none. */
export function asking(engine: Engine): Asking | null {
  return engine.json(Method.Asking) as Asking | null;
}

/** Returns the open calls of a message; null when it is not in the history. */
export function openCalls(engine: Engine, messageId: string): ToolCall[] | null {
  return engine.json(Method.OpenCalls, [messageId]) as ToolCall[] | null;
}

/** For each conversation, the messages whose calls are running. */
const running = /* @__PURE__ */ new WeakMap<Engine, Set<string>>();

/** Claims the open calls of a message, so that no tool runs twice. Returns the function that ends the claim. */
export function claimCalls(engine: Engine, messageId: string): () => void {
  const messages = running.get(engine) ?? new Set();
  running.set(engine, messages);
  if (messages.has(messageId)) {
    throw new ConversationError(
      "tools-running",
      `The calls of the message \`${messageId}\` are being run already; wait for the first \`runTools\` or \`resume\`.`,
    );
  }
  messages.add(messageId);
  return () => messages.delete(messageId);
}
