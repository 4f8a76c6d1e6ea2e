// A copy of the repository, into which mutants are written.

import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { packageNames } from "../lib/consumer.mjs";
import { at } from "../lib/paths.mjs";
import { run } from "../lib/run.mjs";

/** Copies what git knows, and new files. The times of the files stay, so that cargo builds only what changed. */
export async function copyTree(folder) {
  const list = await run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  for (const name of list.split("\0"))
    if (name !== "" && existsSync(at(name))) cpSync(at(name), join(folder, name), { preserveTimestamps: true });
}

/** Links the tools and packages of the repository, so that the copy can be built. Its own package is installed there, for its tests. */
export function linkTools(folder) {
  for (const [from, own] of [
    ["node_modules", packageNames],
    [".tools", ["consumer"]],
  ]) {
    mkdirSync(join(folder, from), { recursive: true });
    for (const name of readdirSync(at(from))) {
      const link = join(folder, from, name);
      if (!own.includes(name) && !existsSync(link)) symlinkSync(at(from, name), link);
    }
  }
}
