// Runs a third-party server, such as a bundler's: starts it, waits for it, and ends it in any case.

import { spawn } from "node:child_process";
import { basename } from "node:path";
import { StepError } from "../../scripts/lib/run.mjs";

const START_MS = 90_000;
const ANSI = /\x1b\[[\d;]*m/g;

/**
 * Starts a program that prints the address at which it listens, and ends it after `work`.
 *
 * @template T
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv }} options
 * @param {(url: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function whileServing(command, args, { cwd, env = process.env }, work) {
  // The program gets a process group of its own: it may start others, and all of them must end.
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const ended = new Promise((resolve) => child.once("close", resolve).once("error", resolve));
  try {
    return await work(await address(child, basename(command)));
  } finally {
    end(child);
    await ended;
  }
}

function address(child, name) {
  return new Promise((resolve, reject) => {
    let output = "";
    const fail = (message) => reject(new StepError(message, { tail: output.slice(-2_000) }));
    const timer = setTimeout(() => fail(`${name} did not say where it listens`), START_MS);
    const read = (text) => {
      output += text;
      const url = /https?:\/\/(?:127\.0\.0\.1|localhost):\d+\/?/.exec(output.replace(ANSI, ""))?.[0];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url.endsWith("/") ? url : `${url}/`);
    };
    child.stdout.setEncoding("utf8").on("data", read);
    child.stderr.setEncoding("utf8").on("data", read);
    child.once("error", ({ message }) => fail(`cannot start ${name}: ${message}`));
    child.once("close", (code) => fail(`${name} ended with exit code ${code}`));
  });
}

function end(child) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGTERM");
  } catch {
    // The process has ended already.
  }
}
