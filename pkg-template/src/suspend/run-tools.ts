// Runs the tools of calls: those of a checkpoint, and one call by itself.

import { callArguments, canonical, endlessNumber } from "./call-arguments.js";
import type { Verdict } from "./decisions.js";
import { callable, invalid, isArray, isObject, isOurs, object, reading, unlike } from "../input/check.js";
import { concurrently } from "./concurrently.js";
import { asked } from "./ledger.js";
import type { Limits } from "../input/options.js";
import { refuseAborted } from "../input/signal.js";
import type { CheckpointLedger, RecordedResult, Tool, ToolContext } from "../types/suspension.js";
import { type AcceptedResult, accepted, decided, denied, failure, isRecorded, notFound, returned, thrown } from "./tool-result.js";
import type { ToolCall } from "../types/index.js";

/** The result of a call, with its edited arguments in the form of the model's own. */
export interface ToolOutcome extends AcceptedResult {
  readonly edited: ToolCall["arguments"] | undefined;
}

/** The input of `runTools`. */
interface Means {
  readonly verdictOn: Map<string, Verdict>;
  readonly tools: Record<string, Tool>;
  readonly ledger: CheckpointLedger;
  readonly signal: AbortSignal | undefined;
  readonly limits: Limits;
  /** The most tools that run at once. */
  readonly concurrency: number;
}

/**
 * Returns the functions of tools, by name, in an object of our own.
 *
 * @throws ConversationError `invalid-argument` for two tools of one name, and for values that are no tools.
 */
export function checkTools(name: string, given: unknown): Record<string, Tool> {
  // Without a prototype: a model may call `__proto__`.
  const tools = Object.create(null) as Record<string, Tool>;
  const add = (key: string, place: string, value: unknown) => {
    const run = reading(`\`${place}\``, () => (isObject(value) ? value.run : value));
    const own = callable(place, run) as Tool;
    if (Object.hasOwn(tools, key)) throw invalid(`\`${name}\` has two tools named ${JSON.stringify(key)}: the model could mean either.`);
    tools[key] = isObject(value) ? (...all) => own.apply(value, all) : own;
  };
  if (isArray(given))
    given.forEach((tool: unknown, index) => {
      const place = `${name}[${index}]`;
      const key = reading(`\`${place}\``, () => (isObject(tool) ? tool.name : undefined));
      if (typeof key !== "string") throw unlike(place, "a tool that `tool` made; functions are given by name, as `{ weather }`", tool);
      add(key, place, tool);
    });
  else for (const [key, value] of Object.entries({ ...object(name, given) })) add(key, `${name}[${JSON.stringify(key)}]`, value);
  return tools;
}

/** Returns the results of all calls, in order. Waits for tools that have begun, even after an abort, because their effect is unknown. */
export async function runTools(
  { checkpointId, messageId }: Pick<ToolContext, "messageId"> & { checkpointId: string },
  calls: readonly ToolCall[],
  means: Means,
): Promise<ToolOutcome[]> {
  const { verdictOn, tools, ledger, signal, limits } = means;
  const known: unknown = (await asked(() => ledger.recorded?.(checkpointId))) ?? [];
  const recorded = Array.isArray(known) ? known.filter(isRecorded) : [];
  const context: ToolContext = { checkpointId, messageId, ...(signal !== undefined && { signal }) };
  // One after the other: a ledger in a file reads, adds and writes.
  let lastRecord: Promise<unknown> = Promise.resolve();
  const record = (result: RecordedResult) => {
    // A precaution against a later crash: the resume succeeds without it, unless the claim was lost.
    const stored = lastRecord.then(() => asked(() => ledger.record?.(checkpointId, result))).catch(unlessLost);
    lastRecord = stored.catch(() => undefined);
    return stored;
  };
  const outcomeOf = async (call: ToolCall): Promise<ToolOutcome> => {
    refuseAborted(signal, "The resume");
    const verdict = verdictOn.get(call.id) ?? { isApproved: false, reason: undefined };
    if (call.kind === "mcp_approval") {
      const why = verdict.isApproved ? undefined : verdict.reason;
      return { ...accepted(decided(call.id, verdict.isApproved, why), limits), edited: undefined };
    }
    if (!verdict.isApproved) return { ...accepted(deniedTo(call, verdict.reason), limits), edited: undefined };
    const args = verdict.edited === undefined || isUnedited(call, verdict.edited) ? undefined : verdict.edited;
    const edited = args === undefined ? undefined : written(call, args);
    // A claim that was lost is another process's: it runs this tool.
    await asked(() => ledger.renew?.(checkpointId));
    const ran = await run(edited === undefined ? call : { ...call, arguments: edited }, { tools, context, limits });
    await record({ ...ran.result, ...(args !== undefined && { args }) });
    return { ...ran, edited };
  };
  const outcomes = await concurrently(calls, means.concurrency, async (call) => {
    const before = recorded.findIndex(({ toolCallId }) => toolCallId === call.id);
    const [kept] = before === -1 ? [] : recorded.splice(before, 1);
    return kept === undefined ? outcomeOf(call) : recordedOutcome(call, kept, limits);
  });
  await asked(() => ledger.renew?.(checkpointId));
  return outcomes;
}

