// The time to check the next request against the limit. `contextTokens` reads a running sum. The usual way adds up the messages.

import { ConversationManager } from "backscroll";
import { machine } from "./lib/machine.mjs";
import { prose } from "./lib/material.mjs";
import { measure } from "./lib/measure.mjs";
import { median, ratio } from "./lib/statistics.mjs";
import { table, time, times } from "./lib/table.mjs";

const LIMIT = 1e9;
const text = prose(200);

console.log(`Over the limit?, ${machine()}\n`);

const rows = [10, 1_000, 20_000].map((count) => {
  const conversation = new ConversationManager();
  const messages = [];
  for (let index = 0; index < count; index += 1) messages.push(conversation.addMessage(index % 2 === 0 ? "user" : "assistant", text));
  const kept = measure({ kept: () => Number(conversation.contextTokens > LIMIT) }, { rounds: 100, calls: 2_000 }).kept;
  const added = measure(
    { added: () => Number(messages.reduce((sum, { content }) => sum + Math.ceil(content.length / 4), 0) > LIMIT) },
    { rounds: 100, calls: Math.ceil(20_000 / count) },
  ).added;
  conversation.dispose();
  return [count.toLocaleString("en"), times(ratio(added, kept)), time(median(kept)), time(median(added))];
});

console.log(table(["messages", "faster", "contextTokens", "characters / 4, added up"], rows));
console.log("\nThe first is the same at every length; a program that keeps a running sum of its own is as fast.");
