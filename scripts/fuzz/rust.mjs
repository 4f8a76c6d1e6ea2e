// Builds and runs the targets of libFuzzer. They need no nightly compiler: the core is safe code, so no sanitizer is needed.

import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { at, environment, toolsFolder } from "../lib/paths.mjs";
import { StepError, run } from "../lib/run.mjs";
import { step } from "../lib/step.mjs";
import { CARGO_FUZZ_VERSION, findTool } from "../lib/tools.mjs";
import { writeSeeds } from "./seeds.mjs";
import { spread } from "../../tests/support/runs.mjs";

const PROVIDERS = JSON.parse(readFileSync(at("tests", "support", "targets.json"), "utf8")).map(({ name }) => name);

/** The targets, as in `tests/bytes/fuzzed.rs`. */
export const TARGETS = [...PROVIDERS, "snapshots", "views", "fit"];

/** The folder of everything that a run makes. */
const work = at("target", "fuzz");
/** The bytes of the longest input. Longer ones take time, and hold little that others lack. */
const LONGEST = 3_000;
/** The bytes of the longest input that is kept in the repository, and the most inputs of a target. */
const [LONGEST_KEPT, MOST_KEPT] = [600, 40];

/** Inputs that break a check after which a target ends: they are often one fault. */
const MOST_FOUND = 20;

/** Installs cargo-fuzz into .tools, unless it is there. */
export async function installFuzzer() {
  if ((await findTool("cargo-fuzz", CARGO_FUZZ_VERSION)) !== null) return;
  const args = ["install", "--locked", "--force", "cargo-fuzz", "--version", CARGO_FUZZ_VERSION, "--root", toolsFolder];
  const env = { ...environment(), CARGO_TARGET_DIR: join(toolsFolder, "target") };
  await step(`cargo-fuzz ${CARGO_FUZZ_VERSION} (cargo install, into .tools)`, "1 min", () => run("cargo", args, { env }));
  rmSync(join(toolsFolder, "target"), { recursive: true, force: true });
}

/** Runs libFuzzer. Its options for coverage are unstable in the compiler, which RUSTC_BOOTSTRAP allows. */
async function libFuzzer(name, folders, options) {
  const env = { ...environment(), CARGO_TARGET_DIR: join(work, "build"), RUSTC_BOOTSTRAP: "1" };
  const fuzz = ["fuzz", "run", "--fuzz-dir", at("tests", "fuzz"), "--sanitizer", "none", name, ...folders, "--", ...options];
  return run("cargo", fuzz, { env, show: true });
}

const kept = (name) => at("tests", "fuzz", "corpus", name);
const grown = (name) => join(work, "corpus", name);

/**
 * Fuzzes a target for this time. Goes on behind inputs that break a check.
 *
 * @param {string} name
 * @param {number} minutes
 * @returns {Promise<string[]>} the files of the inputs that break a check
 */
export async function fuzzTarget(name, minutes) {
  const [seeds, found] = [join(work, "seeds", name), join(work, "found", name)];
  writeSeeds(name, PROVIDERS, seeds);
  for (const folder of [grown(name), found]) mkdirSync(folder, { recursive: true });
  const options = ["-timeout=10", "-rss_limit_mb=2048", `-max_len=${LONGEST}`, "-print_final_stats=1", `-artifact_prefix=${found}/`];
  const end = performance.now() + minutes * 60_000;
  for (let left = minutes * 60; left > 1 && readdirSync(found).length < MOST_FOUND; left = (end - performance.now()) / 1000) {
    try {
      await libFuzzer(name, [grown(name), seeds, kept(name)], [...options, `-max_total_time=${Math.ceil(left)}`]);
    } catch (error) {
      // It ends at an input that breaks a check, and leaves it in the folder.
      if (!(error instanceof StepError) || readdirSync(found).length === 0) throw error;
    }
  }
  return readdirSync(found).map((file) => join(found, file));
}

/**
 * Copies some small inputs into the repository that take ways through the code which no seed and no kept input takes. Their sizes are spread,
 * because the smallest ones show little.
 */
export async function keepInputs(name) {
  const [seeds, merged] = [join(work, "seeds", name), join(work, "merged", name)];
  rmSync(merged, { recursive: true, force: true });
  mkdirSync(merged, { recursive: true });
  for (const folder of [seeds, kept(name)]) for (const file of readdirSync(folder)) copyFileSync(join(folder, file), join(merged, file));
  const before = new Set(readdirSync(merged));
  await libFuzzer(name, [merged, grown(name)], ["-merge=1", `-max_len=${LONGEST_KEPT}`]);
  const added = readdirSync(merged)
    .map((file) => ({ file, size: statSync(join(merged, file)).size }))
    .filter(({ file, size }) => !before.has(file) && size <= LONGEST_KEPT)
    .toSorted((one, other) => one.size - other.size);
  const room = Math.max(0, MOST_KEPT - readdirSync(kept(name)).length);
  for (const { file } of spread(added, room)) copyFileSync(join(merged, file), join(kept(name), file));
}
