// Counts the lines of code of each folder.

import { readFileSync, readdirSync } from "node:fs";
import { at } from "./paths.mjs";

/** The folders whose own folders count apart. What is in none of those counts as the folder itself. */
const DIVIDED = ["src", "src/format", "pkg-template/src", "tests"];
const WHOLE = ["benches", "scripts", "www"];

const CODE = /\.(rs|ts|tsx|mjs|cjs)$|^pkg-template\/.*\.js$/;
/** The line that says how a generated file is written again. */
const GENERATED = /^\/\/ Made from .*BLESS=1/;

/** The lines of code by folder, in the order of the names. @returns {Record<string, number>} */
export function lineCounts() {
  const counts = {};
  const folders = [...DIVIDED, ...WHOLE];
  for (const top of folders.filter((folder) => !folders.some((other) => folder.startsWith(`${other}/`)))) {
    for (const entry of readdirSync(at(top), { recursive: true, withFileTypes: true })) {
      const path = `${entry.parentPath ?? entry.path}/${entry.name}`.slice(at(top).length - top.length).replaceAll("\\", "/");
      if (!entry.isFile() || !CODE.test(path) || path.includes("/node_modules/")) continue;
      const lines = readFileSync(at(path), "utf8").split("\n");
      const folder = folderOf(path);
      if (!lines.slice(0, 6).some((line) => GENERATED.test(line))) counts[folder] = (counts[folder] ?? 0) + lines.length - 1;
    }
  }
  return Object.fromEntries(Object.entries(counts).sort());
}

/** The folder that a file counts for. */
export function folderOf(path) {
  const divided = DIVIDED.filter((folder) => path.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length)[0];
  if (divided === undefined) return WHOLE.find((folder) => path.startsWith(`${folder}/`));
  const [own, ...rest] = path.slice(divided.length + 1).split("/");
  return rest.length === 0 ? divided : `${divided}/${own}`;
}
