// Results of calls enter the history.

import { Method } from "../../../build/method.js";
import { now } from "../input/clock.js";
import { isArray } from "../input/check.js";
import type { ToolOutcome } from "./run-tools.js";
import type { Engine } from "../wasm/engine.js";
import type { Message, ToolCall } from "../types/index.js";

/** Results, and the message to which they belong. */
interface Results {
  readonly messageId: string;
  /** The suspension to which the calls belong, as JSON for the core. */
  readonly suspension?: string;
  readonly outcomes: readonly ToolOutcome[];
  readonly calls: readonly ToolCall[];
}

/** Adds all results to the history, or none. Returns their messages. */
export function addResults(engine: Engine, { messageId, suspension, outcomes, calls }: Results): Message[] {
  const createdAt = now();
  const items = outcomes.map(({ result: { toolCallId, content, isError }, edited }) => {
    const extras = isError === true ? undefined : acknowledged(calls.find(({ id }) => id === toolCallId));
    return {
      message: { role: "tool", toolCallId, content, ...(isError === true && { isError }), createdAt, ...(extras && { extras }) },
      arguments: edited,
    };
  });
  const approved = suspension === undefined ? "" : `"suspension":${suspension},`;
  const json = `{"messageId":${JSON.stringify(messageId)},${approved}"answers":${JSON.stringify(items)}}`;
  return engine.batch(() => {
    const added = engine.json(Method.Answer, [json, createdAt]) as Message[];
    engine.noteSurrogates(
      outcomes.reduce((sum, { replaced }) => sum + replaced, 0),
      undefined,
    );
    return added;
  });
}

/**
 * Acknowledges the provider's safety checks of a computer call, which the approving person has seen. Without this, the provider refuses the
 * result.
 */
function acknowledged(call: ToolCall | undefined): { acknowledged_safety_checks: unknown[] } | undefined {
  const checks = call === undefined ? [] : safetyChecks(call);
  return checks.length > 0 ? { acknowledged_safety_checks: checks } : undefined;
}

/** Returns the provider's safety checks that a person has to see before this call of a computer runs. */
export function safetyChecks(call: ToolCall): unknown[] {
  const { pending_safety_checks: checks } = (call.kind === "computer" ? call : {}) as { pending_safety_checks?: unknown };
  return isArray(checks) ? checks : [];
}
