// Other libraries, by the recipes of `npm run compare`. Each library's own client writes the request, which is read back.

import { ConversationManager } from "backscroll";
import { unitsOf } from "../../../tests/support/reduce/floor.mjs";
import { aiSdk } from "../../../benches/compare/ways/ai-sdk.mjs";
import { langchain } from "../../../benches/compare/ways/langchain.mjs";
import { strands } from "../../../benches/compare/ways/strands.mjs";
import { requiredOf } from "../cut.mjs";
import { o200kTokens } from "../tokens.mjs";
import { newestOf } from "./windows.mjs";

/** @typedef {import("./way.mjs").Way} Way */

/** @type {Way} */
export const byLangchain = {
  name: langchain.name,
  how: langchain.how.replace("our estimate", "o200k"),
  keep: (cut, budget) => keptBy(langchain, cut, budget),
};

/** @type {Way} */
export const byStrands = { name: strands.name, how: strands.how, keep: (cut, budget) => keptBy(strands, cut, budget) };

/** `pruneMessages` has no budget, so a window does the rest. @type {Way} */
export const byAiSdk = {
  name: `${aiSdk.name}, then newest units`,
  how: `${aiSdk.how}; then as many of the newest units as fit, since it has no budget`,
  keep: async (cut, budget) => {
    const pruned = await keptBy(aiSdk, cut, budget);
    if (pruned === null) return null;
    const units = unitsOf(pruned);
    return newestOf(units, requiredOf(units), budget);
  },
};

/** Returns null where the library throws. */
async function keptBy(way, { history }, budget) {
  const run = way.begin("openai-chat", o200kTokens);
  const body = await run.request(history, budget).catch(() => null);
  run.end?.();
  if (body === null) return null;
  const { messages } = body;
  const conversation = ConversationManager.from("openai-chat", { messages });
  try {
    return conversation.messages;
  } finally {
    conversation.dispose();
  }
}
