// Runs the probe in each runtime, and compares the answer with that of the Node that runs this program.

import { StepError, printFailure } from "../../scripts/lib/run.mjs";
import { duration } from "../../scripts/lib/step.mjs";
import { assertAlone } from "./alone.mjs";
import { packed, projectOf } from "./project.mjs";
import { referenceOf } from "./reference.mjs";
import { assertSame } from "./same.mjs";

/**
 * The ways in which a runtime loads the package.
 *
 * @typedef {object} Runtime
 * @property {string} [project] its folder in `projects`; by default the folder of its name
 * @property {boolean} [scripts] true if its packages download a program during installation
 * @property {(project: import("./project.mjs").Project) => string | Promise<string>} [version] by default the version of the package of its name
 * @property {Record<string, (project: import("./project.mjs").Project) => Promise<string>>} ways functions that return the probe's answer
 * @property {Parameters<typeof assertAlone>[1]} [bundle] for a bundler: bundles each name of the package alone
 *
 * @typedef {{ runtime: string, version: string, way: string, outcome: "same bytes" | "own size" | "FAILED", time: number, note: string }} Row
 */

/**
 * Tests runtimes, and prints a table. The package must have been built.
 *
 * @param {string[]} names
 * @throws {StepError} when a runtime answers with other bytes, or fails
 */
export async function tryRuntimes(names) {
  const tarballs = await packed();
  const reference = await referenceOf(tarballs);
  const rows = [];
  for (const name of names) {
    // Imported late: some import npm packages, which setup installs.
    const { runtime } = await import(`./runtimes/${name}.mjs`);
    rows.push(...(await rowsOf(name, runtime, tarballs, reference)));
  }
  console.log(`\n${tableOf(rows)}`);
  const failed = rows.filter(({ outcome }) => outcome === "FAILED").map(({ runtime, way }) => `${runtime} (${way})`);
  if (failed.length > 0) throw new StepError(`not the bytes of Node: ${failed.join(", ")}`, { advice: "see above what each said" });
}

/**
 * Runs all ways of a runtime. A failure does not stop the others.
 *
 * @param {string} name
 * @param {Runtime} runtime
 * @param {string[]} tarballs
 * @param {string} reference
 * @returns {Promise<Row[]>}
 */
async function rowsOf(name, runtime, tarballs, reference) {
  let project;
  let version = "";
  try {
    project = await projectOf(runtime.project ?? name, tarballs, runtime);
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
