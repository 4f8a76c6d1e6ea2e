// Files that are whole or not there, whenever a process is killed.

import { randomUUID } from "node:crypto";
import { access, open, rename } from "node:fs/promises";

/** Writes a file beside its place and moves it there, so that nobody ever reads half of it. */
export async function writeWhole(path, text) {
  const draft = `${path}.${randomUUID()}.draft`;
  const file = await open(draft, "wx");
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

export async function exists(path) {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (error.code === "ENOENT") return false;
    throw error;
  }
}
