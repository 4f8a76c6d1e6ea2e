// The bill of long conversations in a quarter of the window that they need, at the prices of three providers, for each way to make them fit.
// Compares it with the best schedule of reductions that knows the future, and with other libraries at equal recall and equal survival of the
// user's words.

import { costAware, estimateTokens, fitBudget } from "backscroll";
import { machine } from "../lib/machine.mjs";
import { table } from "../lib/table.mjs";
import { BestRuns } from "./lib/best-runs.mjs";
import { leastShare } from "./lib/least-share.mjs";
import { billOf, priceOf } from "./lib/prices.mjs";
import { longRecordings } from "./lib/recordings.mjs";
import { eachOnce, meanRecall, meanSurvival, runOf, talkOf } from "./lib/runs.mjs";
import { versions } from "./lib/versions.mjs";
import { aiSdk } from "./ways/ai-sdk.mjs";
import { clearedResults } from "./ways/cleared-results.mjs";
import { langchain, langchainSummary } from "./ways/langchain.mjs";
import { movingWindow } from "./ways/moving-window.mjs";
import { ours } from "./ways/ours.mjs";
import { strands, strandsSummary } from "./ways/strands.mjs";
import { ASKED } from "./ways/way.mjs";

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
/** The shares that are tried for as much recall and survival as another library's: those that `costAware` takes, and larger ones. */
const AWARE_SHARES = [0.02, 0.03, 0.05, 0.07, 0.1, 0.13, 0.16, 0.2, 0.25, 0.3, KEPT, 0.4, 0.5, DEFAULT];
const SHARES = [...AWARE_SHARES, 0.7, 0.8, 0.9];
/** Shares that differ by less are printed alike. */
const ALIKE = 0.0005;
const PEERS = [langchain, langchainSummary, strands, strandsSummary, clearedResults, movingWindow, aiSdk];
/** The share that `costAware` leaves, and the factors of its share of rewritten tokens, for the table of the latter. */
const [REWRITTEN_AT, FACTORS] = [0.2, [0.67, 1, 1.5]];
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
await printEqual();
await printRewritten();
if (absence) console.log(`\nRecorded conversations were left out: ${absence}.`);
console.log(`
The bill is that of the input in US dollars, at list prices: what the cache serves at the price of cached input, the rest at that of written
input. The cache serves the longest common prefix of successive requests, in whole messages; its lifetime and its minimum length are not
simulated. Requests are written for ${TARGET}. The window is a quarter of the whole conversation. AI SDK's pruneMessages has no budget; it
removes nearly all calls and results, whatever the window. Summaries are stand-ins of at most 500 tokens; the tokens of the requests for them
are among those sent and billed.
"too large": the requests that exceed the window; backscroll refuses to make them.
"prefix changed": the requests in which something that the request before sent has changed or gone, so that the cache does not serve all of it.
"recall": at each call, the share of the telling words of the next six assistant messages that the request still holds, of those that were
said before and may go (the measure of \`npm run keep\`), as a mean.
"survival": at each call, the share of what the user said before the current request, in whole sentences, counted in words, that the request
still holds to the letter, as a mean.
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
      ["backscroll, reduceTo 0.5", await reducedTo(talks, 0.5)],
      [`backscroll, costAware, keeps ${KEPT}`, await aware(talks, model, KEPT)],
      ...peers,
      ["each message once", whole.map(eachOnce)],
    ];
    const limited = rows.filter(([name]) => LIMITED.includes(name));
    console.log(`\n${name}, at the prices of ${model}:\n`);
    const counts = ["requests", "too large", "sent", "from cache", "prefix changed"];
    const head = ["", ...counts, "bill", "recall", "survival", "to LangChain, Strands, the moving window"];
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
  const means = [meanRecall(calls), meanSurvival(calls)].map((share) => (Number.isNaN(share) ? "" : share.toFixed(3)));
  const countOf = (field) => (calls.some((call) => call[field] === undefined) ? "" : `${calls.filter((call) => call[field]).length}`);
  const [moved, over] = [countOf("isMoved"), countOf("isOver")];
  const counts = [`${calls.length}`, over, `${Math.round(sent / 1_000)} k`, `${((100 * served) / sent).toFixed(1)} %`, moved];
  const ratios = peers.map(([, runs]) => ratioOf(all, runs.flat(), model).toFixed(2));
  return [name, ...counts, `$${billOf(calls, PRICES[model]).toFixed(4)}`, ...means, ratios.join("  ")];
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

/** Prints the bills beside those of the peers, at the least shares that recall as much and keep as many of the user's words. */
async function printEqual() {
  const [usual, awares] = [[], []];
  for (const { short, talks } of sources) {
    const whole = (await runsOf(talks.map(withoutLimit), "whole", () => ours("", ""))).map(eachOnce);
    for (const way of PEERS) {
      const theirs = await runsOf(talks, way.name, () => way);
      const name = [`${short}: ${way.name}`, meanRecall(theirs.flat()).toFixed(3), meanSurvival(theirs.flat()).toFixed(3)];
      const toTheirs = (runs, model) => ratioOf(runs.flat(), theirs.flat(), model).toFixed(2);
      const reduced = await leastAlike(SHARES, theirs, (share) => reducedTo(talks, share));
      usual.push([
        ...name,
        reduced.text,
        ...MODELS.map((model) => (reduced.runs === null ? "-" : `${toTheirs(reduced.runs, model)} (${toTheirs(whole, model)})`)),
      ]);
      const cells = [];
      for (const model of MODELS) {
        const { text, runs } = await leastAlike(AWARE_SHARES, theirs, (share) => aware(talks, model, share));
        cells.push(text, runs === null ? "-" : toTheirs(runs, model));
      }
      awares.push([...name, ...cells]);
    }
  }
  const head = ["", "recall", "survival"];
  console.log("\nThe bills of the default strategy beside those of others, at equal recall and survival:\n");
  console.log(table([...head, "reduceTo: recall, survival", ...MODELS.map((model) => `bill, ${model}`)], usual));
  console.log("\nThe bills of costAware beside those of others, at equal recall and survival:\n");
  console.log(table([...head, ...MODELS.flatMap((model) => [`share, ${model}`, "bill"])], awares));
  console.log(`
"reduceTo", "share": the least of ${SHARES.join(", ")}
of the window (at most ${DEFAULT} for costAware) with which backscroll recalls at least as much as the other, and keeps at least as many of the
user's words, on the same conversations. "-": none does.
"bill": ours beside the other's; in parentheses, that of each message once, below which no way comes that shows each to the model.`);
}

