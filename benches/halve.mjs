// The time to cut a history of 10,000 messages to half of its tokens, and to keep calls with their results. The libraries do what they
// can: the AI SDK has no budget and removes the older calls, Strands keeps a number of messages.

import { ConversationManager } from "backscroll";
import { CUTTING, cuts } from "./lib/peers.mjs";
import { machine } from "./lib/machine.mjs";
import { agentMessages } from "./lib/material.mjs";
import { isQuick, measure } from "./lib/measure.mjs";
import { ratio } from "./lib/statistics.mjs";
import { spread, table, times } from "./lib/table.mjs";

/** Each four messages are a turn: a question, a call, its result, and an answer. */
const MESSAGES = isQuick ? 40 : 10_000;
const CHARACTERS = 100;
const TURNS = MESSAGES / 4 / 2;
const PARAMS = { model: "a-model" };

const wire = agentMessages(MESSAGES, CHARACTERS).map((message) => message["openai-chat"]);
const source = ConversationManager.from("openai-chat", { messages: wire });
const neutral = source.messages.map(({ id: _, ...message }) => message);
source.dispose();

/** Conversations that were cut. They are freed between the rounds. */
let conversation = null;

const WORKS = {
  "backscroll, truncate": {
    before: () => fresh(),
    run: () => {
      conversation.truncate({ keepRecent: TURNS });
      return conversation.messageCount;
    },
  },
  "backscroll, truncate and toRequestView": {
    before: () => fresh(),
    run: () => {
      conversation.truncate({ keepRecent: TURNS });
      return conversation.toRequestView("openai-chat", PARAMS).byteLength;
    },
  },
  ...cuts(wire),
};

/** A conversation whose last request has been written. */
function fresh() {
  conversation?.dispose();
  conversation = new ConversationManager({ transcript: false });
  for (const message of neutral) conversation.addMessage(message);
  conversation.toRequestView("openai-chat", PARAMS);
}

console.log(`Half of ${MESSAGES.toLocaleString("en")} messages, ${machine(...CUTTING)}\n`);
const taken = await measure(WORKS, { rounds: isQuick ? 2 : 15 });
const base = taken["a loop over a list"];
const rows = Object.entries(taken).map(([name, rounds]) => [name, times(ratio(base, rounds)), spread(rounds)]);
conversation.dispose();
console.log(table(["cut to half", "to the loop", "time"], rows));
console.log(`
backscroll frees the memory of what it removes and keeps a report of it; the others leave both to the garbage collector, or do without.
The loop adds up all lengths and copies references; backscroll keeps the sum.`);
