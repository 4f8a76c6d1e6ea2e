// Lists the files of a stage.

import { existsSync, readdirSync } from "node:fs";
import { at } from "./paths.mjs";
import { StepError } from "./run.mjs";

/**
 * Returns paths from the root. Throws when there is no file, because a stage without files would pass and prove nothing.
 *
 * @param {string} folder
 * @param {string[]} endings
 * @param {{ recursive?: boolean }} [options] `recursive`: the files of subfolders, too
 */
export function filesIn(folder, endings, { recursive = false } = {}) {
  const names = existsSync(at(folder))
    ? readdirSync(at(folder), { recursive })
        .map((name) => name.replaceAll("\\", "/"))
        .sort()
    : [];
  const files = names.filter((name) => endings.some((ending) => name.endsWith(ending)) && !name.includes(".d."));
  if (files.length > 0) return files.map((name) => `${folder}/${name}`);
  throw new StepError(`there is no file in ${folder} that ends in ${endings.join(" or ")}`, { advice: "write the tests, or restore them" });
}
