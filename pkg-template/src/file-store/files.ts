// Files that are complete or absent, whenever a process is killed or the power fails.

import { createHash, randomUUID } from "node:crypto";
import { access, link, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Writes a temporary file and renames it, so that no process ever reads half of it. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await withDraft(path, text, (draft) => rename(draft, path));
}

/**
 * Creates a file unless it exists; returns true if it created the file. Uses a link, so that the file is complete as soon as it exists,
 * which the flag `wx` does not promise.
 */
export async function created(path: string, text: string): Promise<boolean> {
  try {
    await withDraft(path, text, (draft) => link(draft, path));
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  }
}

async function withDraft(path: string, text: string, publish: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${path}.${randomUUID()}${DRAFT}`;
  try {
    const file = await open(draft, "wx");
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await publish(draft);
    await syncFolder(dirname(path));
  } finally {
    await rm(draft, { force: true });
  }
}

/** The end of the names of temporary files. A process that was killed leaves them. */
export const DRAFT = ".draft";

/**
 * Returns a function that creates a folder in `root`. A power cut then takes neither that folder nor a folder above it: the sync of a folder
 * keeps the names in it, but not its own name.
 */
export function foldersIn(root: string): (folder: string) => Promise<void> {
  let isFirst = true;
  return async (folder) => {
    const path = resolve(folder);
    const created = await mkdir(path, { recursive: true });
    // Another process may have created a folder a moment ago, and not synced its name yet.
    let top = isFirst ? dirname(dirname(resolve(root))) : dirname(path);
    if (created !== undefined && dirname(created).length < top.length) top = dirname(created);
    for (let above = dirname(path); ; above = dirname(above)) {
      await syncFolder(above);
      if (above.length <= top.length) break;
    }
    isFirst = false;
  };
}

/** Syncs a folder, so that the names in it survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  let file: Awaited<ReturnType<typeof open>> | undefined;
  try {
    file = await open(folder, "r");
    await file.sync();
  } catch (error) {
    if (!UNSYNCED.some((code) => isCode(error, code))) throw error;
  } finally {
    await file?.close();
  }
}

/**
 * The errors of folders that need no sync, or cannot have one: Windows and some file systems sync no folders, and keep their names by
 * themselves. A folder above the store may be unreadable, and another process may have deleted the folder.
 */
const UNSYNCED: readonly string[] = ["EACCES", "EINVAL", "EISDIR", "ENOENT", "ENOTSUP", "EPERM", "EROFS"];

export async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (isCode(error, "ENOENT")) return false;
    throw error;
  }
}

export function isCode(error: unknown, code: string): boolean {
  return (error as { code?: unknown } | null)?.code === code;
}

/** The most characters of a name that is readable; file systems take 255. */
const MOST_NAME = 150;

/**
 * Returns the file name for an id. Lower-case letters, digits, `_` and `-` stay; other characters are encoded, because some file systems
 * ignore case. A long name ends in the hash of the id.
 */
export function nameOf(id: string): string {
  const name = Array.from(Buffer.from(id), (byte) =>
    SAFE.includes(byte) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, "0")}`,
  ).join("");
  return name.length <= MOST_NAME ? name : `${name.slice(0, MOST_NAME)}~${createHash("sha256").update(id).digest("hex")}`;
}

const SAFE: readonly number[] = [...Buffer.from("abcdefghijklmnopqrstuvwxyz0123456789_-")];