/** Returns the runs at the least share that recall and keep as much as those of another; null where none do. */
async function leastAlike(shares, theirs, runsAt) {
  const [recall, survival] = [meanRecall(theirs.flat()), meanSurvival(theirs.flat())];
  const meansAt = async (share) => {
    const calls = (await runsAt(share)).flat();
    return [meanRecall(calls), meanSurvival(calls)];
  };
  const surplus = async (share) => {
    const [own, kept] = await meansAt(share);
    return Math.min(own - recall, kept - survival);
  };
  const share = await leastShare(shares, surplus, -ALIKE);
  if (share === null) return { text: "-", runs: null };
  return { text: `${share}: ${(await meansAt(share)).map((each) => each.toFixed(3)).join(", ")}`, runs: await runsAt(share) };
}

/** Prints the share of `reduceTo` that is written again after a reduction, and the bills if `costAware` took another share for it. */
async function printRewritten() {
  const rows = [];
  for (const { short, talks } of sources) {
    const whole = await runsOf(talks.map(withoutLimit), "whole", () => ours("", ""));
    for (const by of ["need", "age"]) {
      const cells = [];
      for (const model of MODELS) {
        const runs = [];
        for (const factor of FACTORS) runs.push(await aware(talks, model, REWRITTEN_AT, { by, factor }));
        const usual = runs[FACTORS.indexOf(1)];
        const ratios = runs.map((each) => `${ratioOf(each.flat(), usual.flat(), model).toFixed(3)} ${meanRecall(each.flat()).toFixed(3)}`);
        cells.push(rewrittenIn(talks, usual, whole).toFixed(2), ratios.join(", "));
      }
      rows.push([`${short}: by ${by}`, ...cells]);
    }
  }
  console.log(`\nThe tokens that are written again after a reduction of costAware to ${REWRITTEN_AT} of the window:\n`);
  console.log(
    table(["", ...MODELS.flatMap((model) => [`measured, ${model}`, `bill and recall at ${FACTORS.join(", ")} of the constant`])], rows),
  );
  console.log(`
"measured": the share of \`reduceTo\` that the cache does not serve though it was sent before, as a mean over the reductions.`);
}

/** Returns the mean share of `reduceTo` that reductions make the provider read again. */
function rewrittenIn(talks, runs, whole) {
  const shares = talks.flatMap(({ messages, counts, window }, place) => {
    // The cache counts the text of the request, and a window what the model reads.
    const unit = whole[place].at(-1).sent / estimateTokens(messages.slice(0, counts.at(-1)), ASKED[TARGET]);
    const cuts = runs[place].filter((call) => call?.isMoved);
    return cuts.map(({ rewritten }) => rewritten / unit / (window * REWRITTEN_AT));
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

function byDefault(talks) {
  return runsOf(talks, "default", () => ours("", ""));
}

function reducedTo(talks, share) {
  return runsOf(talks, `reduceTo ${share}`, () => ours("", "", fitBudget({ reduceTo: share })));
}

/** Returns the runs of `costAware`. With a `factor`, it decides as if so many times as many tokens were written again. */
function aware(talks, model, share, { by = "need", factor = 1 } = {}) {
  const { cachedInput, cacheWrite } = PRICES[model];
  const price = { model, input: cacheWrite, output: 0, cachedInput, cacheWrite: cachedInput + factor * (cacheWrite - cachedInput) };
  const options = { model, by, ...(factor !== 1 && { prices: [price] }) };
  const reduce = (window) => costAware({ ...options, reduceTo: Math.max(2, Math.floor(window * share)) });
  return runsOf(talks, `costAware ${model} ${share} ${by} ${factor}`, ({ window }) => ours("", "", reduce(window)));
}

/** Returns the runs of a way over all conversations. Each is made once. @returns {Promise<(Call | null)[][]>} */
async function runsOf(talks, name, wayFor) {
  const runs = [];
  for (const talk of talks) {
    const way = wayFor(talk);
    // `prepare` never exceeds the window, so only others are compared with it.
    runs.push(await once(talk, name, () => runOf(talk, way, TARGET, PEERS.includes(way))));
  }
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
