// The folders of the repository. Every script imports them, so that a folder is named once.

import { delimiter, join } from "node:path";
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** A path below the root. */
export const at = (...names) => join(root, ...names);

/** Tools that setup installs, and what tests unpack. Git ignores it. */
export const toolsFolder = at(".tools");
/** The output of wasm-pack: the glue and the wasm. Git ignores it. */
export const buildFolder = at("build");
/** The publishable package. Git ignores it. */
export const packageFolder = at("pkg");

/** An environment in which the project's own tools come before the user's. */
export function environment(...foldersInFront) {
  const folders = [...foldersInFront, join(toolsFolder, "bin"), at("node_modules", ".bin")];
  return { ...process.env, PATH: [...folders, process.env.PATH].join(delimiter) };
}

/** Reports whether a script was started by the user, rather than imported by another script. */
export function isCommand(moduleUrl) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === realpathSync(fileURLToPath(moduleUrl));
}
