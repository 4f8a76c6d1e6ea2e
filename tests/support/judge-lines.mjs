// The strict provider's judges for programs that are not JavaScript: reads one `{ target, body, options }` a line, and writes one line for
// each, the provider's objection or null.

import { createInterface } from "node:readline";
import { objection } from "./judges.mjs";

for await (const line of createInterface({ input: process.stdin })) {
  const { target, body, options } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(answer(target, body, options))}\n`);
}

/** Returns the objection; for a target that cannot be judged, the reason. */
function answer(target, body, options) {
  try {
    return objection(target, body, options);
  } catch (error) {
    return error.message;
  }
}
