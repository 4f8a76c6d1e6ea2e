// The measurements of `npm run keep`: the recall of sources, and what ways keep of the planted cases.

import { versions } from "../../benches/compare/lib/versions.mjs";
import { StepError } from "../lib/run.mjs";
import { COSTS, HITS, compareWithBounds, lastFigures, worse, writeFigures } from "./figures.mjs";
import { hitsOf } from "./judge.mjs";
import { ownSources, recordedSources, sourceIn } from "./load.mjs";
import { plantedCases } from "./planted/case.mjs";
import { cutsOf } from "./recall.mjs";
import { printMeanings, printPlanted, printRecall, printWays } from "./report.mjs";
import { keptByFourCuts, keptByOneCut, resultOf } from "./result.mjs";
import { byNeed } from "./ways/ours.mjs";

/** @typedef {import("./ways/way.mjs").Way} Way */

/** The share of what may go that is kept, at which figures are held. */
export const SHARE = 0.2;
const NAMES = [...HITS, ...COSTS].map(({ name }) => name);
/**
 * The measurements of the planted cases, by their names in the tables and in tests/keep.json. At a fifth hardly a line of a long page stays,
 * so instructions are looked at where half may stay, too.
 */
const MEASUREMENTS = {
  "one cut": { keep: keptByOneCut, names: NAMES },
  "four cuts": { keep: keptByFourCuts, names: NAMES },
  "half kept": { keep: keptByOneCut, names: ["injected", "beside"], half: 0.5 },
};

/**
 * Prints the figures of all ways, or of the default reduction alone. Without files, compares those of the default reduction at `SHARE`.
 *
 * @param {{ files?: string[], share?: number, alone?: boolean, bless?: boolean }} options
 * @throws {StepError} when a figure is worse than it was, or beyond its bound
 */
export async function measure({ files = [], share = SHARE, alone = true, bless = false }) {
  const ways = alone ? [byNeed] : await allWays();
  console.log(`Kept where a cut leaves ${share} of what may go${alone ? "" : `\n${versions()}`}`);
  if (files.length > 0) return printRecall(await recallsOf(files.map(sourceIn), ways, share), ways);
  const own = await recallsOf(ownSources(), ways, share);
  printRecall([...own, ...(alone ? [] : await recallsOf(recorded(), ways, share))], ways);

  const cases = plantedCases();
  // A way that knows which words are needed does not know what is planted.
  const compared = ways.filter(({ knowsNeeds }) => !knowsNeeds);
  const planted = await plantedResults(cases, compared, share);
  for (const [name, results] of Object.entries(planted))
    printPlanted(`${cases.length} planted cases, ${name}`, results, compared, MEASUREMENTS[name].names);
  printMeanings();
  printWays(ways);
  if (share === SHARE) holdFigures(figuresOf(cases.length, planted, compared.indexOf(byNeed), own, ways.indexOf(byNeed)), bless);
}

/** Other libraries are loaded when they are compared. */
const allWays = async () => (await import("./ways/ways.mjs")).WAYS;

function recorded() {
  const { sources, absences } = recordedSources();
  for (const absence of absences) console.log(`Left out: ${absence}.`);
  return sources;
}

/** Returns the results of each way over the cuts of each source. Libraries share their clients, so one way runs after the other. */
async function recallsOf(sources, ways, share) {
  const recalls = [];
  for (const { name, conversations } of sources) {
    const cuts = cutsOf(conversations);
    const results = [];
    for (const way of cuts.length > 0 ? ways : []) results.push(await resultOf(way, cuts, share));
    recalls.push({ name, cuts: cuts.length, results });
  }
  return recalls;
}

/** Returns the results of each way over planted cases, by measurement. */
async function plantedResults(cases, ways, share) {
  const measured = {};
  for (const [name, { keep, half = share }] of Object.entries(MEASUREMENTS)) {
    measured[name] = [];
    for (const way of ways) measured[name].push(await resultOf(way, cases, half, { judge: hitsOf, keep }));
  }
  return measured;
}

/** @returns {import("./figures.mjs").Measured} */
function figuresOf(cases, planted, way, recalls, recallWay) {
  const figures = (measurement, result) => Object.fromEntries(MEASUREMENTS[measurement].names.map((name) => [name, result[name]]));
  const kept = Object.entries(planted).map(([measurement, results]) => [measurement, figures(measurement, results[way])]);
  return {
    cases,
    planted: Object.fromEntries(kept),
    recall: Object.fromEntries(recalls.map(({ name, results }) => [name, results[recallWay].all])),
  };
}

function holdFigures(now, bless) {
  const { broken, missed } = compareWithBounds(now.planted);
  for (const aim of missed) console.log(`not reached: ${aim}`);
  if (bless) writeFigures(now);
  const failures = [...broken, ...(bless ? [] : worse(lastFigures(), now))];
  if (failures.length === 0) return;
  const advice =
    "see cuts with `npm run keep -- show`; if this is meant, run `npm run keep -- --alone --bless`, or change scripts/keep/figures.mjs";
  throw new StepError(`${failures.length} figures are worse than they may be`, { tail: failures.join("\n"), advice });
}
