// The files of a folder that a stage is about.

import { existsSync, readdirSync } from "node:fs";
import { at } from "./paths.mjs";
import { StepError } from "./run.mjs";

/** Paths from the root. A stage without a single file would pass and prove nothing, so that is a failure. */
export function filesIn(folder, endings) {
  const names = existsSync(at(folder)) ? readdirSync(at(folder)).sort() : [];
  const files = names.filter((name) => endings.some((ending) => name.endsWith(ending)) && !name.includes(".d."));
  if (files.length > 0) return files.map((name) => `${folder}/${name}`);
  throw new StepError(`there is no file in ${folder} that ends in ${endings.join(" or ")}`, { advice: "write the tests, or restore them" });
}
