// Loads a build of the package and makes it deterministic: the clock stands still, and random bytes are always the same.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { workerData } from "node:worker_threads";

/** The entries that register a format when they are imported. */
const FORMAT_ENTRIES = [
  "./ai-sdk",
  "./langchain",
  "./strands/format",
  "./opentelemetry",
  "./ag-ui",
  "./cohere",
  "./ollama",
  "./gemini-interactions",
  "./mistral-conversations",
];
const NOW = 1_700_000_000_000;

Date.now = () => NOW;
crypto.getRandomValues = (bytes) => bytes.fill(7);

/**
 * @param {string} folder the folder of a built package
 * @returns {Promise<typeof import("backscroll")>}
 */
export async function loadBuild(folder) {
  const manifest = join(folder, "package.json");
  if (!existsSync(manifest)) throw new Error(`${folder} is no built package`);
  const { exports } = JSON.parse(readFileSync(manifest, "utf8"));
  const entry = (name) => import(pathToFileURL(join(folder, fileOf(exports[name]))).href);
  const build = await entry(".");
  for (const name of FORMAT_ENTRIES) {
    if (name in exports) await entry(name).catch(noteMissingPeer);
  }
  return build;
}

/** Some entries need an SDK in node_modules. Without it their format is unknown, which the comparison shows. */
function noteMissingPeer(error) {
  if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
  if (workerData.thread === 0) console.error(error.message);
}

/** Returns the file that `import` loads in Node. */
function fileOf(target) {
  if (typeof target === "string") return target;
  return fileOf(target.node ?? target.import ?? target.default);
}
