// The time to choose what stays, in a conversation that runs through its window. A turn adds four messages, about 3.8 KB, and prepares a
// request. The choice is the strategy's own time; it is made once in many turns, and shared among them.

import { ConversationManager, fitBudget } from "backscroll";
import { machine } from "./lib/machine.mjs";
import { agentMessages } from "./lib/material.mjs";
import { isQuick } from "./lib/measure.mjs";
import { median } from "./lib/statistics.mjs";
import { kilobytes, spread, table, time } from "./lib/table.mjs";

const TURN = 4;
const CHARACTERS = 950;
const PARAMS = { model: "a-model" };
/** Tokens of the window. */
const LIMITS = isQuick ? [2_000] : [25_000, 120_000];
/** Windows that go by, and the parts of the run that are compared. */
const WINDOWS = isQuick ? 10 : 15;
const PARTS = 3;
const encoder = new TextEncoder();

/** Neutral messages of a turn. */
function turn(number) {
  const wire = agentMessages(TURN, CHARACTERS, number * TURN).map((message) => message["openai-chat"]);
  const source = ConversationManager.from("openai-chat", { messages: wire });
  const messages = source.messages.map(({ id: _, ...message }) => message);
  source.dispose();
  return messages;
}

/** Returns `work`'s result and its time in nanoseconds. */
function timed(work) {
  const start = performance.now();
  const result = work();
  return { result, taken: (performance.now() - start) * 1e6 };
}

/** Runs a conversation through its window. Returns the times of all choices, by turn, and those of writing the body as usual. */
async function run(tokenLimit) {
  const [strategy, choices, written] = [fitBudget(), [], []];
  let number = 0;
  const reduce = (context) => {
    const { result, taken } = timed(() => strategy.reduce(context));
    choices.push({ number, taken });
    return result;
  };
  const conversation = new ConversationManager({ tokenLimit, transcript: false, reduce });
  const turns = Math.ceil(tokenLimit / 1_000) * WINDOWS;
  for (; number < turns; number += 1) {
    for (const message of turn(number)) conversation.addMessage(message);
    const { body } = await conversation.prepare("openai-chat", PARAMS);
    if (number % 10 !== 9) continue;
    const { result, taken } = timed(() => encoder.encode(JSON.stringify(body)));
    written.push({ number, taken, length: result.length });
  }
  conversation.dispose();
  return { choices, written, turns };
}

const sum = (list) => list.reduce((total, { taken }) => total + taken, 0);

console.log(`Choosing what stays, ${machine()}\n`);

const rows = [];
// Warms up: V8 compiles WebAssembly while it runs, and `JSON.stringify` needs no such time.
await run(LIMITS[0]);
for (const limit of LIMITS) {
  const { choices, written, turns } = await run(limit);
  const inPart = (list, part) => list.filter(({ number }) => Math.floor((number * PARTS) / turns) === part);
  const shares = Array.from({ length: PARTS }, (_, part) => sum(inPart(choices, part)) / (turns / PARTS));
  const writing = median(written.map(({ taken }) => taken));
  rows.push([
    `${limit.toLocaleString("en")} tokens, ${kilobytes(median(written.map(({ length }) => length)))}`,
    `${((100 * sum(choices)) / turns / writing).toFixed(1)} %`,
    ...shares.map(time),
    time(writing),
    `${spread(choices.map(({ taken }) => taken))}, ${choices.length} times`,
  ]);
}
console.log(
  table(
    ["window", "choice / writing", "choice per turn, first third", "second third", "last third", "stringify + encode", "a choice"],
    rows,
  ),
);
console.log("\nThe choice for each turn hardly depends on the window: a window twice as large is chosen from half as often.");
