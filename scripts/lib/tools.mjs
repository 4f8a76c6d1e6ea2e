// The versions and the paths of the wasm tools.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { at, toolsFolder } from "./paths.mjs";
import { StepError, ask } from "./run.mjs";
import { which } from "./which.mjs";

/** Tested together with the wasm-bindgen that Cargo.toml pins. */
export const WASM_PACK_VERSION = "0.15.1";

/** Checks crates, in the stage `audit`. */
export const CARGO_DENY_VERSION = "0.20.2";

/** Lists changes of the sources that tests should notice. Only `npm run mutants` installs it. */
export const CARGO_MUTANTS_VERSION = "27.1.0";

/** Runs the targets of libFuzzer. Only `npm run fuzz` installs it. */
export const CARGO_FUZZ_VERSION = "0.13.2";

/** The version of the wasm-bindgen program: the version of the crate, which Cargo.toml pins. */
export function wasmBindgenVersion() {
  const version = /^wasm-bindgen\s*=.*?"=([\d.]+)"/m.exec(readFileSync(at("Cargo.toml"), "utf8"))?.[1];
  if (version !== undefined) return version;
  throw new StepError("Cargo.toml pins no version of wasm-bindgen", {
    advice: 'write the dependency with an exact version, as `wasm-bindgen = "=1.2.3"`: the program must match the crate',
  });
}

/** Returns the path of a tool in exactly this version, the project's own first; null when there is none. */
export async function findTool(name, version, args = ["--version"]) {
  for (const path of [which(name, [join(toolsFolder, "bin")]), which(name)]) {
    if (path === null) continue;
    const answer = await ask(path, args);
    if (answer?.split(/\s+/).includes(version)) return path;
  }
  return null;
}
