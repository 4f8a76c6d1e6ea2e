// A reporter for Node's test runner: writes a line for each test file that ends, with its time in milliseconds and its path.

import { resolve } from "node:path";

/**
 * The runner counts a file as a test whose name is its path. Its time has the start of the process in it.
 *
 * @param {AsyncIterable<{ type: string, data: any }>} events
 */
export default async function* fileTimes(events) {
  for await (const { type, data } of events) {
    if (type !== "test:complete" || data.file === undefined || resolve(data.name) !== data.file) continue;
    yield `${Math.round(data.details.duration_ms)} ${data.file}\n`;
  }
}
