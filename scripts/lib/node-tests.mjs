// Runs files with Node's test runner, and keeps how long each took.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { at, environment, root } from "./paths.mjs";
import { run } from "./run.mjs";

/**
 * The time after which a test counts as hanging. Node counts a file as a test, too. The slowest file breaks recorded histories and runs six
 * oracles.
 */
const TEST_TIMEOUT_MS = 30 * 60_000;

/** A module that is given to `--test-reporter` is named by its address, because a path of Windows is none. */
const REPORTER = pathToFileURL(at("scripts", "lib", "file-times.mjs")).href;

/** @type {{ file: string, time: number }[]} the files that ran so far, with their milliseconds */
const times = [];

/**
 * The options of Node's test runner are explicit, because Node 20 expands no patterns, reports for machines when there is no terminal, and
 * leaves one core idle, which is half of a small machine. A browser has threads of its own, so there one file runs `atOnce`.
 *
 * @param {string[]} files
 * @param {{ atOnce: number, env?: Record<string, string>, node?: string, flags?: string[] }} options
 */
export async function nodeTests(files, { atOnce, env = {}, node = process.execPath, flags = [] }) {
  const folder = mkdtempSync(join(tmpdir(), "backscroll-times-"));
  const list = join(folder, "times.txt");
  const reporters = [
    "--test-reporter=spec",
    "--test-reporter-destination=stdout",
    `--test-reporter=${REPORTER}`,
    `--test-reporter-destination=${list}`,
  ];
  const usual = ["--expose-gc", "--test", ...reporters, `--test-concurrency=${atOnce}`, `--test-timeout=${TEST_TIMEOUT_MS}`];
  try {
    await run(node, [...usual, ...flags, ...files], { show: true, env: { ...environment(), ...env } });
  } finally {
    if (existsSync(list)) times.push(...timesIn(readFileSync(list, "utf8")));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The slowest files of all runs, the slowest first. A Node before 20.13 does not tell when a file ends, so there is none. */
export function slowestFiles(count) {
  return times.toSorted((one, other) => other.time - one.time).slice(0, count);
}

/** @param {string} text lines of `file-times.mjs` */
function timesIn(text) {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const [, time, path] = /^(\d+) (.*)$/.exec(line);
    return { file: relative(root, path).replaceAll("\\", "/"), time: Number(time) };
  });
}
