// Running the calls that a checkpoint waited for, and what came of each.

import { callArguments, canonical } from "./call-arguments.js";
import type { Verdict } from "./decisions.js";
import { asked } from "./ledger.js";
import type { Limits } from "../input/options.js";
import { refuseAborted } from "../input/signal.js";
import type { CheckpointLedger, RecordedResult, Tool, ToolContext } from "../types/suspension.js";
import { type Settled, decided, denied, failure, isRecorded, notFound, returned, settled, thrown } from "./tool-result.js";
import type { ToolCall } from "../types/index.js";

/** A call's result, and the arguments that it was made with if they were edited, as the model would have written them. */
export interface Answer extends Settled {
  readonly edited: ToolCall["arguments"] | undefined;
}

/** What it takes to answer calls. */
interface Means {
  readonly verdictOn: Map<string, Verdict>;
  readonly tools: Record<string, Tool>;
  readonly ledger: CheckpointLedger;
  readonly signal: AbortSignal | undefined;
  readonly limits: Limits;
}

/** The answers to all calls, in their order. A tool that has begun is waited for: nobody can know whether half of it was enough. */
export async function answers(checkpointId: string, calls: readonly ToolCall[], { verdictOn, tools, ledger, signal, limits }: Means): Promise<Answer[]> {
  const known: unknown = (await asked(() => ledger.recorded?.(checkpointId))) ?? [];
  const recorded = Array.isArray(known) ? known.filter(isRecorded) : [];
  const context: ToolContext = { checkpointId, ...(signal !== undefined && { signal }) };
  const answer = async (call: ToolCall): Promise<Answer> => {
    refuseAborted(signal, "The resume");
    const verdict = verdictOn.get(call.id) ?? { isApproved: false, reason: undefined };
    if (call.kind === "mcp_approval") {
      const why = verdict.isApproved ? undefined : verdict.reason;
      return { ...settled(decided(call.id, verdict.isApproved, why), limits), edited: undefined };
    }
    if (!verdict.isApproved) return { ...settled(deniedTo(call, verdict.reason), limits), edited: undefined };
    const args = verdict.edited === undefined || isAsTheModelSaid(call, verdict.edited) ? undefined : verdict.edited;
    const edited = args === undefined ? undefined : written(call, args);
    const ran = await run(edited === undefined ? call : { ...call, arguments: edited }, { tools, context, limits });
    // Only a precaution against what may still come; without it the results are here all the same.
    await asked(() => ledger.record?.(checkpointId, { ...ran.result, ...(args !== undefined && { args }) })).catch(() => undefined);
    return { ...ran, edited };
  };
  const made: Answer[] = [];
  for (const call of calls) {
    const before = recorded.findIndex(({ toolCallId }) => toolCallId === call.id);
    const [kept] = before === -1 ? [] : recorded.splice(before, 1);
    made.push(kept === undefined ? await answer(call) : again(call, kept, limits));
  }
  return made;
}

/** A call that has run in an earlier resume: with the arguments of that time, whatever was decided since. */
function again(call: ToolCall, { toolCallId, content, isError, args }: RecordedResult, limits: Limits): Answer {
  const result = { toolCallId, content, ...(isError === true && { isError }) };
  const unread = (why: string) => failure(toolCallId, `The tool has run, but the result that the ledger kept cannot be used: ${why}`);
  const edited = args === undefined || args === null || isAsTheModelSaid(call, args) ? undefined : written(call, args);
  return { ...settled(result, limits, unread), edited };
}

async function run(call: ToolCall, { tools, context, limits }: { tools: Record<string, Tool>; context: ToolContext; limits: Limits }): Promise<Settled> {
  // Own fields only: a model may call `constructor`.
  const tool = Object.hasOwn(tools, call.name) ? tools[call.name] : undefined;
  if (tool === undefined) return settled(notFound(call.id), limits);
  const args = callArguments(call);
  if (args === null) return settled(failure(call.id, "The arguments are no JSON object, so the tool was not called."), limits);
  let value: unknown;
  try {
    value = await tool(args, structuredClone(call), context);
  } catch (error) {
    refuseAborted(context.signal, "The resume");
    return thrown(call.id, error, limits);
  }
  return returned(call.id, value, limits);
}

/** Whether somebody handed the model's own arguments back: then its text stays, byte for byte. */
function isAsTheModelSaid(call: ToolCall, args: Readonly<Record<string, unknown>>): boolean {
  return canonical(args) === canonical(callArguments(call));
}

/** What a denied call gets. A tool that the provider defines says in a form of its own that it did nothing. */
function deniedTo({ id, kind = "function" }: ToolCall, why: string | undefined): RecordedResult {
  const isPlain = kind === "function" || kind === "custom";
  return { ...denied(id, why), ...(!isPlain && { isError: true }) };
}

/** Arguments in the form in which the model gave its own: free text, JSON text, or an object. */
function written({ arguments: own, kind }: ToolCall, args: Readonly<Record<string, unknown>>): ToolCall["arguments"] {
  if (typeof own !== "string") return structuredClone(args);
  if (kind === "computer" && own.trimStart().startsWith("[") && Array.isArray(args.actions)) return JSON.stringify(args.actions);
  return kind === "custom" && typeof args.input === "string" ? args.input : JSON.stringify(args);
}
