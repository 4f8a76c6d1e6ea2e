// The wasm as published, with a counter of its work: each call of a function, and each round of a loop. The count does not depend on the
// machine. Import it before the package.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { at } from "../../../scripts/lib/paths.mjs";

const WASM_OPT = at("node_modules", "binaryen", "bin", "wasm-opt");
const FEATURES = ["bulk-memory", "nontrapping-float-to-int", "sign-ext", "mutable-globals", "reference-types"];

let count = 0;
const counter = () => {
  count += 1;
};

const { Instance } = WebAssembly;
WebAssembly.Instance = function (module, imports) {
  const own = Object.fromEntries(Object.entries(imports).map(([name, functions]) => [name, { ...functions, log_execution: counter }]));
  return new Instance(module, own);
};

/** Returns the wasm of the installed package, which counts. */
export function countedWasm() {
  const folder = mkdtempSync(join(tmpdir(), "backscroll-counted-"));
  try {
    const path = join(folder, "counted.wasm");
    const options = ["--log-execution", ...FEATURES.map((name) => `--enable-${name}`)];
    execFileSync(process.execPath, [WASM_OPT, at("node_modules", "backscroll", "core.wasm"), "-o", path, ...options]);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns what `work` returns, and the units of work that it took in the wasm. */
export function counted(work) {
  count = 0;
  const result = work();
  return { result, units: count };
}
