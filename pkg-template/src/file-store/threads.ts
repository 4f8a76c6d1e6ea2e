// The threads of a store of files. Each thread has a folder:
//
//   id          the id of the thread
//   e7          entry 7: its revision, a line break, and its data
//   s5          the snapshot of the entries up to 5, in the same form
//   head        a revision that was stored: if nothing is as new, the newest entry is missing
//
// A number is taken by the process that creates its file. An entry counts when the one before it is there; that of a process that was late
// does not, and it removes it. A gap that stays is damage, which the reader of the thread reports.

import { randomUUID } from "node:crypto";
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { StoredEntry, StoredThread, StoreOperations, ThreadInfo } from "../index.js";
import { isRevision, numberOf } from "../store/revision.js";
import { created, isCode, nameOf } from "./files.js";

/** The numbers of the files of a thread. */
interface Listing {
  readonly snapshots: readonly number[];
  readonly entries: readonly number[];
}

const FILE = /^([es])(\d+)$/;
const HEAD = "head";
/** The digits of a revision that cannot be read, and the most characters of a broken one that an error shows. */
const [UNKNOWN, MOST_SHOWN] = ["0".repeat(16), 40];
/** Attempts to read a thread while other processes replace its entries by a snapshot, or remove an entry that does not count. */
const ATTEMPTS = 20;
/** Milliseconds by which each attempt waits longer than the one before it. */
const WAIT = 5;

export function threadsIn(root: string): StoreOperations {
  const folderOf = (threadId: string) => join(root, nameOf(threadId));
  return {
    load: (threadId) => load(folderOf(threadId)),
    async append(threadId, expected, entry) {
      const folder = folderOf(threadId);
      if (expected === null) {
        await mkdir(folder, { recursive: true });
        await created(join(folder, "id"), threadId);
      }
      try {
        return await append(folder, expected, entry);
      } catch (error) {
        // Another process deleted the thread.
        if (isCode(error, "ENOENT") && expected !== null) return false;
        throw error;
      }
    },
    snapshot: (threadId, snapshot) => putSnapshot(folderOf(threadId), snapshot),
    list: ({ after, limit }) => list(root, after, limit),
    async delete(threadId) {
      const gone = join(root, `${randomUUID()}${GONE}`);
      try {
        // In one step, so that no process reads half of the thread.
        await rename(folderOf(threadId), gone);
      } catch (error) {
        if (isCode(error, "ENOENT")) return false;
        throw error;
      }
      await rm(gone, { recursive: true, force: true });
      return true;
    },
  };
}

/** The end of the names of folders that are being deleted. */
const GONE = ".gone";

/** The names in a folder; none if the folder does not exist. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isCode(error, "ENOENT")) return [];
    throw error;
  }
}

async function listing(folder: string): Promise<Listing> {
  const found = (await namesIn(folder)).flatMap((name) => {
    const [, kind, number] = FILE.exec(name) ?? [];
    return kind === undefined ? [] : [{ kind, number: Number(number) }];
  });
  const numbers = (kind: string) =>
    found
      .filter((file) => file.kind === kind)
      .map(({ number }) => number)
      .sort((one, other) => one - other);
  const snapshots = numbers("s");
  return { snapshots, entries: numbers("e").filter((number) => number > (snapshots.at(-1) ?? 0)) };
}

async function read(folder: string, name: string): Promise<StoredEntry> {
  const text = await readFile(join(folder, name), "utf8");
  const end = text.indexOf("\n");
  const entry: StoredEntry = { revision: text.slice(0, end), data: text.slice(end + 1) };
  const [, , number] = FILE.exec(name) ?? [];
  if (isRevision(entry.revision) && numberOf(entry.revision) === Number(number)) return entry;
  const found = JSON.stringify(entry.revision.slice(0, MOST_SHOWN));
  return { ...entry, revision: `${number}-${UNKNOWN}`, damage: `the file ${name} begins with ${found}, and not with its revision` };
}

/** Returns a revision that was stored; null if none is known. */
async function headOf(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, HEAD), "utf8").catch(() => "");
  return isRevision(text) ? text : null;
}

