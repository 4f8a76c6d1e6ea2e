// The programs of examples/ for tests: as JavaScript, which Node 20 needs, in a folder from which the packages are found.

import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { at, toolsFolder } from "../../../scripts/lib/paths.mjs";
import { asJavaScript } from "./fences.mjs";

/** The files of programs, below the root. */
export const EXAMPLES = readdirSync(at("examples"), { recursive: true }).filter((name) => /\.tsx?$/.test(name)).map((name) => `examples/${name.replaceAll("\\", "/")}`).sort();

/** Returns the code of an example as JavaScript. */
export const exampleCode = (name) => asJavaScript(readFileSync(at("examples", name), "utf8"));

/** Returns the path of an example that Node 20 runs; it is removed after the test. */
export function exampleFile(t, name) {
  const folder = mkdtempSync(join(toolsFolder, "example-"));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const file = join(folder, name.replace(/\.ts$/, ".mjs"));
  writeFileSync(file, exampleCode(name));
  return file;
}
