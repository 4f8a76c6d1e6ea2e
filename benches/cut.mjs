// The time to choose what stays, in a conversation that runs through its window. A turn adds four messages, about 3.8 KB, and prepares a
// request. By need, a reduction chooses; by age, it takes the oldest. So the difference between the two is the time of the choice.

import { ConversationManager, fitBudget } from "backscroll";
import { machine } from "./lib/machine.mjs";
import { agentMessages } from "./lib/material.mjs";
import { median } from "./lib/statistics.mjs";
import { kilobytes, table, time as nanoseconds } from "./lib/table.mjs";

const TURN = 4;
const CHARACTERS = 950;
const PARAMS = { model: "a-model" };
/** Tokens of the window: about 0.1 MB and 0.5 MB of messages. */
const LIMITS = [25_000, 120_000];
/** Windows that go by, and the parts of the run that are compared. */
const WINDOWS = 24;
const PARTS = 3;
const encoder = new TextEncoder();
const time = (milliseconds) => nanoseconds(milliseconds * 1e6);

/** Neutral messages of a turn. */
function turn(number) {
  const wire = agentMessages(TURN, CHARACTERS, number * TURN).map((message) => message["openai-chat"]);
  const source = ConversationManager.from("openai-chat", { messages: wire });
  const messages = source.messages.map(({ id: _, ...message }) => message);
  source.dispose();
  return messages;
}

/** Runs one conversation for each way, turn by turn, the two in turns. Returns the milliseconds of each request. */
async function run(limit) {
  const ways = ["need", "age"].map((by) => ({ by, conversation: new ConversationManager({ tokenLimit: limit, transcript: false, reduce: fitBudget({ by }) }), turns: [] }));
  const written = [];
  const perWindow = Math.ceil(limit / 1_000);
  for (let number = 0; number < perWindow * WINDOWS; number += 1) {
    const messages = turn(number);
    for (const { conversation, turns } of number % 2 === 0 ? ways : ways.toReversed()) {
      for (const message of messages) conversation.addMessage(message);
      const start = performance.now();
      const { reduction } = await conversation.prepare("openai-chat", PARAMS);
      turns.push({ taken: performance.now() - start, isCut: reduction !== null });
    }
    if (number % 10 !== 9) continue;
    const { body } = ways[0].conversation.toRequest("openai-chat", PARAMS);
    const start = performance.now();
    const { length } = encoder.encode(JSON.stringify(body));
    written.push({ taken: performance.now() - start, length });
  }
  for (const { conversation } of ways) conversation.dispose();
  return { ...Object.fromEntries(ways.map(({ by, turns }) => [by, turns])), written };
}

/** The time of reductions for each turn: the median cut, shared by the turns from one to the next. */
function perTurn(turns) {
  const cuts = turns.filter(({ isCut }) => isCut);
  return cuts.length === 0 ? 0 : (median(cuts.map(({ taken }) => taken)) * cuts.length) / turns.length;
}

const partsOf = (list) => Array.from({ length: PARTS }, (_, part) => list.slice((list.length * part) / PARTS, (list.length * (part + 1)) / PARTS));

console.log(`Choosing what stays, ${machine()}\n`);

const rows = [];
for (const limit of LIMITS) {
  const { need, age, written } = await run(limit);
  const writing = median(written.map(({ taken }) => taken));
  const [needs, ages] = [need, age].map((turns) => partsOf(turns).map(perTurn));
  const choice = needs.map((taken, part) => Math.max(0, taken - ages[part]));
  const total = Math.max(0, perTurn(need) - perTurn(age));
  const cuts = need.filter(({ isCut }) => isCut);
  rows.push([
    `${limit.toLocaleString("en")} tokens, ${kilobytes(median(written.map(({ length }) => length)))}`,
    `${((100 * total) / writing).toFixed(0)} %`,
    ...choice.map(time),
    time(writing),
    time(median(cuts.map(({ taken }) => taken))),
    String(cuts.length),
  ]);
}
console.log(table(["window", "choice / writing", "choice, first third", "second third", "last third", "stringify + encode", "a request with a cut", "cuts"], rows));
console.log("\nThe choice is the time for each turn, above that of a reduction by age. Writing is the usual way, at each turn.");