async function load(folder: string): Promise<StoredThread | null> {
  for (let attempt = 1; ; attempt += 1) {
    // It is read before the entries: then they are as new, whatever is added meanwhile.
    const head = await headOf(folder);
    const { snapshots, entries: numbers } = await listing(folder);
    const first = (snapshots.at(-1) ?? 0) + 1;
    if (attempt < ATTEMPTS && numbers.some((number, place) => number !== first + place)) {
      // Files came or went while they were listed. Or a process that had not seen a snapshot is removing its entry. A gap that stays is damage.
      await new Promise((resolve) => setTimeout(resolve, WAIT * attempt));
      continue;
    }
    try {
      const kept = snapshots.at(-1);
      const snapshot = kept === undefined ? null : await read(folder, `s${kept}`);
      const entries = await Promise.all(numbers.map((number) => read(folder, `e${number}`)));
      const revision = entries.at(-1)?.revision ?? snapshot?.revision ?? null;
      const isHeadMissing = head !== null && numberOf(head) > (revision === null ? 0 : numberOf(revision));
      const newest = isHeadMissing ? head : revision;
      return newest === null ? null : { revision: newest, snapshot, entries };
    } catch (error) {
      // A snapshot has taken the place of a file since it was listed.
      if (!isCode(error, "ENOENT") || attempt === ATTEMPTS) throw error;
    }
  }
}

/** The revision with a number; null if there is none. */
async function revisionAt(folder: string, number: number, { snapshots, entries }: Listing): Promise<string | null> {
  if (number === 0) return null;
  if (entries.includes(number)) return (await read(folder, `e${number}`)).revision;
  return snapshots.at(-1) === number ? (await read(folder, `s${number}`)).revision : null;
}

async function append(folder: string, expected: string | null, { revision, data }: StoredEntry): Promise<boolean> {
  const number = numberOf(revision);
  const isNext = async () => {
    const files = await listing(folder);
    const isFree = Math.max(0, files.snapshots.at(-1) ?? 0) < number;
    return isFree && (await revisionAt(folder, number - 1, files)) === expected;
  };
  const head = await headOf(folder);
  // The place of a stored entry that is missing is not free.
  const isTaken = head !== null && numberOf(head) >= number;
  if (isTaken || !(await isNext())) return (await revisionAt(folder, number, await listing(folder))) === revision;
  const path = join(folder, `e${number}`);
  if (!(await created(path, `${revision}\n${data}`))) return (await read(folder, `e${number}`)).revision === revision;
  // Since it was asked, others may have added entries and put a snapshot in their place: the number was free again then.
  if (await isNext()) {
    // The entry is stored. A head that is old, or lost in a power cut, only shows less.
    await writeFile(join(folder, HEAD), revision).catch(() => undefined);
    return true;
  }
  await rm(path, { force: true });
  return false;
}

async function putSnapshot(folder: string, { revision, data }: StoredEntry): Promise<void> {
  const number = numberOf(revision);
  const files = await listing(folder);
  if (!files.entries.includes(number) || (await revisionAt(folder, number, files)) !== revision) return;
  if (!(await created(join(folder, `s${number}`), `${revision}\n${data}`))) return;
  // The snapshot counts from here on.
  const names = await readdir(folder);
  const old = names.filter((name) => {
    const [, kind, of] = FILE.exec(name) ?? [];
    return kind !== undefined && (Number(of) < number || (kind === "e" && Number(of) === number));
  });
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
}

async function list(root: string, after: string, limit: number): Promise<ThreadInfo[]> {
  const names = (await namesIn(root)).filter((name) => !name.endsWith(GONE));
  const found = await Promise.all(
    names.map(async (name) => {
      try {
        return [await readFile(join(root, name, "id"), "utf8"), join(root, name)] as const;
      } catch (error) {
        if (isCode(error, "ENOENT") || isCode(error, "ENOTDIR")) return null;
        throw error;
      }
    }),
  );
  const threads = found.filter((thread) => thread !== null).filter(([id]) => id > after);
  threads.sort(([one], [other]) => (one < other ? -1 : 1));
  const infos: ThreadInfo[] = [];
  for (const [threadId, folder] of threads) {
    if (infos.length === limit) break;
    const thread = await load(folder);
    if (thread !== null) infos.push({ threadId, revision: thread.revision, updatedAt: Math.round((await stat(folder)).mtimeMs) });
  }
  return infos;
}
