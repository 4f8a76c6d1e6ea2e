// The models that pi-ai's catalogue lists (npm package @earendil-works/pi-ai, licence MIT). It is read where it is installed, and no part of it
// is copied. The shape of its files is no public contract, so `package.json` pins the version.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { at } from "../lib/paths.mjs";
import { installedVersion } from "./versions.mjs";

const PACKAGE = "@earendil-works/pi-ai";
const FOLDER = at("node_modules", PACKAGE, "dist", "providers", "data");

/** Parts of addresses that a user fills in, and the whole address of a provider whose users have their own. */
const FILLED = { location: "us-central1", azure: "https://resource.openai.azure.com/openai/v1" };

/**
 * @typedef {object} Model
 * @property {string} provider the catalogue's name of who serves it
 * @property {string} id the name in requests
 * @property {string} api the format of its requests
 * @property {string} baseURL the address of its API
 * @property {boolean} reasons true if it can think
 * @property {readonly string[]} input the kinds of input that it takes
 * @property {Cost} cost US dollars per million tokens; 0 for what costs nothing or is not known
 * @property {number} contextWindow
 * @property {Record<string, unknown>} compat what its vendor demands and takes
 * @property {Record<string, string | null>} levels the effort of each level; null if the model lacks the level
 * @property {string} source where the catalogue says so
 *
 * @typedef {{ input: number, output: number, cacheRead: number, cacheWrite: number, tiers?: ({ inputTokensAbove: number } & Cost)[] }} Cost
 */

/** The models that answer messages, by provider and name. @returns {Model[]} */
export function models() {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
  return files
    .sort()
    .flatMap((file) => Object.values(JSON.parse(readFileSync(join(FOLDER, file), "utf8"))).flatMap((rows) => inFile(file, rows)));
}

/** The catalogue, and its version. */
export const catalogue = () => `pi-ai ${installedVersion(PACKAGE)}`;

function inFile(file, rows) {
  return Object.entries(rows)
    .filter(([, { type }]) => type === "chat")
    .map(([key, { provider, id, api, baseUrl, reasoning, input, cost, contextWindow, compat = {}, thinkingLevelMap: levels = {} }]) => ({
      ...{ provider, id, api, input, cost, contextWindow, compat, levels },
      reasons: reasoning,
      baseURL: (baseUrl || FILLED[provider]).replace(/\{(\w+)\}/g, (_, name) => FILLED[name] ?? name.toLowerCase()),
      source: `${catalogue()}, ${file}, ${key}`,
    }));
}
