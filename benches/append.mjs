// The time to add a message: `addMessage(role, text)` counts its tokens, stores it, and returns a copy. The baseline is the least that a
// program does when it stores messages as JSON: `JSON.stringify` of the same message.

import { ConversationManager, estimateTokens } from "backscroll";
import { machine } from "./lib/machine.mjs";
import { korean, prose } from "./lib/material.mjs";
import { isQuick, measure } from "./lib/measure.mjs";
import { ratio } from "./lib/statistics.mjs";
import { spread, table, times } from "./lib/table.mjs";

const MESSAGES = isQuick ? 10 : 500;
const ROUNDS = isQuick ? 2 : 60;

const TEXTS = {
  "500 characters of English": (seed) => prose(500, seed),
  "500 characters of Korean": (seed) => korean(500, seed),
  "5,000 characters of English": (seed) => prose(5_000, seed),
  "5,000 characters of Korean": (seed) => korean(5_000, seed),
};

console.log(`Adding a message, ${machine()}\n`);

const rows = [];
for (const [name, text] of Object.entries(TEXTS)) {
  const texts = Array.from({ length: MESSAGES }, (_, index) => text(index + 1));
  const messages = texts.map((content, index) => ({ id: `msg-0123456789abcdef-${index}`, role: "user", content, createdAt: Date.now() }));
  const encoder = new TextEncoder();
  let conversation = null;
  let [added, written, encoded, counted] = [0, 0, 0, 0];
  const taken = await measure(
    {
      addMessage: {
        before() {
          conversation?.dispose();
          conversation = new ConversationManager();
          // The first message draws the prefix of ids and sets up the memory.
          conversation.addMessage("user", "Hello");
          added = 0;
        },
        run: () => conversation.addMessage("user", texts[added++]).content.length,
      },
      stringify: { before: () => (written = 0), run: () => JSON.stringify(messages[written++]).length },
      stringifyAndEncode: { before: () => (encoded = 0), run: () => encoder.encode(JSON.stringify(messages[encoded++])).length },
      estimate: { before: () => (counted = 0), run: () => estimateTokens(texts[counted++]) },
    },
    { rounds: ROUNDS, calls: MESSAGES },
  );
  conversation.dispose();
  const { addMessage, stringify, stringifyAndEncode, estimate } = taken;
  rows.push([
    name,
    times(ratio(stringify, addMessage)),
    times(ratio(stringifyAndEncode, addMessage)),
    ...[addMessage, estimate, stringify, stringifyAndEncode].map(spread),
  ]);
}

const head = [
  "one message",
  "faster than stringify",
  "than stringify + encode",
  "addMessage",
  "estimateTokens alone",
  "stringify",
  "stringify + encode",
];
console.log(table(head, rows));
console.log("\n`addMessage` includes the estimate of its tokens and the copy that it returns.");
