// Which releases are compared.

import { readFileSync } from "node:fs";

const { devDependencies } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));

/** The peers in their exact versions, as they are installed for this repository. */
export function versions() {
  const names = ["@langchain/core", "@langchain/openai", "@langchain/anthropic", "ai", "@ai-sdk/openai", "@ai-sdk/anthropic", "@strands-agents/sdk"];
  return names.map((name) => `${name} ${devDependencies[name]}`).join(", ");
}
