// The threads of a store of files. Each thread has a folder:
//
//   id              the generation of the thread, which is random, a line break, and the id of the thread
//   e7.<generation> entry 7: its revision, a line break, and its data
//   s5.<generation> the snapshot of the entries up to 5, in the same form
//   head.<generation> a revision that was stored: if nothing is as new, the newest entry is missing
//
// In a thread of an earlier version, `id` has only the id, and the names of the files have no generation.
//
// A process that was late may still write to a thread that was deleted, and created again in a folder of the same name. The generation keeps
// its files apart from those of the new thread.
//
// A number is taken by the process that creates its file. An entry counts when the one before it is there; that of a process that was late
// does not, and it removes it. A gap that stays is damage, which the reader of the thread reports.

import { randomUUID } from "node:crypto";
import { readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { StoredEntry, StoredThread, StoreOperations, ThreadInfo } from "../index.js";
import { isRevision, numberOf, randomName } from "../store/revision.js";
import { created, foldersIn, isCode, nameOf, syncFolder } from "./files.js";

/** A thread from its creation to its deletion. */
interface Generation {
  readonly folder: string;
  readonly name: string;
  readonly threadId: string;
}

/** The numbers of the files of a thread. */
interface Listing {
  readonly snapshots: readonly number[];
  readonly entries: readonly number[];
}

const FILE = /^([es])(\d+)(?:\.([\da-f]+))?$/;
/** The beginning of `id`. */
const GENERATION = /^([\da-f]{16})\n/;
const HEAD = "head";
/** The digits of a revision that cannot be read, and the most characters of a broken one that an error shows. */
const [UNKNOWN, MOST_SHOWN] = ["0".repeat(16), 40];
/** Attempts to read a thread while other processes replace its entries by a snapshot, or remove an entry that does not count. */
const ATTEMPTS = 20;
/** Milliseconds by which each attempt waits longer than the one before it. */
const WAIT = 5;

/** The most threads of which a store knows the newest entry that it has synced. */
const MOST_SYNCED = 1_000;

export function threadsIn(root: string): StoreOperations {
  const folderOf = (threadId: string) => join(root, nameOf(threadId));
  const make = foldersIn(root);
  /** The newest revisions that this store has synced, by folder. */
  const synced = new Map<string, string>();
  const remember = (folder: string, revision: string) => {
    if (synced.size >= MOST_SYNCED) synced.clear();
    synced.set(folder, revision);
  };
  return {
    async load(threadId) {
      const folder = folderOf(threadId);
      const thread = await load(folder);
      // A writer may have failed, or died, before it synced the last entry. A power cut must not take what somebody has read, and goes on from.
      if (thread !== null && synced.get(folder) !== thread.revision) {
        await syncFolder(folder);
        remember(folder, thread.revision);
      }
      return thread;
    },
    async append(threadId, expected, entry) {
      const folder = folderOf(threadId);
      if (expected === null) {
        await make(folder);
        await created(join(folder, "id"), `${randomName()}\n${threadId}`);
      }
      try {
        // Another process may have died before it synced the last entry, which a power cut must not take from between two others.
        if (expected !== null && synced.get(folder) !== expected) await syncFolder(folder);
        const isAppended = await append(folder, expected, entry);
        synced.delete(folder);
        if (isAppended) remember(folder, entry.revision);
        return isAppended;
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
        if (!isCode(error, "ENOENT")) throw error;
        // Another process may have died before it synced its deletion.
        await syncFolder(root);
        return false;
      }
      // Before the first file vanishes: a power cut must not bring back a thread, and not a part of it.
      await syncFolder(root);
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

/** The generation that a folder has now; null if it has none. */
async function generationIn(folder: string): Promise<Generation | null> {
  try {
    const text = await readFile(join(folder, "id"), "utf8");
    const [start = "", name = ""] = GENERATION.exec(text) ?? [];
    return { folder, name, threadId: text.slice(start.length) };
  } catch (error) {
    if (isCode(error, "ENOENT") || isCode(error, "ENOTDIR")) return null;
    throw error;
  }
}

function pathOf({ folder, name }: Generation, file: string): string {
  return join(folder, name === "" ? file : `${file}.${name}`);
}

/** The files of a generation. */
async function filesOf({ folder, name }: Generation): Promise<{ name: string; kind: string; number: number }[]> {
  return (await namesIn(folder)).flatMap((file) => {
    const [, kind, number, generation] = FILE.exec(file) ?? [];
    return kind === undefined || (generation ?? "") !== name ? [] : [{ name: file, kind, number: Number(number) }];
  });
}

async function listing(generation: Generation): Promise<Listing> {
  const found = await filesOf(generation);
  const numbers = (kind: string) =>
    found
      .filter((file) => file.kind === kind)
      .map(({ number }) => number)
      .sort((one, other) => one - other);
  const snapshots = numbers("s");
  return { snapshots, entries: numbers("e").filter((number) => number > (snapshots.at(-1) ?? 0)) };
}

async function read(generation: Generation, kind: "e" | "s", number: number): Promise<StoredEntry> {
  const text = await readFile(pathOf(generation, `${kind}${number}`), "utf8");
  const end = text.indexOf("\n");
  const entry: StoredEntry = { revision: text.slice(0, end), data: text.slice(end + 1) };
  if (isRevision(entry.revision) && numberOf(entry.revision) === number) return entry;
  const found = JSON.stringify(entry.revision.slice(0, MOST_SHOWN));
  return {
    ...entry,
    revision: `${number}-${UNKNOWN}`,
    damage: `the file ${kind}${number} begins with ${found}, and not with its revision`,
  };
}

/** Returns a revision that was stored; null if none is known. */
async function headOf(generation: Generation): Promise<string | null> {
  const text = await readFile(pathOf(generation, HEAD), "utf8").catch(() => "");
  return isRevision(text) ? text : null;
}

async function load(folder: string): Promise<StoredThread | null> {
  for (let attempt = 1; ; attempt += 1) {
    const generation = await generationIn(folder);
    if (generation === null) return null;
    // It is read before the entries: then they are as new, whatever is added meanwhile.
    const head = await headOf(generation);
    const { snapshots, entries: numbers } = await listing(generation);
    const first = (snapshots.at(-1) ?? 0) + 1;
    if (attempt < ATTEMPTS && numbers.some((number, place) => number !== first + place)) {
      // Files came or went while they were listed. Or a process that had not seen a snapshot is removing its entry. A gap that stays is damage.
      await new Promise((resolve) => setTimeout(resolve, WAIT * attempt));
      continue;
    }
    try {
      const kept = snapshots.at(-1);
      const snapshot = kept === undefined ? null : await read(generation, "s", kept);
      const entries = await Promise.all(numbers.map((number) => read(generation, "e", number)));
      const revision = entries.at(-1)?.revision ?? snapshot?.revision ?? null;
      const isHeadMissing = head !== null && numberOf(head) > (revision === null ? 0 : numberOf(revision));
      // Since the head was read, another process may have deleted the thread.
      if (isHeadMissing && (await generationIn(folder))?.name !== generation.name) continue;
      const newest = isHeadMissing ? head : revision;
      return newest === null ? null : { revision: newest, snapshot, entries };
    } catch (error) {
      // A snapshot has taken the place of a file since it was listed.
      if (!isCode(error, "ENOENT") || attempt === ATTEMPTS) throw error;
    }
  }
}

/** The revision with a number; null if there is none. */
async function revisionAt(generation: Generation, number: number, { snapshots, entries }: Listing): Promise<string | null> {
  if (number === 0) return null;
  if (entries.includes(number)) return (await read(generation, "e", number)).revision;
  return snapshots.at(-1) === number ? (await read(generation, "s", number)).revision : null;
}

async function append(folder: string, expected: string | null, { revision, data }: StoredEntry): Promise<boolean> {
  const number = numberOf(revision);
  const generation = await generationIn(folder);
  if (generation === null) return false;
  const isNext = async () => {
    const files = await listing(generation);
    const isFree = Math.max(0, files.snapshots.at(-1) ?? 0) < number;
    return isFree && (await revisionAt(generation, number - 1, files)) === expected;
  };
  const isStored = async () => {
    if ((await revisionAt(generation, number, await listing(generation))) !== revision) return false;
    // The first attempt may have failed before the entry was on the disk.
    await syncFolder(folder);
    return true;
  };
  const head = await headOf(generation);
  // The place of a stored entry that is missing is not free.
  const isTaken = head !== null && numberOf(head) >= number;
  if (isTaken || !(await isNext())) return isStored();
  const path = pathOf(generation, `e${number}`);
  if (!(await created(path, `${revision}\n${data}`))) return isStored();
  // Since it was asked, others may have added entries and put a snapshot in their place: the number was free again then. Or they deleted the
  // thread, and created it again.
  if ((await generationIn(folder))?.name === generation.name && (await isNext())) {
    // The entry is stored. A head that is old, or lost in a power cut, only shows less.
    await writeFile(pathOf(generation, HEAD), revision).catch(() => undefined);
    return true;
  }
  await rm(path, { force: true });
  return false;
}

async function putSnapshot(folder: string, { revision, data }: StoredEntry): Promise<void> {
  const number = numberOf(revision);
  const generation = await generationIn(folder);
  if (generation === null) return;
  const files = await listing(generation);
  if (!files.entries.includes(number) || (await revisionAt(generation, number, files)) !== revision) return;
  if (!(await created(pathOf(generation, `s${number}`), `${revision}\n${data}`))) return;
  // The snapshot counts from here on.
  const isOld = (file: { kind: string; number: number }) => file.number < number || (file.kind === "e" && file.number === number);
  const old = (await filesOf(generation)).filter(isOld);
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { force: true })));
}

async function list(root: string, after: string, limit: number): Promise<ThreadInfo[]> {
  const names = (await namesIn(root)).filter((name) => !name.endsWith(GONE));
  const found = await Promise.all(names.map((name) => generationIn(join(root, name))));
  const threads = found.filter((generation) => generation !== null).filter(({ threadId }) => threadId > after);
  threads.sort(({ threadId: one }, { threadId: other }) => (one < other ? -1 : 1));
  const infos: ThreadInfo[] = [];
  for (const { threadId, folder } of threads) {
    if (infos.length === limit) break;
    const thread = await load(folder);
    if (thread !== null) infos.push({ threadId, revision: thread.revision, updatedAt: Math.round((await stat(folder)).mtimeMs) });
  }
  return infos;
}
