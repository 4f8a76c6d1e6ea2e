// Runs the probe in runtimes, and compares what it answers with what the Node does that runs all this.

import { StepError, printFailure } from "../../scripts/lib/run.mjs";
import { duration } from "../../scripts/lib/step.mjs";
import { assertAlone } from "./alone.mjs";
import { packed, projectOf } from "./project.mjs";
import { referenceOf } from "./reference.mjs";
import { assertSame } from "./same.mjs";

/**
 * The ways in which a runtime meets the package.
 *
 * @typedef {object} Runtime
 * @property {string} [project] the folder of `projects` that it works in; that of its name when absent
 * @property {boolean} [scripts] whether its packages fetch a program when they are installed
 * @property {(project: import("./project.mjs").Project) => string | Promise<string>} [version] that of the package of its name when absent
 * @property {Record<string, (project: import("./project.mjs").Project) => Promise<string>>} ways each gives the probe's answer
 * @property {Parameters<typeof assertAlone>[1]} [bundle] of a bundler: it is asked for each name of the package alone
 *
 * @typedef {{ runtime: string, version: string, way: string, outcome: "same bytes" | "own size" | "FAILED", time: number, note: string }} Row
 */

/**
 * Tries runtimes, and prints a table. The package must have been built.
 *
 * @param {string[]} names
 * @throws {StepError} when one of them answers with other bytes, or not at all
 */
export async function tryRuntimes(names) {
  const tarball = await packed();
  const reference = await referenceOf(tarball);
  const rows = [];
  for (const name of names) {
    // Imported when asked for: some import npm packages, which setup brings.
    const { runtime } = await import(`./runtimes/${name}.mjs`);
    rows.push(...(await rowsOf(name, runtime, tarball, reference)));
  }
  console.log(`\n${tableOf(rows)}`);
  const failed = rows.filter(({ outcome }) => outcome === "FAILED").map(({ runtime, way }) => `${runtime} (${way})`);
  if (failed.length > 0) throw new StepError(`not the bytes of Node: ${failed.join(", ")}`, { advice: "see above what each said" });
}

/**
 * Runs all ways of a runtime. One that fails stops no other.
 *
 * @param {string} name
 * @param {Runtime} runtime
 * @param {string} tarball
 * @param {string} reference
 * @returns {Promise<Row[]>}
 */
async function rowsOf(name, runtime, tarball, reference) {
  let project;
  let version = "";
  try {
    project = await projectOf(runtime.project ?? name, tarball, runtime);
    version = await (runtime.version?.(project) ?? project.version(name));
  } catch (error) {
    return [failed({ runtime: name, version, way: "install", time: 0 }, error)];
  }
  const rows = [];
  const checks = Object.entries(runtime.ways).map(([way, run]) => ({ way, check: async () => assertSame(await run(project), reference), good: "same bytes" }));
  if (runtime.bundle) checks.push({ way: "each name alone", check: () => assertAlone(project, runtime.bundle), good: "own size" });
  for (const { way, check, good } of checks) {
    const begun = performance.now();
    const row = () => ({ runtime: name, version, way, time: performance.now() - begun });
    try {
      await check();
      rows.push({ ...row(), outcome: good, note: "" });
    } catch (error) {
      rows.push(failed(row(), error));
    }
    const { outcome } = rows.at(-1);
    console.log(`${name} ${way}: ${outcome}`);
  }
  return rows;
}

function failed(row, error) {
  printFailure(error);
  return { ...row, outcome: "FAILED", note: String(error?.message ?? error).split("\n")[0] };
}

/** @param {Row[]} rows */
function tableOf(rows) {
  const lines = rows.map(({ runtime, version, way, outcome, time, note }) =>
    `| ${runtime} | ${version} | ${way} | ${outcome}${note === "" ? "" : `: ${note}`} | ${duration(time)} |`);
  return ["| runtime | version | way | bytes | time |", "|---|---|---|---|---:|", ...lines, ""].join("\n");
}
