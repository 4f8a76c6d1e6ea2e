// Runs real processes: each has one task, and ends.

import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { setTimeout } from "node:timers/promises";
import { StepError } from "../lib/run.mjs";
import { places } from "./shared-state.mjs";
import { readLog } from "./tools.mjs";

const POLL_MS = 20;

/** Starts processes one after the other, and keeps their messages. */
export class Processes {
  pids = [];
  /** The signals that ended a process. */
  killed = [];
  /** The messages of all processes. */
  told = {};
  #common;
  #key;

  /** @param {{ folder: string, url: string, key: Buffer }} common */
  constructor({ folder, url, key }) {
    this.#common = { folder, url };
    this.#key = key.toString("hex");
  }

  /**
   * Runs a process to its end.
   *
   * @param {"ask" | "message" | "resume" | "again"} program
   * @param {{ approval: "first" | "second" }} task
   * @throws {StepError} when it fails
   */
  async send(program, task) {
    const ended = await this.#start(program, task).ended;
    if (ended.code !== 0) throw new StepError(`the process "${program}" ended with ${ended.signal ?? `exit code ${ended.code}`}`);
  }

  /** Runs a process until its tool has begun, and kills it there without warning, so that it cannot clean up. */
  async sendAndKill(program, task, tool) {
    const { child, ended } = this.#start(program, task);
    const hasBegun = () => readLog(places(this.#common.folder).toolLog).some((line) => line.pid === child.pid && line.tool === tool);
    while (child.exitCode === null && !hasBegun()) await setTimeout(POLL_MS);
    child.kill("SIGKILL");
    const { signal } = await ended;
    if (signal !== "SIGKILL") throw new StepError(`the process "${program}" ended before it could be killed`);
    this.killed.push(signal);
  }

  #start(program, task) {
    const path = fileURLToPath(new URL(`./processes/${program}.mjs`, import.meta.url));
    const env = { ...process.env, APPROVAL_KEY: this.#key };
    const child = fork(path, [JSON.stringify({ ...this.#common, ...task })], { env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
    this.pids.push(child.pid);
    child.on("message", (facts) => Object.assign(this.told, facts));
    return { child, ended: once(child, "exit").then(([code, signal]) => ({ code, signal })) };
  }
}
