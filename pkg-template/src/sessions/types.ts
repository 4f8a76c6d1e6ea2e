// The contract of sessions: programs' own records of conversations, from which requests are put together.

import type { Format } from "../index.js";
import type { Fields } from "./fields.js";

/** A request that was put together. */
export interface MadeRequest {
  readonly value: unknown;
  readonly format: Format;
  readonly place: string;
}

/** A session of one event a line. */
export interface Session {
  readonly name: string;
  isOne(lines: readonly Fields[]): boolean;
  read(lines: readonly Fields[]): MadeRequest[];
}

/** Data of a program in one JSON value. */
export interface Trace {
  readonly name: string;
  /** Returns the requests, or null if the value is none of this program. */
  read(value: any): MadeRequest[] | null;
}
