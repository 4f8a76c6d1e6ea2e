// The newest versions of the SDKs, as the registry has them.

import { readFileSync } from "node:fs";
import { at, environment } from "../lib/paths.mjs";
import { ask } from "../lib/run.mjs";
import { UNIONS } from "./unions.mjs";

/** SDKs that declare no union of their own: clients that send what others declare, frameworks with an adapter, and a catalogue of models. */
const CLIENTS = [
  "@ai-sdk/anthropic",
  "@ai-sdk/openai",
  "@earendil-works/pi-ai",
  "@langchain/anthropic",
  "@langchain/langgraph",
  "@langchain/openai",
  "@mastra/core",
  "@openai/agents",
  "langchain",
];

/** The names of the SDKs, sorted. */
export function sdks() {
  const ofUnions = UNIONS.flatMap(({ type }) => [...type.matchAll(/import\("((?:@[^/"]+\/)?[^/"]+)/g)].map(([, name]) => name));
  return [...new Set([...ofUnions, ...CLIENTS])].sort();
}

/** The installed version of a package. */
export function installedVersion(name) {
  return JSON.parse(readFileSync(at("node_modules", name, "package.json"), "utf8")).version;
}

/**
 * Asks the registry for newer versions, with the client `npm`.
 *
 * @param {{ env?: NodeJS.ProcessEnv, names?: readonly string[] }} [options]
 * @returns {Promise<{ name: string, installed: string, newest: string }[] | null>} null when the registry does not answer
 */
export async function newerVersions({ env = environment(), names = sdks() } = {}) {
  const newer = [];
  for (const name of names) {
    // `npm outdated` passes over versions that demand a newer Node than this one; `npm view` does not.
    const answer = await ask(
      "npm",
      ["view", name, "version", "--json", "--fetch-retries=0", "--fetch-timeout=20000", "--loglevel=silent"],
      { env },
    );
    if (answer === null) return null;
    const [installed, newest] = [installedVersion(name), JSON.parse(answer)];
    if (installed !== newest) newer.push({ name, installed, newest });
  }
  return newer;
}
