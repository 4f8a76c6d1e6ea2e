// The bill of long conversations in a quarter of the window that they need, at the prices of three providers, for each way to make them fit.
// Compares it with the best schedule of reductions that knows the future, and with other libraries at equal recall.

import { costAware, fitBudget } from "backscroll";
import { machine } from "../lib/machine.mjs";
import { table } from "../lib/table.mjs";
import { BestRuns } from "./lib/best-runs.mjs";
import { leastShare } from "./lib/least-share.mjs";
import { billOf, priceOf } from "./lib/prices.mjs";
import { longRecordings } from "./lib/recordings.mjs";
import { eachOnce, meanRecall, runOf, talkOf } from "./lib/runs.mjs";
import { versions } from "./lib/versions.mjs";
import { aiSdk } from "./ways/ai-sdk.mjs";
import { langchain } from "./ways/langchain.mjs";
import { movingWindow } from "./ways/moving-window.mjs";
import { ours } from "./ways/ours.mjs";
import { strands } from "./ways/strands.mjs";

/** @typedef {import("./lib/runs.mjs").Talk} Talk */
/** @typedef {import("./lib/runs.mjs").Call} Call */

/**
 * @typedef {object} Source conversations of one origin
 * @property {string} name
 * @property {string} short a name for narrow columns
 * @property {Talk[]} talks
 */

const TARGET = "openai-chat";
/** The models whose list prices count: their providers sell cached input for a twentieth, a tenth and a fiftieth of written input. */
const MODELS = ["claude-sonnet-5-5", "gpt-5.4", "deepseek-flash"];
const PRICES = Object.fromEntries(MODELS.map((model) => [model, priceOf(model)]));
/** The share of the window that a reduction leaves by default. */
const DEFAULT = 0.6;
/** The share that `costAware` leaves. */
const KEPT = 0.35;
/** The shares that are tried for as much recall as another library's. */
const SHARES = [0.02, 0.03, 0.05, 0.07, 0.1, 0.13, 0.16, 0.2, 0.25, 0.3, KEPT];
const PEERS = [langchain, strands, movingWindow, aiSdk];
/** Conversations with more calls take too long to search for the best schedule. */
const MOST_CALLS = 80;
/** The prices of what is forgotten that are tried for a schedule that recalls as much, as multiples of the mean bill of a request by default. */
const FORGOTTEN = [0, 1, 2];
/** Short names of the sources. */
const SHORT = ["own transcript", "coding runs"];
/** Larger than any conversation. */
const WHOLE = 1e9;

/** The names of the peers whose window is limited. */
const LIMITED = [langchain, strands, movingWindow].map(({ name }) => name);

const started = performance.now();
const { recordings, absence } = longRecordings();
console.log(`Bills of long conversations, ${machine()}\n${versions()}`);
const sources = recordings.map(({ source, conversations }, place) => ({
  name: source,
  short: SHORT[place],
  talks: conversations.map(talkOf),
}));
/** The runs of each conversation, by the name of the way. @type {WeakMap<object, Map<string, (Call | null)[]>>} */
const known = new WeakMap();

for (const source of sources) await printBills(source);
await printTiming();
await printEqualRecall();
if (absence) console.log(`\nRecorded conversations were left out: ${absence}.`);
console.log(`
The bill is that of the input in US dollars, at list prices: what the cache serves at the price of cached input, the rest at that of written
input. The cache serves the longest common prefix of successive requests, in whole messages; its lifetime and its minimum length are not
simulated. Requests are written for ${TARGET}. The window is a quarter of the whole conversation. AI SDK's pruneMessages has no budget; it
removes nearly all calls and results, whatever the window.
"prefix changed": the requests in which something that the request before sent has changed or gone, so that the cache does not serve all of it.
"recall": at each call, the share of the telling words of the next six assistant messages that the request still holds, of those that were
said before and may go (the measure of \`npm run keep\`), as a mean.
"each message once": what is new at each call, and nothing else. No way that shows each message to the model costs less.
It took ${((performance.now() - started) / 1_000).toFixed(0)} s.`);

