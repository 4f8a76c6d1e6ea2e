// The memory of a large conversation, and the memory that comes back when it is disposed of, beside a list of the same messages. WebAssembly's
// memory cannot shrink: after the last conversation, the engine begins with a new one. Each way runs in a process of its own.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { machine } from "./lib/machine.mjs";
import { agentMessages } from "./lib/material.mjs";
import { isQuick } from "./lib/measure.mjs";
import { kilobytes, table } from "./lib/table.mjs";

const [MESSAGES, FILLS] = isQuick ? [40, 2] : [20_000, 10];
const WAYS = ["backscroll", "a list of messages"];
const KINDS = { wasm: "WebAssembly's memory", heap: "JavaScript's heap", resident: "the process" };
const STEPS = {
  before: "before",
  filled: "with it",
  freed: "after dispose",
  filledAgain: "with the last",
  freedAgain: "after its dispose",
};
const program = fileURLToPath(new URL("lib/large-conversation.mjs", import.meta.url));

/** Returns the bytes at each step, in a fresh process. */
function stepsOf(way) {
  const child = spawnSync(process.execPath, ["--expose-gc", program, way, MESSAGES, FILLS].map(String), { encoding: "utf8" });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout);
}

console.log(`The memory of a large conversation, ${machine()}\n`);
const rows = WAYS.flatMap((way) => {
  const steps = stepsOf(way);
  return Object.entries(KINDS)
    .filter(([kind]) => steps.filled[kind] > 0)
    .map(([kind, title]) => [`${way}: ${title}`, ...Object.keys(STEPS).map((step) => kilobytes(steps[step][kind]))]);
});
console.log(table([`${MESSAGES.toLocaleString("en")} messages`, ...Object.values(STEPS)], rows));
const bytes = agentMessages(MESSAGES, 1_000).reduce((sum, message) => sum + JSON.stringify(message["openai-chat"]).length, 0);
console.log(`
The messages are ${kilobytes(bytes)} of JSON. "The last" is conversation number ${FILLS} of the same size. WebAssembly's
memory above 32 MB comes back when no conversation is left; a smaller one is used again.`);
