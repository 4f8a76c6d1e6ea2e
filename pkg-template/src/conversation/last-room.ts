// The room of the last request, for reductions that no request asks for.

import { type Window, roomOf } from "../input/window.js";
import type { Engine } from "../wasm/engine.js";

/** Returns the tokens that a request like the last one may have; `Infinity` without a limit, or if the last request shows none. */
export function lastRoom(engine: Engine, window: Window): number {
  const known = engine.lastKnown();
  const room = window.tokenLimit === "auto" && known.window === 0 ? null : roomOf(window, known);
  return room === null ? Infinity : room.limit - room.reserve;
}
