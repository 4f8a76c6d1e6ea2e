// Calls of the core without a conversation.

import { Door } from "./door.js";
import { MOST_UNITS } from "../input/json.js";
import { DEFAULT_LIMITS } from "../input/options.js";

/** The bounds of a caller's body. */
export const UNBOUNDED = { code: "invalid-message", depth: DEFAULT_LIMITS.depth, isFixed: true, units: MOST_UNITS } as const;

/** Runs `work` on an object of the core, and frees its memory afterwards. */
export function stateless<R>(work: (core: Door) => R): R {
  const core = new Door();
  try {
    return work(core);
  } finally {
    core.dispose();
  }
}
