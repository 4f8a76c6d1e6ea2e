// Suspensions: a run stops for approval.

import { Method } from "../../../build/method.js";
import { now } from "../input/clock.js";
import { callable, count, describe, invalid, picked, type PlainObject, unlike } from "../input/check.js";
import { Checkpoint } from "./checkpoint.js";
import type { Engine } from "../wasm/engine.js";
import { ConversationError } from "../input/errors.js";
import { MOST_UNITS, toJson } from "../input/json.js";
import { asking } from "./open-calls.js";
import { withoutLoneSurrogates } from "../input/surrogates.js";
import type { Message, ToolCall } from "../types/index.js";

/** The checkpoint's fields that are kept with its calls. */
export interface Request {
  readonly agentClass: string | null;
  readonly requestedAt: string;
  /** Absent in suspensions of earlier versions. */
  readonly expiresAt?: string | null;
  readonly threadId: string | null;
  readonly originalInput: unknown;
}

/** A checkpoint as the core keeps it. */
export interface Suspended {
  readonly suspension: { readonly checkpointId: string; readonly messageId: string; readonly request: Request };
  readonly pending: ToolCall[];
}

/** See `ConversationManager.suspend`. */
export function suspend(engine: Engine, options: unknown): Checkpoint {
  const given = picked("options", options === undefined ? {} : options, [
    "threadId",
    "originalInput",
    "agentClass",
    "needsApproval",
    "expiresIn",
  ]);
  const before = lastRequest(engine);
  const [time, life] = [now(), given.expiresIn === undefined ? null : count("options.expiresIn", given.expiresIn, 1)];
  const request: Request = {
    agentClass: textOrNull(given, "agentClass", before?.agentClass),
    requestedAt: new Date(time).toISOString(),
    expiresAt: life === null ? null : new Date(Math.min(time + life, LAST_TIME)).toISOString(),
    threadId: textOrNull(given, "threadId", before?.threadId),
    originalInput: given.originalInput === undefined ? (before?.originalInput ?? null) : input(engine, given.originalInput),
  };
  const needsApproval = given.needsApproval === undefined ? () => true : callable("options.needsApproval", given.needsApproval);
  const { messageId, calls } = asking(engine) ?? { messageId: "", calls: [] };
  const asked = calls.filter((call) => isNeeded((needsApproval as (call: ToolCall) => unknown)(structuredClone(call))));
  // A decision names its call by id, so calls with the same id, which some models write, are decided together.
  const ids = new Set(asked.map(({ id }) => id));
  const checkpointId = engine.text(Method.CheckpointId);
  return register(engine, { checkpointId, messageId, request, calls: calls.filter(({ id }) => ids.has(id)) });
}

/** The last time that a date can have, in milliseconds. */
const LAST_TIME = 8.64e15;

/** A suspension to register. */
interface Entry {
  readonly checkpointId: string;
  readonly messageId: string;
  readonly request: Request;
  readonly calls: readonly ToolCall[];
}

/** Returns a suspension as the core reads it. */
export function suspensionJson({ checkpointId, messageId, request, calls }: Entry): string {
  return JSON.stringify({ checkpointId, messageId, request, calls: calls.map(({ id }) => id) });
}

/** Registers a suspension. The core checks it, because the host's predicate may have changed the conversation. */
export function register(engine: Engine, entry: Entry): Checkpoint {
  const { checkpointId, messageId, request, calls } = entry;
  return engine.batch(() => {
    engine.call(Method.Suspend, [suspensionJson(entry)]);
    return Checkpoint.of(partsOf(engine, { checkpointId, messageId, request }, calls));
  });
}

/** Returns the open checkpoints, with the current messages. */
export function checkpoints(engine: Engine): Checkpoint[] {
  return openSuspensions(engine).map(({ suspension, pending }) => Checkpoint.of(partsOf(engine, suspension, pending)));
}

function partsOf(engine: Engine, { checkpointId, messageId, request }: Suspended["suspension"], pending: readonly ToolCall[]) {
  const { expiresAt = null, ...fields } = request;
  return { checkpointId, ...fields, expiresAt, messages: upTo(engine, messageId), pending };
}

/** Returns the ids of a message's calls that wait for approval. */
export function waitingCallIds(engine: Engine, messageId: string): Set<string> {
  const own = openSuspensions(engine).filter(({ suspension }) => suspension.messageId === messageId);
  return new Set(own.flatMap(({ pending }) => pending.map(({ id }) => id)));
}

/** Refuses a snapshot whose suspensions `checkpoints` or the next `suspend` could not read. */
export function checkRequests(engine: Engine): void {
  const kept: { readonly checkpointId?: string; readonly request: Request }[] = openSuspensions(engine).map(({ suspension }) => suspension);
  const last = lastRequest(engine);
  if (last !== null) kept.push({ request: last });
  for (const {
    checkpointId,
    request: { agentClass, requestedAt, expiresAt = null, threadId, originalInput },
  } of kept) {
    const whose = checkpointId === undefined ? "the newest" : `checkpoint ${describe(checkpointId)}`;
    const refuse = (name: string, wanted: string, value: unknown): never => {
      throw new ConversationError("invalid-snapshot", `suspensions, ${whose}: \`${name}\` must be ${wanted}; found was ${describe(value)}`);
    };
    if (checkpointId === "") refuse("checkpointId", "a text that is not empty", checkpointId);
    if (typeof requestedAt !== "string" || !Number.isFinite(Date.parse(requestedAt)))
      refuse("request.requestedAt", "a date in ISO 8601", requestedAt);
    if (expiresAt !== null && (typeof expiresAt !== "string" || !Number.isFinite(Date.parse(expiresAt))))
      refuse("request.expiresAt", "a date in ISO 8601, or null", expiresAt);
    for (const [name, value] of Object.entries({ agentClass, threadId })) {
      if (value !== null && typeof value !== "string") refuse(`request.${name}`, "a string or null", value);
    }
    if (originalInput === undefined) refuse("request.originalInput", "a JSON value", originalInput);
  }
}

/** Returns the suspensions whose calls wait, oldest first. */
export function openSuspensions(engine: Engine): Suspended[] {
  return engine.json(Method.Suspended) as Suspended[];
}

/** Returns the request of the newest suspension, open or not. */
function lastRequest(engine: Engine): Request | null {
  return engine.json(Method.LastRequest) as Request | null;
}

/** Returns the messages up to the next assistant message, each result after its call. */
function upTo(engine: Engine, messageId: string): Message[] {
  return engine.json(Method.UntilNextAnswer, [messageId]) as Message[];
}

/** Checks the result of the host's predicate. */
function isNeeded(answer: unknown): boolean {
  if (typeof answer === "boolean") return answer;
  throw invalid(`\`options.needsApproval\` must answer true or false at once; it answered ${describe(answer)}.`);
}

/** Returns a copy of the original input. */
function input(engine: Engine, value: unknown): unknown {
  const { depth } = engine.limits;
  return JSON.parse(toJson(value, { name: "`options.originalInput`", code: "invalid-argument", depth, units: MOST_UNITS }).json);
}

function textOrNull(given: PlainObject, name: string, before: string | null | undefined): string | null {
  const value = given[name];
  if (value === undefined) return before ?? null;
  if (value === null) return null;
  if (typeof value === "string") return withoutLoneSurrogates(value);
  throw unlike(`options.${name}`, "a string or null", value);
}
