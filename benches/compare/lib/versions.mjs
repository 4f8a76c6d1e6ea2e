// The versions that are compared.

import { readFileSync } from "node:fs";

const { devDependencies } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));

const LANGCHAIN = ["langchain", "@langchain/core", "@langchain/openai", "@langchain/anthropic"];
const NAMES = [...LANGCHAIN, "ai", "@ai-sdk/openai", "@ai-sdk/anthropic", "@strands-agents/sdk"];

/** The other libraries in the exact versions that this repository installs. */
export function versions() {
  return NAMES.map((name) => `${name} ${devDependencies[name]}`).join(", ");
}
