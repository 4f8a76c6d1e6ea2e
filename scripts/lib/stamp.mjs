// Records the sources of a build product, so that it is built again only when they have changed.
// Contents are compared, not times: a fresh clone gives every file the time of the clone.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "./paths.mjs";

/**
 * Returns a digest of files and whole folders, names included. A missing file has a digest, too.
 *
 * @param {string[]} paths
 * @param {string[]} [facts] other inputs, such as versions of tools
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

/** Returns true if the stamp holds this digest, and all products still exist. */
export function isFresh(stamp, expected, made) {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === expected && made.every((path) => existsSync(path));
}

/** Removes a stamp. Call it before the build, so that an interrupted build does not look finished. */
export function breakStamp(stamp) {
  rmSync(stamp, { force: true });
}

/** Writes a stamp. Call it when the build is complete. */
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
