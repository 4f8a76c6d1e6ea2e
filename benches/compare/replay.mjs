// Replays conversations message by message in a window that is too small for them. Measures the tokens that are sent, and the share that a
// provider's prompt cache can serve.

import { fitBudget } from "backscroll";
import { COMPARED } from "./ways/way.mjs";
import { machine } from "../lib/machine.mjs";
import { table } from "../lib/table.mjs";
import { CACHED_PRICE } from "./lib/prompt-cache.mjs";
import { recordings as available } from "./lib/recordings.mjs";
import { WINDOW, emptyBill, ratioOf, replay } from "./lib/replay.mjs";
import { versions } from "./lib/versions.mjs";
import { aiSdk } from "./ways/ai-sdk.mjs";
import { fitting } from "./ways/fit.mjs";
import { langchain } from "./ways/langchain.mjs";
import { movingWindow } from "./ways/moving-window.mjs";
import { ours } from "./ways/ours.mjs";
import { strands } from "./ways/strands.mjs";

const WAYS = [
  ours("backscroll", "prepare, with the reducer that it has by default: above 1.0 of the window, to 0.6"),
  ours(
    "backscroll, jump 1.0",
    "the same with a cut that moves as little as it can: fitBudget({ reduceTo: 1 })",
    fitBudget({ reduceTo: 1 }),
  ),
  fitting("fit, memory", "`fit` of the whole body for each call, with the memory of the last call", true),
  fitting("fit", "`fit` of the whole body for each call, without a memory", false),
  movingWindow,
  langchain,
  aiSdk,
  strands,
];
const HEAD = ["", "requests", "accepted", "in budget", "cut moved", "sent", "from cache", "share", "billed", "to ours"];

const { recordings, absence } = available();
console.log(`Conversations told again, ${machine()}\n${versions()}`);
for (const { source, conversations } of recordings) {
  console.log(`\nReplay of ${source}:\n`);
  const rows = [];
  for (const target of COMPARED) rows.push(...(await billsOf(target, conversations)).map(rowFor(target)));
  console.log(table(HEAD, rows));
}
if (absence) console.log(`\nOther people's conversations were left out: ${absence}.`);

const [window, price] = [WINDOW * 100, CACHED_PRICE * 100];
console.log(`
The window is ${window} % of what the whole conversation takes by our estimate, and never less than what must stay at any of its calls. A
request is made before each message of the assistant, and at the end where it is somebody else's turn. Recordings that a provider would
refuse were mended first, so that each library starts from a sound history. Where a library threw, nothing is billed. Requests that the
provider would refuse, or that are over the window, are counted as sent all the same. "cut
moved": the request does not begin as the whole of the one before did. "from cache": the messages (tools and system prompt
included, whole ones only) from the start that are the same as in the request before; "billed": input, with that part at ${price} % of the
price. "to ours": the bill beside backscroll's, over the calls for which both made a request; what sends less pays less.`);
for (const { name, how } of WAYS) console.log(`- ${name}: ${how}.`);

async function billsOf(target, conversations) {
  const bills = [];
  for (const way of WAYS) {
    const bill = emptyBill();
    for (const messages of conversations) await replay(bill, way, target, messages);
    bills.push(bill);
  }
  return bills;
}

function rowFor(target) {
  return (bill, index, [first]) => {
    const { requests, accepted, inBudget, moved, sent, served, billed } = bill;
    const total = billed.reduce((sum, tokens) => sum + (tokens ?? 0), 0);
    const counts = [`${requests} of ${billed.length}`, accepted, inBudget, moved];
    const share = `${((100 * served) / sent).toFixed(1)} %`;
    const tokens = [thousands(sent), thousands(served), share, thousands(total)];
    return [`${target}, ${WAYS[index].name}`, ...counts, ...tokens, ratioOf(bill, first).toFixed(2)];
  };
}

function thousands(tokens) {
  return `${Math.round(tokens / 1_000)} k`;
}
