// Work of the core that belongs to no conversation.

import { Desk } from "../../../build/glue.js";
import { Handle } from "./core.js";
import { MOST_UNITS } from "../input/json.js";
import { DEFAULT_LIMITS } from "../input/options.js";

/** What a body of the caller's may be. */
export const UNBOUNDED = { code: "invalid-message", depth: DEFAULT_LIMITS.depth, isFixed: true, units: MOST_UNITS } as const;

/** A desk for one piece of work; its memory is free again afterwards. */
export function atDesk<R>(work: (desk: Desk) => R): R {
  const handle = new Handle(() => new Desk());
  try {
    return handle.call(work);
  } finally {
    handle.dispose();
  }
}
