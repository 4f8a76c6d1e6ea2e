// The ledger of a store of files: it records which checkpoints were resumed, for all processes of one machine.
//
// Each checkpoint has a folder of its own:
//
//   claim-1, claim-2, ...   the claims in order; only the newest counts
//   results.jsonl           the results of finished tools, one a line
//   done                    the checkpoint was resumed, and the resume is complete
//
// A resume never deletes a file, because processes cannot agree on a file that may vanish. You may remove a folder that contains `done`
// once the text of its checkpoint cannot come back.

import { open, readFile, readdir } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { alreadyResumed, guarded, named } from "../suspend/ledger.js";
import type { CheckpointLedger, RecordedResult } from "../index.js";
import { created, exists, foldersIn, nameOf, syncFolder, writeWhole } from "./files.js";
import { isAlive, isAnother, startOf } from "./processes.js";

/** The content of a claim file. */
interface ClaimFile {
  readonly released?: boolean;
  readonly host?: string;
  readonly pid?: number;
  readonly startedAt?: string | null;
}

export function ledgerIn(root: string): CheckpointLedger {
  /** The claim files of this ledger, by checkpoint. */
  const held = new Map<string, string>();
  const make = foldersIn(root);
  const path = (id: string, ...names: string[]) => join(root, nameOf(named(id)), ...names);
  const newestClaim = async (id: string) => {
    const names = await readdir(path(id));
    return Math.max(0, ...names.map((name) => Number(/^claim-(\d+)$/.exec(name)?.[1] ?? 0)));
  };
  const ledger = {
    consumed: (id: string) => exists(path(id, "done")),
    /**
     * Claims are numbered, and each number can be taken once. When the newest claim is free, several processes may try to take the next
     * number, and one of them gets it.
     */
    async claim(id: string) {
      await make(path(id));
      const newest = await newestClaim(id);
      if (newest > 0 && !(await isFree(JSON.parse(await readFile(path(id, `claim-${newest}`), "utf8")) as ClaimFile)))
        throw alreadyResumed(id, "is being resumed already");
      const file = path(id, `claim-${newest + 1}`);
      if (
        !(await created(
          file,
          JSON.stringify({ host: hostname(), pid: process.pid, startedAt: await startOf(process.pid) } satisfies ClaimFile),
        ))
      )
        throw alreadyResumed(id, "was just claimed by another process or thread");
      held.set(id, file);
      // The last holder may have completed the resume in the meantime.
      if (await ledger.consumed(id)) {
        await ledger.release(id);
        throw alreadyResumed(id);
      }
    },
    async commit(id: string) {
      await writeWhole(path(id, "done"), `${new Date().toISOString()}\n`);
      await ledger.release(id);
    },
    /** Marks the claim as free, but keeps its file, so that no other claim takes its number. */
    async release(id: string) {
      const file = held.get(id);
      if (file === undefined) return;
      await writeWhole(file, JSON.stringify({ released: true } satisfies ClaimFile));
      held.delete(id);
    },
    /** A line has a line break on both sides, so that a line of which a crash left a part, or zeros, damages no other line. */
    async record(id: string, result: RecordedResult) {
      const own = held.get(named(id));
      if (own === undefined || own !== path(id, `claim-${await newestClaim(id)}`))
        throw alreadyResumed(id, "is not claimed by this process any more");
      const file = await open(path(id, "results.jsonl"), "a");
      try {
        await file.appendFile(`\n${JSON.stringify(result)}\n`);
        // The tool has run, so its result must survive a power cut, too.
        await file.sync();
      } finally {
        await file.close();
      }
      await syncFolder(path(id));
    },
    async recorded(id: string) {
      const file = path(id, "results.jsonl");
      const text = (await exists(file)) ? await readFile(file, "utf8") : "";
      return text.split("\n").flatMap((line) => parsed(line) ?? []);
    },
  };
  return guarded(ledger);
}

/**
 * Returns true if a claim was released, or its process is dead. A claim of another machine never counts as free. Nor does a claim of a
 * living process, even if its worker thread was terminated: it ends with the process. A person has to check these cases, which is better
 * than a tool that runs twice.
 */
async function isFree({ released, host, pid = 0, startedAt }: ClaimFile): Promise<boolean> {
  if (released === true) return true;
  if (host !== hostname()) return false;
  if (!isAlive(pid)) return true;
  // The id may belong to a later process: in a container, every process is process 1.
  const start = await startOf(pid);
  return start !== null && typeof startedAt === "string" && isAnother(startedAt, start);
}

function parsed(line: string): RecordedResult | null {
  try {
    return JSON.parse(line) as RecordedResult;
  } catch {
    return null;
  }
}
