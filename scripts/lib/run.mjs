// Runs a program, and explains a failure.

import { spawn } from "node:child_process";
import { basename } from "node:path";
import { root } from "./paths.mjs";

/** An error for a step that failed for a reason that the user can act on. */
export class StepError extends Error {
  name = "StepError";
  /**
   * @param {string} message what failed
   * @param {{ advice?: string, tail?: string }} [more] what to do, and the relevant lines of the output
   */
  constructor(message, { advice, tail } = {}) {
    super(message);
    this.advice = advice;
    this.tail = tail;
  }
}

/** The lines of a long output that a failure shows: from the first error, which often causes the others, and from the end. */
const ERROR_LINES = 10;
const TAIL_LINES = 30;
/** The interval at which a quiet program shows its newest line, so that it does not look stuck. */
const SIGN_OF_LIFE_MS = 15_000;

/**
 * Runs a program to its end.
 *
 * By default the output is kept, and a failure shows its relevant lines. With `show`, the output is printed as it comes. Standard input is
 * closed, so that no program can wait for an answer.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, advice?: string }} [options]
 * @returns {Promise<string>} the whole output of both streams, in order
 * @throws {StepError} when the program cannot be started or does not exit with 0
 */
export function run(command, args, { cwd = root, env = process.env, show = false, advice } = {}) {
  const line = [basename(command), ...args].join(" ");
  // On Windows, npm is a command file, which only a shell can start.
  const shell = process.platform === "win32" && command === "npm";
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, shell, stdio: ["ignore", "pipe", "pipe"] });
    const begun = performance.now();
    let output = "";
    const keep = (stream) => (text) => {
      output += text;
      if (show) stream.write(text);
    };
    child.stdout.setEncoding("utf8").on("data", keep(process.stdout));
    child.stderr.setEncoding("utf8").on("data", keep(process.stderr));
    const signs = show ? undefined : setInterval(() => printSignOfLife(output, begun), SIGN_OF_LIFE_MS);

    child.on("error", (cause) => {
      clearInterval(signs);
      const reason = cause.code === "ENOENT" ? "it is not installed" : cause.message;
      reject(new StepError(`cannot start ${command}: ${reason}`, { advice }));
    });
    child.on("close", (code, signal) => {
      clearInterval(signs);
      if (code === 0) return resolve(output);
      const how = signal ? `was ended by ${signal}` : `failed with exit code ${code}`;
      // Output that was shown is not shown again.
      reject(new StepError(`\`${shortened(line)}\` ${how}`, { advice, tail: show ? undefined : excerpt(output) }));
    });
  });
}

/**
 * Runs a program for a short output, such as its version.
 *
 * @returns {Promise<string | null>} its trimmed output; null when the program is missing or fails
 */
export async function ask(command, args, options) {
  try {
    return (await run(command, args, options)).trim();
  } catch (error) {
    if (error instanceof StepError) return null;
    throw error;
  }
}

/** Prints a failure: what failed, the relevant lines of the output, what to do. */
export function printFailure(error) {
  if (!(error instanceof StepError)) {
    console.error(error);
    return;
  }
  console.error(`\nFAILED: ${error.message}`);
  if (error.tail) console.error(`It said:\n${error.tail.replace(/^/gm, "    ")}`);
  if (error.advice) console.error(`What to do: ${error.advice}`);
}

/** Runs the body of a command. Prints a failure, and sets exit code 1. */
export async function command(body) {
  try {
    await body();
  } catch (error) {
    printFailure(error);
    process.exitCode = 1;
  }
}

function printSignOfLife(output, begun) {
  const newest = output.trimEnd().split("\n").at(-1).trim();
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(`    ... ${seconds} s${newest === "" ? "" : `: ${newest.slice(0, 100)}`}`);
}

function shortened(line) {
  return line.length <= 160 ? line : `${line.slice(0, 157)}...`;
}

function excerpt(output) {
  const lines = output.trimEnd().split("\n");
  const tail = lines.slice(-TAIL_LINES);
  const earlier = lines.slice(0, -TAIL_LINES);
  const first = earlier.findIndex((line) => /\berror\b/i.test(line));
  return (first === -1 ? tail : [...earlier.slice(first, first + ERROR_LINES), "...", ...tail]).join("\n");
}
