// Snapshots: a conversation as plain JSON, and back.

import { Method } from "../../../build/method.js";
import { describe, isArray, isObject, picked, reading } from "../input/check.js";
import type { Engine } from "../wasm/engine.js";
import { ConversationError } from "../input/errors.js";
import { isEmptyCopy } from "../wasm/inspect.js";
import { MOST_UNITS, toJson } from "../input/json.js";
import { checkedOptions } from "../input/options.js";
import { withoutLoneSurrogateEscapes } from "../input/surrogates.js";
import { checkRequests } from "../suspend/suspend.js";
import { windowOf } from "../input/window.js";
import { type Settings, promptOf } from "./settings.js";
import type { ConversationSnapshot } from "../types/suspension.js";
import type { Estimator, RestoreOptions } from "../types/index.js";

/** The settings that a snapshot keeps: all except functions. */
type Kept = Pick<Settings, "tokenLimit" | "reserveTokens" | "threshold" | "transcript" | "cacheTtl">;

/** The options of functions, which no snapshot keeps. */
export const FUNCTIONS: readonly string[] = ["reduce", "onReduce", "estimator"];

/** The most levels that JavaScript can write safely. */
const MOST_DEPTH = 4_000;

export function snapshotOf(engine: Engine, settings: Kept): ConversationSnapshot {
  const json = JSON.stringify(keptOf(settings));
  return engine.json(Method.Snapshot, [json]) as ConversationSnapshot;
}

/** The settings in the form of a snapshot: those that differ from the default. */
export function keptOf({ tokenLimit, reserveTokens, threshold, transcript, cacheTtl }: Kept): object {
  return {
    ...(tokenLimit !== null && { tokenLimit }),
    ...(reserveTokens !== "auto" && { reserveTokens }),
    ...(!transcript && { transcript }),
    ...(cacheTtl !== null && { cacheTtl }),
    ...(threshold !== null && { proactiveCompression: { compressionThreshold: threshold } }),
  };
}

/** Returns the JSON text of a given snapshot. */
export function snapshotText(snapshot: unknown): string {
  if (typeof snapshot === "string") return withoutLoneSurrogateEscapes(snapshot).json;
  if (isObject(snapshot) && reading("The snapshot", () => isEmptyCopy(snapshot), "invalid-snapshot")) {
    const message =
      "This is an empty copy of a conversation, as `{...conversation}`, `structuredClone` and `postMessage` make one: copy, send and keep what its `toJSON` returns.";
    throw new ConversationError("invalid-snapshot", message);
  }
  if ((isObject(snapshot) && !ArrayBuffer.isView(snapshot)) || isArray(snapshot)) {
    return toJson(snapshot, { name: "The snapshot", code: "invalid-snapshot", depth: MOST_DEPTH, units: MOST_UNITS }).json;
  }
  const found = ArrayBuffer.isView(snapshot) ? "bytes, which have to be decoded first" : describe(snapshot);
  throw new ConversationError("invalid-snapshot", `A snapshot is what \`toJSON\` returned, or JSON text of it; given was ${found}.`);
}

/** Restores the snapshot into the engine. Returns its settings. */
export function restore(engine: Engine, text: string, estimator: Estimator | undefined, margin?: boolean): Kept {
  const kept = engine.restore(text, estimator, margin);
  checkRequests(engine);
  try {
    const known = picked("settings", kept, ["tokenLimit", "reserveTokens", "proactiveCompression", "transcript", "cacheTtl"]);
    const { tokenLimit, reserveTokens, threshold, transcript, cacheTtl } = checkedOptions(known);
    engine.call(Method.KeepTranscript, [transcript]);
    return { tokenLimit, reserveTokens, threshold, transcript, cacheTtl };
  } catch (cause) {
    throw new ConversationError("invalid-snapshot", `The snapshot's settings are invalid: ${(cause as Error).message}`, { cause });
  }
}

/** Applies the options to a restored conversation. Returns the changed settings. */
export function changeRestored(engine: Engine, kept: Kept, given: RestoreOptions): Partial<Settings> {
  const { systemPrompt, proactiveCompression, transcript, limits, cacheTtl } = given;
  const checked = checkedOptions({ proactiveCompression, transcript, limits, cacheTtl });
  const window = windowOf(given, kept);
  const prompt = systemPrompt === undefined ? undefined : promptOf("options.systemPrompt", systemPrompt);
  if (limits !== undefined) engine.setLimits(checked.limits);
  if (transcript !== undefined) engine.call(Method.KeepTranscript, [checked.transcript]);
  if (prompt !== undefined) engine.setSystemPrompt(prompt);
  return {
    ...window,
    ...(proactiveCompression !== undefined && { threshold: checked.threshold }),
    ...(transcript !== undefined && { transcript: checked.transcript }),
    ...(cacheTtl !== undefined && { cacheTtl: checked.cacheTtl }),
  };
}
