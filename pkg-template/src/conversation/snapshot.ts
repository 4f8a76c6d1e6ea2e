// Snapshots: a conversation as plain JSON, and back.

import { describe, isArray, isObject, picked, reading } from "../input/check.js";
import type { Engine } from "../wasm/engine.js";
import { ConversationError } from "../input/errors.js";
import { isEmptyCopy } from "../wasm/inspect.js";
import { MOST_UNITS, toJson } from "../input/json.js";
import { type CheckedOptions, checkedOptions } from "../input/options.js";
import { withoutLoneSurrogateEscapes } from "../input/surrogates.js";
import { readJson, write } from "../wasm/text.js";
import { checkRequests } from "../suspend/suspend.js";
import type { ConversationSnapshot } from "../types/suspension.js";
import type { Estimator } from "../types/index.js";

/** The settings that a snapshot keeps: those that are no functions. */
type Kept = Pick<CheckedOptions, "tokenLimit" | "reserveTokens" | "threshold" | "transcript">;

/** The most levels that JavaScript can write safely. */
const MOST_DEPTH = 4_000;

export function snapshotOf(engine: Engine, { tokenLimit, reserveTokens, threshold, transcript }: Kept): ConversationSnapshot {
  const kept = {
    ...(tokenLimit !== null && { tokenLimit }),
    ...(reserveTokens !== 0 && { reserveTokens }),
    ...(!transcript && { transcript }),
    ...(threshold !== null && { proactiveCompression: { compressionThreshold: threshold } }),
  };
  const json = JSON.stringify(kept);
  return engine.call((core) => readJson(core, core.snapshot(write(core, json))) as ConversationSnapshot);
}

/** Returns the JSON text of a given snapshot. */
export function snapshotText(snapshot: unknown): string {
  if (typeof snapshot === "string") return withoutLoneSurrogateEscapes(snapshot).json;
  if (isObject(snapshot) && reading("The snapshot", () => isEmptyCopy(snapshot), "invalid-snapshot")) {
    const message = "This is an empty copy of a conversation, as `{...conversation}`, `structuredClone` and `postMessage` make one: copy, send and keep what its `toJSON` returns.";
    throw new ConversationError("invalid-snapshot", message);
  }
  if ((isObject(snapshot) && !ArrayBuffer.isView(snapshot)) || isArray(snapshot)) {
    return toJson(snapshot, { name: "The snapshot", code: "invalid-snapshot", depth: MOST_DEPTH, units: MOST_UNITS }).json;
  }
  const found = ArrayBuffer.isView(snapshot) ? "bytes, which have to be decoded first" : describe(snapshot);
  throw new ConversationError("invalid-snapshot", `A snapshot is what \`toJSON\` returned, or JSON text of it; given was ${found}.`);
}

/** Restores the snapshot into the engine. Returns its settings. */
export function restore(engine: Engine, text: string, estimator: Estimator | undefined): Kept {
  const kept = engine.restore(text, estimator);
  checkRequests(engine);
  try {
    const known = picked("settings", kept, ["tokenLimit", "reserveTokens", "proactiveCompression", "transcript"]);
    const { tokenLimit, reserveTokens, threshold, transcript } = checkedOptions(known);
    engine.call((core) => core.keepTranscript(transcript));
    return { tokenLimit, reserveTokens, threshold, transcript };
  } catch (cause) {
    throw new ConversationError("invalid-snapshot", `The snapshot's settings are invalid: ${(cause as Error).message}`, { cause });
  }
}
