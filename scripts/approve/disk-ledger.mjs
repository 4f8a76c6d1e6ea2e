// A ledger on disk: which checkpoints were resumed, for all processes of one machine. Written to be copied, with files.mjs.
//
// Each checkpoint has a folder of its own:
//
//   claim-1, claim-2, ...   who took hold of it, in turn; only the newest counts
//   results.jsonl           the results of tools that have run, a line each
//   done                    it was resumed, to its end
//
// Nothing in it is ever deleted by a resume, because a file that can vanish cannot be agreed on. A folder with `done` in it may be
// removed together with the checkpoint's own text, when nobody can bring that again.

import { randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { ConversationError } from "backscroll";
import { exists, writeWhole } from "./files.mjs";

/** Tells this process from an earlier one with the same id: in a container each of them is process 1. So: one thread a process. */
const RUN = randomUUID();
const HOST = hostname();

/** An id becomes the name of a folder, and it may come from outside: `../..` must not. */
const SAFE_ID = /^[\w-]{1,128}$/;

/** @implements {import("backscroll").CheckpointLedger} */
export class DiskLedger {
  #folder;
  /** The claim files that are ours, by checkpoint. */
  #held = new Map();

  /** @param {string} folder on a local disk; it is made when it is not there */
  constructor(folder) {
    this.#folder = folder;
  }

  async consumed(id) {
    return exists(this.#path(id, "done"));
  }

  /**
   * Claims are numbered, and a number can be taken once. When the newest is free again, everybody who sees that tries for the next one,
   * and one of them gets it.
   */
  async claim(id) {
    await mkdir(this.#path(id), { recursive: true });
    const newest = await this.#newestClaim(id);
    if (newest > 0 && !isFree(JSON.parse(await readFile(this.#path(id, `claim-${newest}`), "utf8")))) throw refused(id, "is being resumed by another process");
    const path = this.#path(id, `claim-${newest + 1}`);
    if (!(await created(path, { host: HOST, pid: process.pid, run: RUN }))) throw refused(id, "was just claimed by another process");
    this.#held.set(id, path);
    // Its last holder may have come to the end while we looked.
    if (await this.consumed(id)) {
      await this.release(id);
      throw refused(id, "has already been resumed");
    }
  }

  async commit(id) {
    await writeWhole(this.#path(id, "done"), `${new Date().toISOString()}\n`);
    await this.release(id);
  }

  /** The claim stays and says that it is free: a number that was given back could be taken twice. */
  async release(id) {
    const path = this.#held.get(id);
    if (path === undefined) return;
    await writeWhole(path, JSON.stringify({ released: true }));
    this.#held.delete(id);
  }

  /** A line begins with its line break, so that one that a crash cut short spoils only itself. */
  async record(id, result) {
    const file = await open(this.#path(id, "results.jsonl"), "a");
    try {
      await file.appendFile(`\n${JSON.stringify(result)}`);
      // The tool has run: that has to outlive a power cut, too.
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
 * Reports whether nobody holds a claim any more: it was released, or its process is dead. A claim of another machine is never taken for free, nor
 * is one whose process id went to another program meanwhile: then a person has to look, which is better than a tool that runs twice.
 */
function isFree({ released, host, pid, run }) {
  if (released) return true;
  if (host !== HOST) return false;
  return pid === process.pid ? run !== RUN : !isAlive(pid);
}

function isAlive(pid) {
  try {
    // Sends nothing, and only asks.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It may be there and belong to somebody else (EPERM).
    return error.code !== "ESRCH";
  }
}

/** Makes a file, unless there is one. It is whole from the moment it is there, which the flag `wx` does not promise: so a link. */
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

/** This error, by its code, says that the ledger works and the answer is no; every other one becomes `ledger-failed`. */
function refused(id, what) {
  return new ConversationError("checkpoint-already-resumed", `The checkpoint ${id} ${what}.`, { details: { checkpointId: id } });
}
