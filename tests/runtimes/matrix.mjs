// Runs the probe in each runtime, and compares what it answers with what the Node does that runs all this.

import { StepError, printFailure } from "../../scripts/lib/run.mjs";
import { projectOf } from "./project.mjs";
import { runtime as node } from "./runtimes/node.mjs";

/**
 * A runtime, and the ways in which it meets the package.
 *
 * @typedef {object} Runtime
 * @property {string} name
 * @property {string} project the folder of `projects` that it works in
 * @property {boolean} [scripts] whether its packages fetch a program when they are installed
 * @property {(project: import("./project.mjs").Project) => string | Promise<string>} version
 * @property {Record<string, (project: import("./project.mjs").Project) => Promise<string>>} ways each gives the probe's answer
 *
 * @typedef {{ runtime: string, version: string, way: string, outcome: "same bytes" | "FAILED", time: number, note: string }} Row
 */

/** How much of both answers a failure shows, from where they part. */
const EXCERPT = 120;

/** The answer that all others must equal. */
export async function referenceOf(tarball) {
  return node.ways.ESM(await projectOf(node.project, tarball, node));
}

/**
 * Runs all ways of a runtime. One that fails stops no other.
 *
 * @param {Runtime} runtime
 * @param {string} tarball
 * @param {string} reference
 * @returns {Promise<Row[]>}
 */
export async function rowsOf(runtime, tarball, reference) {
  const { name } = runtime;
  let project;
  let version = "";
  try {
    project = await projectOf(runtime.project, tarball, runtime);
    version = await runtime.version(project);
  } catch (error) {
    return [failed({ runtime: name, version, way: "install", time: 0 }, error)];
  }
  const rows = [];
  for (const [way, run] of Object.entries(runtime.ways)) {
    const begun = performance.now();
    const row = () => ({ runtime: name, version, way, time: performance.now() - begun });
    try {
      assertSame(await run(project), reference);
      rows.push({ ...row(), outcome: "same bytes", note: "" });
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

/** Where two answers part is where to look. */
function assertSame(answer, reference) {
  if (answer === reference) return;
  const index = [...reference].findIndex((_, place) => answer[place] !== reference[place]);
  const place = index === -1 ? reference.length : index;
  const around = (text) => JSON.stringify(text.slice(Math.max(0, place - EXCERPT / 2), place + EXCERPT / 2));
  throw new StepError(`the answer differs from that of Node at character ${place}`, {
    tail: `in Node: ${around(reference)}\nhere:    ${around(answer)}`,
  });
}
