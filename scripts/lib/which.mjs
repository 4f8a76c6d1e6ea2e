// Finds programs as a shell does.

import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Finds the first program of this name in the given folders.
 *
 * @param {string} name
 * @param {string[]} [folders] the folders of PATH by default
 * @returns {string | null} its path
 */
export function which(name, folders = (process.env.PATH ?? "").split(delimiter)) {
  const endings = process.platform === "win32" ? [".exe", ".cmd", ""] : [""];
  for (const folder of folders.filter(Boolean)) {
    for (const ending of endings) {
      const path = join(folder, name + ending);
      if (isProgram(path)) return path;
    }
  }
  return null;
}

/** Returns true if there is an executable file. */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
