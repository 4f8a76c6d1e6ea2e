// A conversation's own suspension: where it has one, the checkpoint may not say otherwise, because it may come from anywhere.

import { Method } from "../../../build/method.js";
import { canonical } from "./call-arguments.js";
import type { Checkpoint } from "./checkpoint.js";
import type { Engine } from "../wasm/engine.js";
import { ConversationError } from "../input/errors.js";
import { openCalls } from "./open-calls.js";
import { type Suspended, openSuspensions } from "./suspend.js";
import type { ToolCall } from "../types/index.js";

/**
 * Refuses a checkpoint that differs from the conversation's own suspension. An unsealed checkpoint may have been edited, so what the
 * conversation knows counts.
 *
 * @param messageId the message with the calls, by the checkpoint
 * @throws ConversationError `invalid-checkpoint`, which names the field.
 */
export function checkOwn(engine: Engine, checkpoint: Checkpoint, messageId: string): void {
  const { checkpointId, pending, requestedAt, expiresAt, agentClass, threadId, originalInput } = checkpoint;
  const isOwn = ({ suspension }: Suspended) => suspension.messageId === messageId || suspension.checkpointId === checkpointId;
  const own = openSuspensions(engine).find(isOwn) ?? endedSuspensions(engine).find(isOwn);
  if (own === undefined) return;
  const { request, ...ids } = own.suspension;
  const open = new Set(openCalls(engine, ids.messageId)?.map(({ id }) => id));
  const shown = {
    checkpointId,
    messages: messageId,
    pending: idsOf(pending).filter((id) => open.has(id)),
    requestedAt: Date.parse(requestedAt),
    expiresAt: expiresAt && Date.parse(expiresAt),
    agentClass,
    threadId,
    originalInput,
  };
  const known = {
    ...request,
    requestedAt: Date.parse(request.requestedAt),
    expiresAt: request.expiresAt ? Date.parse(request.expiresAt) : null,
    checkpointId: ids.checkpointId,
    messages: ids.messageId,
    pending: idsOf(own.pending),
  };
  for (const [name, value] of Object.entries(shown)) {
    if (canonical(value) === canonical(known[name as keyof typeof shown])) continue;
    throw foreign(
      `\`${name}\` of the checkpoint is not that of the conversation's own suspension, which decides; resume with what \`conversation.checkpoints\` has.`,
    );
  }
}

function idsOf(calls: readonly ToolCall[]): string[] {
  return [...new Set(calls.map(({ id }) => id))].sort();
}

/** Returns the suspensions of a snapshot, which also holds the newest one after its end. */
function endedSuspensions(engine: Engine): Suspended[] {
  const { suspensions = [] } = engine.json(Method.Snapshot, ["{}"]) as { suspensions?: Suspended["suspension"][] };
  return suspensions.map((suspension) => ({ suspension, pending: [] }));
}

export function foreign(message: string): ConversationError {
  return new ConversationError("invalid-checkpoint", message);
}
