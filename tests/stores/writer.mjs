// A process that adds messages to a thread, and prints the number of each when it is stored, until it is killed.

import { writeSync } from "node:fs";
import { ConversationManager } from "backscroll";
import { CLIENTS } from "./clients.mjs";

const { kind, place, threadId, name } = JSON.parse(process.argv[2]);
const { store } = await CLIENTS[kind](place);
const conversation = new ConversationManager({ systemPrompt: "Be brief." });
const thread = await conversation.persist(store, threadId, { autoSave: false });
for (let number = 1; ; number += 1) {
  conversation.addMessage("user", `${name} ${number}`);
  await thread.save();
  writeSync(1, `${number}\n`);
  if (number % 7 === 0) await thread.compact();
}
