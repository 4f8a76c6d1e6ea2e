// The tables of `npm run recall`.

import { versions } from "../../benches/compare/lib/versions.mjs";
import { table } from "../../benches/lib/table.mjs";
import { cutsOf } from "./measure.mjs";
import { SHARES, resultOf } from "./results.mjs";
import { WAYS } from "./ways/ways.mjs";

const DETAILS = ["", ...SHARES.flatMap((share) => [`${share}: all`, "said", "found", "used"]), "over", "no request"];

const EXPLANATION = `
A cut stands at half and at three quarters of a conversation with tools, directly before a message of the assistant. Needed are the ids,
paths, names and amounts that its next six messages and their calls use, and that the messages before the cut hold; those in the system
prompt, the current request and the newest unit do not count, because every cut must keep these. The budget is their tokens and a share of
all others, by o200k. "all": the share of the needed words that is left, as a mean over the cuts; "said": of words that somebody other than
a tool had said; "found": of words that stand in results only; "used": the tokens that are left, as a share of the budget; "over": they are
more than the budget, at either share; "no request": the library threw. Neither makes a request that is answered, so the recall is 0 there.`;

/** Prints a table of all sources, and the details of each. @param {import("./load.mjs").Source[]} sources */
export async function printTables(sources) {
  console.log(`Recall of needed words at equal budgets\n${versions()}`);
  const measured = [];
  for (const { name, conversations } of sources) {
    const cuts = cutsOf(conversations);
    if (cuts.length > 0) measured.push({ name: `${name} (${cuts.length} cuts)`, results: await resultsOf(cuts) });
    else console.log(`${name}: no cuts; tool use, and longer conversations, are what the measure needs`);
  }
  const head = [`at shares ${SHARES.join(" / ")}`, ...measured.map(({ name }) => name)];
  const rows = WAYS.map(({ name }, way) => [name, ...measured.map(({ results }) => results[way].map(({ all }) => figure(all)).join(" / "))]);
  console.log(`\n${table(head, rows)}\n${EXPLANATION}`);
  for (const { name, how } of WAYS) console.log(`- ${name}: ${how}.`);
  for (const { name, results } of measured) console.log(`\n${name}:\n\n${table(DETAILS, WAYS.map((way, index) => details(way, results[index])))}`);
}

/** Returns the results of each way at each share. Peers share their clients, so one runs after the other. */
async function resultsOf(cuts) {
  const results = [];
  for (const way of WAYS) {
    const ofWay = [];
    for (const share of SHARES) ofWay.push(await resultOf(way, cuts, share));
    results.push(ofWay);
  }
  return results;
}

function details({ name }, results) {
  const sum = (count) => results.reduce((total, result) => total + result[count], 0);
  return [name, ...results.flatMap(({ all, said, found, used }) => [all, said, found, used].map(figure)), sum("over"), sum("none")];
}

/** A mean over nothing is no number. */
function figure(value) {
  return Number.isNaN(value) ? "-" : value.toFixed(2);
}
