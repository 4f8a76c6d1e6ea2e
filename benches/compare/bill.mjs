// The bill of long conversations in a quarter of the window that they need, at the prices of three providers, for each way to make them fit,
// and for the best size of cuts that knows the future.

import { ConversationManager, costAware, fitBudget } from "backscroll";
import { machine } from "../lib/machine.mjs";
import { table } from "../lib/table.mjs";
import { PromptCache } from "./lib/prompt-cache.mjs";
import { callsAt, longRecordings } from "./lib/recordings.mjs";
import { windowFor } from "./lib/replay.mjs";
import { versions } from "./lib/versions.mjs";
import { aiSdk } from "./ways/ai-sdk.mjs";
import { langchain } from "./ways/langchain.mjs";
import { movingWindow } from "./ways/moving-window.mjs";
import { ours } from "./ways/ours.mjs";
import { strands } from "./ways/strands.mjs";

const TARGET = "openai-chat";
/** The models whose list prices count: their providers sell cached input for a twentieth, a tenth and a fiftieth of other input. */
const MODELS = ["claude-sonnet-5-5", "gpt-5.4", "deepseek-flash"];
/** The part of the window that `costAware` keeps. */
const KEPT = 0.35;
/** The number of sizes of cuts that are tried. */
const SIZES = 10;
const PEERS = [langchain, strands, movingWindow, aiSdk];
const BOUNDED = [langchain, strands, movingWindow].map(({ name }) => name);
const HEAD = ["", "requests", "sent", "from cache", "bill", "to LangChain, Strands, the moving window", "to the best size"];

const { recordings, absence } = longRecordings();
console.log(`Bills of long conversations, ${machine()}\n${versions()}`);
for (const { source, conversations } of recordings) {
  const peers = [];
  for (const way of PEERS) peers.push({ name: way.name, runs: await runsOf(conversations, () => way) });
  const byDefault = { name: "backscroll", runs: await runsOf(conversations, () => ours("", "")), best: await runsOfSizes(conversations, 0.7) };
  const best = await runsOfSizes(conversations, KEPT);
  for (const model of MODELS) {
    const price = priceOf(model);
    const kept = (window) => costAware({ model, keepTokens: Math.max(1, Math.floor(window * KEPT)) });
    const aware = { name: "backscroll, costAware", best, runs: await runsOf(conversations, (window) => ours("", "", kept(window))) };
    console.log(`\n${source}, at the prices of ${model}:\n`);
    console.log(table(HEAD, rowsOf([byDefault, aware, ...peers], price)));
  }
}
if (absence) console.log(`\nRecorded conversations were left out: ${absence}.`);
console.log(`
The bill is that of the input in US dollars, at list prices: what the cache serves at the price of cached input, the rest at that of written
input. The cache serves the longest common prefix of successive requests, in whole messages; its lifetime and its minimum length are not
simulated. Requests are written for ${TARGET}. The window is a quarter of the whole conversation. What sends less pays less: compare the
bill with what was sent. AI SDK's pruneMessages has no budget; it removes nearly all calls and results, whatever the window.
"to the best size": the bill beside that of the best of ${SIZES} sizes of cuts, chosen for each conversation with its whole course known: the
same steps, down to the same share of the window, begun at a tenth to ten tenths of the way from there to the full window. backscroll's own
cuts leave 70 % of the window, those of costAware ${KEPT * 100} %.`);

/** Runs a way over all conversations. Returns, for each, its calls: the tokens that were sent and served, or null where it threw. */
async function runsOf(conversations, wayFor) {
  const runs = [];
  for (const messages of conversations) {
    const window = windowFor(messages);
    const run = wayFor(window).begin(TARGET);
    const cache = new PromptCache();
    const calls = [];
    for (const count of callsAt(messages)) {
      const body = await run.request(messages.slice(0, count), window).catch(() => null);
      calls.push(body === null ? null : cache.take(body));
    }
    runs.push(calls);
    run.end?.();
  }
  return runs;
}

/**
 * Returns the runs of cuts of all sizes, by the same steps and down to the same share of the window. Each list of runs is of one size.
 */
async function runsOfSizes(conversations, jump) {
  const sizes = [];
  for (let step = 1; step <= SIZES; step += 1) {
    const hold = jump + ((1 - jump) * step) / SIZES;
    sizes.push(await runsOf(conversations, () => ours("", "", fitBudget({ hold, jump }))));
  }
  return sizes;
}

/** Returns the least bill: that of the best size for each conversation. */
function leastOf(sizes, price) {
  const bills = sizes[0].map((_, place) => Math.min(...sizes.map((runs) => billOf(runs[place], price))));
  return bills.reduce((sum, bill) => sum + bill, 0);
}

function rowsOf(ways, price) {
  const bounded = ways.filter(({ name }) => BOUNDED.includes(name));
  return ways.map(({ name, runs, best }) => {
    const calls = runs.flat().filter((call) => call !== null);
    const [sent, served] = ["sent", "served"].map((kind) => calls.reduce((sum, call) => sum + call[kind], 0));
    const toPeers = bounded.filter((peer) => peer.name !== name).map((peer) => ratio(runs, peer.runs, price).toFixed(2));
    const counts = [`${calls.length}`, `${Math.round(sent / 1_000)} k`, `${((100 * served) / sent).toFixed(1)} %`];
    const bill = billOf(calls, price);
    return [name, ...counts, `$${bill.toFixed(4)}`, best ? toPeers.join("  ") : "", best ? (bill / leastOf(best, price)).toFixed(3) : ""];
  });
}

/** Returns the bill of one way beside that of another, over the calls for which both made a request. */
function ratio(one, other, price) {
  const [mine, theirs] = [one.flat(), other.flat()];
  const both = mine.map((_, place) => place).filter((place) => mine[place] !== null && theirs[place] !== null);
  return billOf(both.map((place) => mine[place]), price) / billOf(both.map((place) => theirs[place]), price);
}

function billOf(calls, { cachedInput, cacheWrite }) {
  return calls.reduce((sum, { sent, served }) => sum + served * cachedInput + (sent - served) * cacheWrite, 0) / 1e6;
}

/** Returns the list prices of a model, as its bill shows them. */
function priceOf(model) {
  const conversation = new ConversationManager();
  const million = { input: 2_000_000, cachedInput: 1_000_000, cacheWrite: 1_000_000 };
  conversation.addMessage({ role: "assistant", content: "", model, tokens: million });
  const { kinds } = conversation.cost();
  conversation.dispose();
  return kinds;
}
