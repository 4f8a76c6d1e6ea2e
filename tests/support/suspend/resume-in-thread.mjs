// A thread that resumes a checkpoint, and reports how often its tool ran.

import { setTimeout as wait } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { Checkpoint, resume } from "backscroll";
import { fileStore } from "backscroll/store/file";

const { folder, checkpoint } = workerData;
let runs = 0;
const pay = async () => {
  runs += 1;
  await wait(100);
};
const outcome = await resume(Checkpoint.fromJSON(checkpoint), { decisions: true, tools: { pay }, ledger: fileStore(folder).ledger }).then(() => "resumed", ({ code }) => code);
parentPort.postMessage({ runs, outcome });
