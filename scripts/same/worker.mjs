// A thread of `npm run same`: loads both builds, and compares their results for every nth body.

import { parentPort, workerData } from "node:worker_threads";
import { Comparison } from "./comparison.mjs";
import { inputsOf } from "./inputs.mjs";
import { loadBuild } from "./load.mjs";
import { operationsOn } from "./operations.mjs";

const { folders, thread, threads, share, only, thorough } = workerData;
const [before, after] = [await loadBuild(folders[0]), await loadBuild(folders[1])];
const comparison = new Comparison(workerData);
const every = Math.max(1, Math.round(1 / Number(share)));

let index = -1;
for (const input of inputsOf(before)) {
  index += 1;
  if (index % every !== 0 || (index / every) % threads !== thread) continue;
  for (const [operation, run] of operationsOn(input, index / every, thorough)) {
    if (!operation.includes(only)) continue;
    comparison.compare(operation, input, await outcome(run, before), await outcome(run, after));
  }
}
parentPort.postMessage({ counts: comparison.counts, differences: comparison.differences });

/** Returns the result of an operation, or its failure. */
async function outcome(run, build) {
  try {
    return { result: await run(build) };
  } catch (error) {
    return { error: { code: error.code ?? String(error), path: pathIn(error.message), details: error.details, cause: error.cause?.code } };
  }
}

/** Returns the path in a body that a message names. */
function pathIn(message) {
  return /[A-Za-z_]\w*(?:\.\w+)*\[\d+\](?:\[\d+\]|\.\w+)*/.exec(message)?.[0];
}
