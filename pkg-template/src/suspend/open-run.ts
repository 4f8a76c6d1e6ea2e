// A run of the open calls of a conversation, without a checkpoint.
//
// The history may change while tools run, so results are added to calls that are still open on the path, and the others are returned.
// After an abort the run does not wait, because a tool may ignore the signal. (`resume` does wait, because its checkpoint may be resumed
// again.)

import { signal as checkSignal, isOurs, picked } from "../input/check.js";
import { raced } from "../input/signal.js";
import type { Engine } from "../wasm/engine.js";
import { concurrencyOf, concurrently } from "./concurrently.js";
import { asking, claimCalls, openCalls } from "./open-calls.js";
import { addResults, safetyChecks } from "./results.js";
import { type ToolOutcome, checkTools, run } from "./run-tools.js";
import { waitingCallIds } from "./suspend.js";
import { accepted, failure } from "./tool-result.js";
import type { RecordedResult, ToolContext } from "../types/suspension.js";
import type { ToolRun } from "../types/tool-run.js";
import type { ToolCall } from "../types/index.js";

/** See `ConversationManager.runTools`. */
export async function runOpenCalls(engine: Engine, givenTools: unknown, options: unknown): Promise<ToolRun> {
  const tools = checkTools("tools", givenTools);
  const given = picked("options", options === undefined ? {} : options, ["concurrency", "signal"]);
  const concurrency = concurrencyOf(given.concurrency, Infinity);
  const signal = checkSignal(given.signal);
  const { messageId, calls } = asking(engine) ?? { messageId: "", calls: [] };
  const suspended = waitingCallIds(engine, messageId);
  const waiting = calls.filter((call) => suspended.has(call.id) || needsPerson(call));
  const running = calls.filter((call) => !waiting.includes(call));
  if (running.length === 0) return { messages: [], waiting, notAdded: [] };
  const { limits } = engine;
  const context: ToolContext = { checkpointId: null, messageId, ...(signal !== undefined && { signal }) };
  const release = claimCalls(engine, messageId);
  try {
    const outcomes = await concurrently(running, concurrency, async (call): Promise<ToolOutcome> => {
      const settle = (words: string) => ({ ...accepted(failure(call.id, words), limits), edited: undefined });
      if (signal?.aborted === true) return settle("Tool execution aborted before the tool was called.");
      try {
        return { ...((await raced(run(call, { tools, context, limits }), signal)) as Awaited<ReturnType<typeof run>>), edited: undefined };
      } catch (error) {
        if (!isOurs(error) || error.code !== "aborted") throw error;
        return settle("Tool execution aborted. The tool may have had an effect.");
      }
    });
    const open = stillOpen(running, openCalls(engine, messageId) ?? []);
    const added: ToolOutcome[] = [];
    const notAdded: RecordedResult[] = [];
    outcomes.forEach((outcome, place) => {
      if (open.has(place)) added.push(outcome);
      else notAdded.push(outcome.result);
    });
    const messages = added.length === 0 ? [] : addResults(engine, { messageId, outcomes: added, calls: running });
    return { messages, waiting, notAdded };
  } finally {
    release();
  }
}

/**
 * Returns the places of the calls that are still open. Calls may share an id, so an id does not show which of them a tool has answered
 * itself. Both lists are in the order of the message. Of equal calls, the first ones are answered first.
 */
function stillOpen(running: readonly ToolCall[], open: readonly ToolCall[]): Set<number> {
  const places = new Set<number>();
  const texts = running.map((call) => JSON.stringify(call));
  let end = texts.length;
  for (const call of [...open].reverse()) {
    const place = texts.slice(0, end).lastIndexOf(JSON.stringify(call));
    // Calls that wait for a person are open, too, and did not run.
    if (place === -1) continue;
    places.add(place);
    end = place;
  }
  return places;
}

/** Returns true for a call for which the provider requires a person's decision. */
function needsPerson(call: ToolCall): boolean {
  return call.kind === "mcp_approval" || safetyChecks(call).length > 0;
}
