// Where a command writes: the process's own streams, or an answer of the server.

import type { Arguments } from "./arguments.js";

/** Runs a command, and returns its exit code. */
export type Run = (args: Arguments, streams: Streams) => Promise<number>;

export interface Streams {
  /** Writes results. */
  readonly out: (text: string) => Promise<void>;
  /** Writes reports about results, and errors. */
  readonly err: (text: string) => void;
  /** The ends of both streams. */
  readonly terminals: readonly [out: { readonly isTTY?: boolean }, err: { readonly isTTY?: boolean }];
}

export const PROCESS: Streams = {
  async out(text) {
    if (text !== "" && !process.stdout.write(text)) await new Promise((resolve) => process.stdout.once("drain", resolve));
  },
  err: (text) => void process.stderr.write(text),
  terminals: [process.stdout, process.stderr],
};