/** Prints the bills of all ways, a table for each price list. @param {Source} source */
async function printBills({ name, talks }) {
  const peers = [];
  for (const way of PEERS) peers.push([way.name, await runsOf(talks, way.name, () => way)]);
  const whole = await runsOf(talks.map(withoutLimit), "whole", () => ours("", ""));
  for (const model of MODELS) {
    const rows = [
      ["backscroll", await byDefault(talks)],
      ["backscroll, by age", await runsOf(talks, "age", () => ours("", "", fitBudget({ by: "age" })))],
      ["backscroll, jump 0.5", await runsOf(talks, "jump 0.5", () => ours("", "", fitBudget({ reduceTo: 0.5 })))],
      [`backscroll, costAware, keeps ${KEPT}`, await aware(talks, model, KEPT)],
      ...peers,
      ["each message once", whole.map(eachOnce)],
    ];
    const limited = rows.filter(([name]) => LIMITED.includes(name));
    console.log(`\n${name}, at the prices of ${model}:\n`);
    const head = ["", "requests", "sent", "from cache", "prefix changed", "bill", "recall", "to LangChain, Strands, the moving window"];
    console.log(
      table(
        head,
        rows.map(([name, runs]) => rowOf(name, runs.flat(), model, name.startsWith("backscroll") ? limited : [])),
      ),
    );
  }
}

function rowOf(name, all, model, peers) {
  const calls = all.filter((call) => call !== null);
  const [sent, served] = ["sent", "served"].map((kind) => calls.reduce((sum, call) => sum + call[kind], 0));
  const recall = meanRecall(calls);
  const moved = calls.some(({ isMoved }) => isMoved === undefined)
    ? ""
    : `${calls.filter(({ isMoved }) => isMoved).length} of ${calls.length}`;
  const counts = [`${calls.length}`, `${Math.round(sent / 1_000)} k`, `${((100 * served) / sent).toFixed(1)} %`, moved];
  const ratios = peers.map(([, runs]) => ratioOf(all, runs.flat(), model).toFixed(2));
  return [name, ...counts, `$${billOf(calls, PRICES[model]).toFixed(4)}`, Number.isNaN(recall) ? "" : recall.toFixed(3), ratios.join("  ")];
}

/** Prints the bills beside those of the best schedules. */
async function printTiming() {
  const rows = [];
  for (const { short, talks: all } of sources) {
    const talks = all.filter(({ counts }) => counts.length <= MOST_CALLS);
    const usual = await byDefault(talks);
    for (const [way, share] of [
      ["backscroll", DEFAULT],
      [`costAware, keeps ${KEPT}`, KEPT],
    ]) {
      const best = talks.map((talk) => new BestRuns(talk, share));
      const cells = [];
      for (const model of MODELS) {
        const mine = (share === DEFAULT ? usual : await aware(talks, model, KEPT)).flat();
        const least = await cheapest(best, usual, model, 0);
        // Another search for each price of what is forgotten: for `costAware` alone, because it takes long.
        const equal = share === KEPT ? await cheapest(best, usual, model, meanRecall(mine)) : null;
        cells.push(ratioOf(mine, least, model).toFixed(3), equal === null ? "" : ratioOf(mine, equal, model).toFixed(3));
        cells.push([mine, least, equal].map((calls) => (calls === null ? "" : meanRecall(calls).toFixed(2))).join(" "));
      }
      rows.push([`${short}: ${way}`, ...cells]);
    }
  }
  console.log(`\nThe bills beside those of the best calls to reduce at:\n`);
  console.log(table(["", ...MODELS.flatMap((model) => [`${model}: to the least bill`, "at equal recall", "recalls"])], rows));
  console.log(`
The best calls are computed for each conversation with its whole course known, with the same steps down to the same share of the window.
All calls are tried. The programme keeps, for each call, the cheapest course whose last reduction is there, and goes on from these.
What a reduction leaves is found by making it, and the bill is that of a replay of the schedule. "at equal recall": the schedule also knows
what each step needs, and pays for what it forgets, at the first of the prices ${FORGOTTEN.join(", ")} (times the mean bill of a request by default)
with which it recalls as much as ours on average. "recalls": ours, that of the least bill, that at equal recall. Conversations with more
than ${MOST_CALLS} calls are left out here. The share that \`costAware\` takes for rewritten was measured on the coding runs; nothing was tuned on the
transcript.`);
}

