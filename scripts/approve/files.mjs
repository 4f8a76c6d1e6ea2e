// Writes files that are complete or absent, whenever a process is killed.

import { randomUUID } from "node:crypto";
import { access, open, rename } from "node:fs/promises";

/** Writes a temporary file and renames it, so that no process ever reads half of it. */
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