/** Another process has claimed the checkpoint. */
function unlessLost(error: unknown): void {
  if (isOurs(error) && error.code === "checkpoint-already-resumed") throw error;
}

/** Returns the result of a call that ran in an earlier resume, with the arguments of that run, whatever was decided since. */
function recordedOutcome(call: ToolCall, { toolCallId, content, isError, args }: RecordedResult, limits: Limits): ToolOutcome {
  const result = { toolCallId, content, ...(isError === true && { isError }) };
  const unread = (why: string) => failure(toolCallId, `The tool has run, but the result that the ledger kept cannot be used: ${why}`);
  const edited = args === undefined || args === null || isUnedited(call, args) ? undefined : written(call, args);
  return { ...accepted(result, limits, unread), edited };
}

/** Runs the tool of one call. An error of the tool is its result, except after an abort: then `aborted` is thrown. */
export async function run(
  call: ToolCall,
  { tools, context, limits }: { tools: Record<string, Tool>; context: ToolContext; limits: Limits },
): Promise<AcceptedResult> {
  // Own fields only: a model may call `constructor`.
  const tool = Object.hasOwn(tools, call.name) ? tools[call.name] : undefined;
  if (tool === undefined) return accepted(notFound(call.id), limits);
  const args = callArguments(call);
  if (args === null) return accepted(failure(call.id, "The arguments are no JSON object, so the tool was not called."), limits);
  const endless = endlessNumber(args);
  if (endless !== null)
    return accepted(failure(call.id, `The argument \`${endless}\` is a number out of range, so the tool was not called.`), limits);
  let value: unknown;
  try {
    value = await tool(args, structuredClone(call), context);
  } catch (error) {
    refuseAborted(context.signal, "The resume");
    return thrown(call.id, error, limits);
  }
  return returned(call.id, value, limits);
}

/** Returns true if the edited arguments equal the model's own; the model's text then stays, byte for byte. */
function isUnedited(call: ToolCall, args: Readonly<Record<string, unknown>>): boolean {
  return canonical(args) === canonical(callArguments(call));
}

/** Returns the result of a denied call. For a tool that the provider defines, it is an error. */
function deniedTo({ id, kind = "function" }: ToolCall, why: string | undefined): RecordedResult {
  const isPlain = kind === "function" || kind === "custom";
  return { ...denied(id, why), ...(!isPlain && { isError: true }) };
}

/** Returns arguments in the form of the model's own: free text, JSON text, or an object. */
function written({ arguments: own, kind }: ToolCall, args: Readonly<Record<string, unknown>>): ToolCall["arguments"] {
  if (typeof own !== "string") return structuredClone(args);
  if (kind === "computer" && own.trimStart().startsWith("[") && Array.isArray(args.actions)) return JSON.stringify(args.actions);
  return kind === "custom" && typeof args.input === "string" ? args.input : JSON.stringify(args);
}