/** Returns the calls of the best schedules that recall at least so much on average; null where none does. */
async function cheapest(best, usual, model, wanted) {
  for (const forgotten of wanted === 0 ? [0] : FORGOTTEN) {
    const calls = [];
    for (const [place, runs] of best.entries()) {
      const mean = billOf(usual[place], PRICES[model]) / usual[place].length;
      calls.push(...(await once(runs, `${model} ${forgotten}`, () => runs.run(PRICES[model], forgotten * mean, TARGET))));
    }
    if (meanRecall(calls) >= wanted) return calls;
  }
  return null;
}

/** Prints the bills beside those of the peers, with the least share that recalls as much. */
async function printEqualRecall() {
  const rows = [];
  for (const { short, talks } of sources) {
    const whole = (await runsOf(talks.map(withoutLimit), "whole", () => ours("", ""))).map(eachOnce);
    for (const way of PEERS) {
      const theirs = await runsOf(talks, way.name, () => way);
      const wanted = meanRecall(theirs.flat());
      const cells = [];
      for (const model of MODELS) {
        const recallAt = async (share) => meanRecall((await aware(talks, model, share)).flat());
        const share = await leastShare(SHARES, recallAt, wanted);
        const toTheirs = (runs) => ratioOf(runs.flat(), theirs.flat(), model).toFixed(2);
        if (share === null) cells.push("-", `(${toTheirs(whole)})`);
        else
          cells.push(
            `${share}: ${(await recallAt(share)).toFixed(3)}`,
            `${toTheirs(await aware(talks, model, share))} (${toTheirs(whole)})`,
          );
      }
      rows.push([`${short}: ${way.name}`, wanted.toFixed(3), ...cells]);
    }
  }
  console.log(`\nThe bills of costAware beside those of others, at equal recall:\n`);
  console.log(table(["", "recall", ...MODELS.flatMap((model) => [`share: recall, ${model}`, "bill"])], rows));
  console.log(`
"share": the least of ${SHARES.join(", ")} of the window with which costAware recalls at least as much as the other, on the same conversations.
"bill": costAware's beside the other's; in parentheses, that of each message once, below which no way comes that shows each to the model.`);
}

function byDefault(talks) {
  return runsOf(talks, "default", () => ours("", ""));
}

function aware(talks, model, share) {
  const reduce = (window) => costAware({ model, reduceTo: Math.max(2, Math.floor(window * share)) });
  return runsOf(talks, `costAware ${model} ${share}`, ({ window }) => ours("", "", reduce(window)));
}

/** Returns the runs of a way over all conversations. Each is made once. @returns {Promise<(Call | null)[][]>} */
async function runsOf(talks, name, wayFor) {
  const runs = [];
  for (const talk of talks) runs.push(await once(talk, name, () => runOf(talk, wayFor(talk), TARGET)));
  return runs;
}

/** Returns what was made under this name for a conversation, or makes it. */
async function once(key, name, make) {
  if (!known.has(key)) known.set(key, new Map());
  const made = known.get(key);
  if (!made.has(name)) made.set(name, await make());
  return made.get(name);
}

/** Returns the conversation in a window that holds all of it. Each is made once. */
function withoutLimit(talk) {
  return (talk.whole ??= { ...talk, window: WHOLE });
}

/** Returns the bill of one way beside that of another, over the calls for which both made a request. */
function ratioOf(one, other, model) {
  const both = one.map((_, place) => place).filter((place) => one[place] !== null && other[place] !== null);
  const [mine, theirs] = [one, other].map((calls) =>
    billOf(
      both.map((place) => calls[place]),
      PRICES[model],
    ),
  );
  return mine / theirs;
}
