// A cause that was found, with its place in reading order.

import type { CacheMissCause, ChangingValue } from "./types.js";

export interface Found {
  readonly cause: CacheMissCause;
  /** The number of entries before the place: the cache can serve at most these. */
  readonly at: number;
  readonly path: string;
  readonly pathIn: "after" | "before";
  readonly detail: string;
  readonly value?: ChangingValue;
}
