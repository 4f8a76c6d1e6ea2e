// The time to save and restore a conversation of about 1 MB, beside writing and reading its messages as JSON.

import { ConversationManager } from "backscroll";
import { machine } from "./lib/machine.mjs";
import { agentMessages } from "./lib/material.mjs";
import { isQuick, measure } from "./lib/measure.mjs";
import { ratio } from "./lib/statistics.mjs";
import { kilobytes, spread, table, times } from "./lib/table.mjs";

const MESSAGES = isQuick ? 20 : 1_000;
const CHARACTERS = 900;

const conversation = ConversationManager.from("openai-chat", {
  messages: agentMessages(MESSAGES, CHARACTERS).map((message) => message["openai-chat"]),
});
const { messages } = conversation;
const json = JSON.stringify(messages);
const snapshot = conversation.toJSON();
const text = JSON.stringify(snapshot);

function restored(from) {
  const other = ConversationManager.fromJSON(from);
  const { messageCount } = other;
  other.dispose();
  return messageCount;
}

console.log(`Saving and restoring, ${machine()}\n`);
const taken = await measure(
  {
    "JSON.stringify of the messages": () => JSON.stringify(messages).length,
    "JSON.parse of the messages": () => JSON.parse(json).length,
    toJSON: () => conversation.toJSON().messages.length,
    "JSON.stringify(conversation)": () => JSON.stringify(conversation).length,
    "fromJSON of an object": () => restored(snapshot),
    "fromJSON of its text": () => restored(JSON.parse(text)),
  },
  { rounds: isQuick ? 2 : 25 },
);
conversation.dispose();
const [written, read] = [taken["JSON.stringify of the messages"], taken["JSON.parse of the messages"]];
const rows = Object.entries(taken).map(([name, rounds]) => [
  name,
  times(ratio(rounds, written)),
  times(ratio(rounds, read)),
  spread(rounds),
]);
console.log(table([`${MESSAGES} messages, ${kilobytes(json.length)}`, "stringifies", "parses", "time"], rows));
console.log("\n`fromJSON` checks all messages, and counts their tokens.");
