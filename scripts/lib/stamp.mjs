// Remembers what something was made from, so that it is made again only when that has changed.
// Contents are compared, not times: a fresh clone gives every file the time of the clone.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "./paths.mjs";

/**
 * Digest of files and whole folders, names included. What is absent counts as absent.
 *
 * @param {string[]} paths
 * @param {string[]} [facts] what else matters, such as versions of tools
 */
export function digest(paths, facts = []) {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of filesUnder(path)) {
      const content = readFileSync(file);
      hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
    }
    hash.update("\0\0");
  }
  for (const fact of facts) hash.update(`${fact}\0`);
  return hash.digest("hex");
}

/** Reports whether the stamp holds this digest, and everything made is still there. */
export function isFresh(stamp, expected, made) {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === expected && made.every((path) => existsSync(path));
}

/** Removes a stamp: from here on, an interruption leaves something unfinished, and it must not look finished. */
export function breakStamp(stamp) {
  rmSync(stamp, { force: true });
}

/** Writes a stamp, as the last act of making something. */
export function writeStamp(stamp, value) {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, value);
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.name === "node_modules" ? [] : filesUnder(join(path, entry.name))));
}
