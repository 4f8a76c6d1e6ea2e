// A process that resumes a checkpoint on command. It prints each run of a tool, and the outcome.

import { once } from "node:events";
import { writeSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { Checkpoint, resume } from "backscroll";
import { CLIENTS } from "./clients.mjs";

const { kind, place, checkpoint, slow, lease } = JSON.parse(process.argv[2]);
const { store, end } = await CLIENTS[kind](place, { lease });
const say = (text) => writeSync(1, `${text}\n`);
const tools = {
  first: () => (say("first"), "done"),
  second: async () => {
    say("second");
    await wait(slow);
    return "done";
  },
};
say("ready");
await once(process.stdin, "data");
process.stdin.unref();
for (;;) {
  try {
    await resume(Checkpoint.fromJSON(checkpoint), { decisions: true, tools, ledger: store.ledger });
    say("resumed");
    break;
  } catch (error) {
    if (error.code !== "checkpoint-already-resumed") say(`failed: ${error.message}`);
    if (await store.ledger.consumed(Checkpoint.fromJSON(checkpoint).checkpointId)) break;
    await wait(50);
  }
}
await end();
