// The time to check the next request against the limit. `contextTokens` reads a running sum. The usual way adds up the messages.

import { ConversationManager } from "backscroll";
import { machine } from "./lib/machine.mjs";
import { prose } from "./lib/material.mjs";
import { isQuick, measure } from "./lib/measure.mjs";
import { ratio } from "./lib/statistics.mjs";
import { spread, table, times } from "./lib/table.mjs";

const LIMIT = 1e9;
const REPEATS = 20_000;
const text = prose(200);

console.log(`Over the limit?, ${machine()}\n`);

const rows = [];
for (const count of isQuick ? [10] : [10, 1_000, 20_000]) {
  const conversation = new ConversationManager();
  const messages = [];
  for (let index = 0; index < count; index += 1) messages.push(conversation.addMessage(index % 2 === 0 ? "user" : "assistant", text));
  const isOver = () => Number(conversation.contextTokens > LIMIT);
  const addsUp = () => Number(messages.reduce((sum, { content }) => sum + Math.ceil(content.length / 4), 0) > LIMIT);
  // A work of a few nanoseconds is called many times in each call.
  const { kept, added } = await measure(
    { kept: () => repeated(isOver, REPEATS), added: () => repeated(addsUp, Math.max(1, REPEATS / count)) },
    { rounds: isQuick ? 2 : 100 },
  );
  conversation.dispose();
  const each = kept.map((taken) => taken / REPEATS);
  const theirs = added.map((taken) => taken / Math.max(1, REPEATS / count));
  rows.push([count.toLocaleString("en"), times(ratio(theirs, each)), spread(each), spread(theirs)]);
}

function repeated(work, count) {
  let sum = 0;
  for (let call = 0; call < count; call += 1) sum += work();
  return sum;
}

console.log(table(["messages", "faster", "contextTokens", "characters / 4, added up"], rows));
console.log("\nThe first is the same at every length; a program that keeps a running sum of its own is as fast.");
