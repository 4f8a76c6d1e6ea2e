// Runs the hazards of `tests/hazards` in Node: the other copy is in another folder, the other realms are vm contexts, and workers are threads.

import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { createContext, runInContext } from "node:vm";
import { Worker } from "node:worker_threads";
import { table } from "../../hazards/table.mjs";
import { loadIn } from "../../support/hosts/load-in.mjs";
import { faults } from "../../support/hosts/faulty-wasm.mjs";

const url = import.meta.resolve("backscroll");
const installed = dirname(fileURLToPath(url));
const elsewhere = mkdtempSync(join(tmpdir(), "backscroll-copy-"));
cpSync(installed, elsewhere, { recursive: true, dereference: true });
after(() => rmSync(elsewhere, { recursive: true }));

/** The globals that a new context lacks. Its creator adds those of the outer realm, so bytes go from one realm to another. */
const WEB = { TextEncoder, TextDecoder, structuredClone, crypto, btoa, atob, AbortController };

/** Other globals that creators of contexts add: none; the WebAssembly of the outer realm; its classes of bytes, as in Jest. */
const CONTEXTS = {
  "a vm context": {},
  "a vm context with our WebAssembly": { WebAssembly },
  "a vm context with our bytes": { ArrayBuffer, Uint8Array },
};

/** Evaluates the package in a context of its own, as test runners do. */
function realm(globals) {
  const context = createContext({ ...WEB, ...globals });
  const file = join(installed, "index.cjs");
  return { face: loadIn(context, file), evaluate: (code) => runInContext(code, context) };
}

const worker = new Worker(new URL("../../hazards/worker-node.mjs", import.meta.url));
worker.unref();
after(() => worker.terminate());

function work(task, transfer = []) {
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("message", (answer) => {
      worker.off("error", reject);
      if (answer.failed === undefined) resolve(answer);
      else reject(new Error(answer.failed));
    });
    worker.postMessage({ url, ...task }, transfer);
  });
}

/** Finalizers run between tasks. A finalizer that throws ends the process, and so fails this file. */
async function collect() {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

const place = {
  face: await import(url),
  copy: await import(pathToFileURL(join(elsewhere, "index.mjs")).href),
  faults,
  realms: Object.fromEntries(Object.entries(CONTEXTS).map(([name, globals]) => [name, realm(globals)])),
  work,
  collect,
};

for (const [group, hazards] of table(Object.keys(CONTEXTS))) {
  describe(group, () => {
    for (const [name, run] of hazards) test(name, () => run(place));
  });
}
