// `reduceNow`: a reduction that the host asks for.

import { count, picked, signal as checkSignal } from "../input/check.js";
import { renamed } from "../input/former-names.js";
import { REACTIVE_GOAL } from "../reduce/strategies/goal.js";
import { type Reduce, reduceBy, runReduction } from "../reduce/reduction.js";
import type { Engine } from "../wasm/engine.js";
import { lastRoom } from "./last-room.js";
import { type Settings, settings as checkedSettings } from "./settings.js";
import type { Reduction } from "../types/index.js";

/** See `ConversationManager.reduceNow`. */
export async function reduceNow(engine: Engine, settings: Settings, own: Reduce, given: unknown): Promise<Reduction | null> {
  engine.check();
  const { maxTokens, reduce, model, signal } = picked(
    "options",
    given === undefined ? {} : renamed("options", given, { targetTokens: "maxTokens" }),
    ["maxTokens", "reduce", "model", "signal"],
  );
  const goal = () => Math.floor(Math.min(lastRoom(engine, settings), engine.contextTokens) * REACTIVE_GOAL);
  const wanted = maxTokens === undefined ? null : count("options.maxTokens", maxTokens);
  const checkedSignal = checkSignal(signal);
  const strategy = reduce === undefined ? null : checkedSettings({ reduce }).reduce;
  return engine.turns.take(async () => {
    const request = { maxTokens: wanted ?? goal(), model, signal: checkedSignal };
    const reduction = await (strategy === null ? own(request) : runReduction(engine, (context) => reduceBy(strategy, context), request));
    if (reduction !== null) settings.onReduce?.(structuredClone(reduction));
    return reduction;
  }, checkedSignal);
}
