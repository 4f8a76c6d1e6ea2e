// The strict provider's judges for programs that are not JavaScript: one `{ target, body, options }` a line comes in, one line goes out,
// the provider's objection or null.

import { createInterface } from "node:readline";
import { objection } from "./judges.mjs";

for await (const line of createInterface({ input: process.stdin })) {
  const { target, body, options } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(objection(target, body, options))}\n`);
}
