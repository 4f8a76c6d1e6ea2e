// The package with mutants of the Rust core in its wasm.

import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { filesIn } from "../lib/files.mjs";
import { at, environment } from "../lib/paths.mjs";
import { run } from "../lib/run.mjs";
import { rustParser, writeInto } from "./rust.mjs";
import { copyTree, linkTools } from "./tree.mjs";

/** The copy of the repository with the package. */
export const packageTree = at("target", "mutants", "package");
/** Folders of tests that are about the package and do not make one, and need no server. */
const FOLDERS = ["conversation", "suspend", "formats", "requests", "reduce", "input", "read", "summaries", "cache", "tokens", "stream"];
export const packageTests = () => FOLDERS.flatMap((folder) => filesIn(`tests/js/${folder}`, [".test.mjs"]));

/** The module that chooses the mutant, for the wasm. */
const runtimeOf = (count) => `
/// Chooses a mutant.
pub mod mutants {
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
    static CHOSEN: AtomicU32 = AtomicU32::new(0);
    static REACHED: [AtomicBool; ${count}] = [const { AtomicBool::new(false) }; ${count}];

    pub fn on(number: u32) -> bool {
        REACHED[number as usize].store(true, Relaxed);
        CHOSEN.load(Relaxed) == number
    }
    #[unsafe(no_mangle)]
    pub extern "C" fn choose_mutant(number: u32) {
        CHOSEN.store(number, Relaxed);
    }
    #[unsafe(no_mangle)]
    pub extern "C" fn reached_mutants() -> *const AtomicBool {
        REACHED.as_ptr()
    }
    #[unsafe(no_mangle)]
    pub extern "C" fn count_mutants() -> usize {
        ${count}
    }
}
`;

/** Builds and installs the package with these mutants, all of which compile. */
export async function buildPackage(mutants) {
  await copyTree(packageTree);
  writeInto(packageTree, new Set(mutants.map(({ file }) => file)), mutants, await rustParser());
  appendFileSync(join(packageTree, "src", "lib.rs"), runtimeOf(Math.max(...mutants.map(({ number }) => number)) + 1));
  linkTools(packageTree);
  const env = { ...environment(), CARGO_ENCODED_RUSTFLAGS: "--cap-lints=warn", CARGO_TARGET_DIR: at("target", "mutants", "wasm") };
  for (const args of [["scripts/build.mjs"], ["scripts/test.mjs", "pack"]]) await run(process.execPath, args, { cwd: packageTree, env });
}
