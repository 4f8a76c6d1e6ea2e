// A ledger on disk: it records which checkpoints were resumed, for all processes of one machine. Copy it, together with files.mjs.
//
// Each checkpoint has a folder of its own:
//
//   claim-1, claim-2, ...   the claims in order; only the newest counts
//   results.jsonl           the results of finished tools, one a line
//   done                    the checkpoint was resumed, and the resume is complete
//
// A resume never deletes a file, because processes cannot agree on a file that may vanish. You may remove a folder that contains `done`
// once the text of its checkpoint cannot come back.

import { randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { ConversationError } from "backscroll";
import { exists, writeWhole } from "./files.mjs";

/** Distinguishes this process from an earlier one with the same id: in a container, every process is process 1. Use one thread a process. */
const RUN = randomUUID();
const HOST = hostname();

/** The ids that may name a folder. Ids may come from outside, so `../..` is refused. */
const SAFE_ID = /^[\w-]{1,128}$/;

/** @implements {import("backscroll").CheckpointLedger} */
export class DiskLedger {
  #folder;
  /** The claim files of this ledger, by checkpoint. */
  #held = new Map();

  /** @param {string} folder on a local disk; it is created when missing */
  constructor(folder) {
    this.#folder = folder;
  }

  async consumed(id) {
    return exists(this.#path(id, "done"));
  }

  /**
   * Claims are numbered, and each number can be taken once. When the newest claim is free, several processes may try to take the next
   * number, and one of them gets it.
   */
  async claim(id) {
    await mkdir(this.#path(id), { recursive: true });
    const newest = await this.#newestClaim(id);
    if (newest > 0 && !isFree(JSON.parse(await readFile(this.#path(id, `claim-${newest}`), "utf8")))) throw refused(id, "is being resumed by another process");
    const path = this.#path(id, `claim-${newest + 1}`);
    if (!(await created(path, { host: HOST, pid: process.pid, run: RUN }))) throw refused(id, "was just claimed by another process");
    this.#held.set(id, path);
    // The last holder may have completed the resume in the meantime.
    if (await this.consumed(id)) {
      await this.release(id);
      throw refused(id, "has already been resumed");
    }
  }

  async commit(id) {
    await writeWhole(this.#path(id, "done"), `${new Date().toISOString()}\n`);
    await this.release(id);
  }

  /** Marks the claim as free and keeps its file: a number that is given back could be taken twice. */
  async release(id) {
    const path = this.#held.get(id);
    if (path === undefined) return;
    await writeWhole(path, JSON.stringify({ released: true }));
    this.#held.delete(id);
  }

  /** A line begins with its line break, so that a line that a crash cut short damages no other line. */
  async record(id, result) {
    const file = await open(this.#path(id, "results.jsonl"), "a");
    try {
      await file.appendFile(`\n${JSON.stringify(result)}`);
      // The tool has run, so its result must survive a power cut, too.
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async recorded(id) {
    const path = this.#path(id, "results.jsonl");
    const text = (await exists(path)) ? await readFile(path, "utf8") : "";
    return text.split("\n").flatMap((line) => parsed(line) ?? []);
  }

  async #newestClaim(id) {
    const names = await readdir(this.#path(id));
    return Math.max(0, ...names.map((name) => Number(/^claim-(\d+)$/.exec(name)?.[1] ?? 0)));
  }

  #path(id, ...names) {
    if (!SAFE_ID.test(id)) throw new Error(`the checkpoint's id cannot name a folder: ${JSON.stringify(id)}`);
    return join(this.#folder, id, ...names);
  }
}

/**
 * Returns true when a claim was released, or its process is dead. A claim of another machine never counts as free, nor does a claim whose
 * process id now belongs to another program. A person has to look at these, which is better than a tool that runs twice.
 */
function isFree({ released, host, pid, run }) {
  if (released) return true;
  if (host !== HOST) return false;
  return pid === process.pid ? run !== RUN : !isAlive(pid);
}

function isAlive(pid) {
  try {
    // Signal 0 sends nothing, and only checks the process.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process may exist and belong to another user (EPERM).
    return error.code !== "ESRCH";
  }
}

/** Creates a file unless it exists. Uses a link, so that the file is complete as soon as it exists; the flag `wx` does not promise that. */
async function created(path, value) {
  const draft = `${path}.${randomUUID()}`;
  await writeWhole(draft, JSON.stringify(value));
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft);
  }
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** The code of this error says that the ledger works and refuses the claim. Every other error becomes `ledger-failed`. */
function refused(id, what) {
  return new ConversationError("checkpoint-already-resumed", `The checkpoint ${id} ${what}.`, { details: { checkpointId: id } });
}
