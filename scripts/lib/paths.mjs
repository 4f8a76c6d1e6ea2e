// The folders of the repository. Every script imports them from here, so that each folder is named once.

import { delimiter, join } from "node:path";
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** A path below the root. */
export const at = (...names) => join(root, ...names);

/** The folder of tools that setup installs, and of packages that tests unpack. Git ignores it. */
export const toolsFolder = at(".tools");
/** The output of wasm-pack: the glue and the wasm. Git ignores it. */
export const buildFolder = at("build");
/** The publishable package. Git ignores it. */
export const packageFolder = at("pkg");
/** The package of the vocabularies, which is published, too. */
export const vocabulariesFolder = join(buildFolder, "vocabularies");

/** Returns an environment in which the project's own tools come before the user's. */
export function environment(...foldersInFront) {
  const folders = [...foldersInFront, join(toolsFolder, "bin"), at("node_modules", ".bin")];
  return { ...process.env, PATH: [...folders, process.env.PATH].join(delimiter) };
}

/** Returns true if the user started the script, rather than another script importing it. */
export function isCommand(moduleUrl) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === realpathSync(fileURLToPath(moduleUrl));
}
