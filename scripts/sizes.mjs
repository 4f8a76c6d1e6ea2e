// `npm run sizes`: prints how far the sizes of requests are from the input tokens that their providers reported, by backscroll and by others.
//
// Without a folder, it measures requests whose counts providers publish (tests/fixtures/sizes), and recordings beside the checkout where there
// are any. It fails when a figure of the first is worse than it was, or when a figure is beyond its bound (scripts/sizes/bounds.mjs).
// `npm run sizes -- DIR` measures the files counts_*.jsonl and sessions_*.jsonl of a folder of yours. Other libraries take minutes with long
// sessions.
//
// --alone   measures backscroll alone, which needs no network, and is what the stage of `npm test` does
// --bless   writes the new figures beside the requests

import { parseArgs } from "node:util";
import { requireInstalled } from "./lib/consumer.mjs";
import { isCommand } from "./lib/paths.mjs";
import { StepError, command } from "./lib/run.mjs";
import { prepare } from "./prepare.mjs";
import { compareWithBounds } from "./sizes/bounds.mjs";
import { figuresOf, keepFigures, keptFigures, worse } from "./sizes/figures.mjs";
import { summariesOf } from "./sizes/measure.mjs";
import { pointsOf } from "./sizes/points.mjs";
import { printComparison, printExplanation, printMisses, printParts } from "./sizes/report.mjs";
import { OWN, ownSet, setIn, sharedSet } from "./sizes/sets.mjs";

const OPTIONS = {
  alone: { type: "boolean", default: false },
  bless: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
};

const HELP = "npm run sizes [-- [--alone] [--bless] [folder with counts_*.jsonl and sessions_*.jsonl]]";

/**
 * Prints the figures of the installed package.
 *
 * @param {{ folder?: string, alone?: boolean, bless?: boolean }} [options]
 * @throws {StepError} when a figure is worse than it was, or beyond its bound
 */
export async function sizes({ folder, alone = true, bless = false } = {}) {
  requireInstalled();
  // Imported late: it imports the package.
  const { ours, others } = await import("./sizes/ways/ways.mjs");
  const sets = setsOf(folder);
  const failures = [];
  for (const set of sets) failures.push(...report(set, ours, { isHeld: folder === undefined, bless }));
  printExplanation();
  if (!alone) await compare(sets, ours, await others());
  if (failures.length === 0) return;
  const advice = "if this is meant, run `npm run sizes -- --bless`, or change scripts/sizes/bounds.mjs";
  throw new StepError(`${failures.length} figures are worse than they may be`, { tail: failures.join("\n"), advice });
}

function setsOf(folder) {
  if (folder !== undefined) return [setIn(folder)];
  const { set, absence } = sharedSet();
  if (absence !== null) console.log(`Left out: ${absence}.`);
  return [ownSet(), ...(set === null ? [] : [set])];
}

/** Prints the figures of a set. Returns those that are worse than they may be; the figures of a user's folder may be as they are. */
function report(set, way, { isHeld, bless }) {
  const { points, refused } = pointsOf(set, way);
  const summaries = summariesOf(points);
  printParts(set.name, summaries, refused);
  if (!isHeld) return [];
  const { broken, missed } = compareWithBounds(set.name, summaries);
  for (const goal of missed) console.log(`not reached: ${goal}`);
  if (set.name !== OWN) return broken;
  printMisses(points);
  const figures = figuresOf(summaries);
  if (bless) keepFigures(figures);
  return [...broken, ...(bless ? [] : worse(keptFigures(), figures))];
}

async function compare(sets, ours, { ways, absence }) {
  if (absence !== null) console.log(`\nLeft out: ${absence}.`);
  for (const set of sets)
    printComparison(
      set.name,
      [ours, ...ways].map((way) => ({ name: way.name, points: pointsOf(set, way).points })),
    );
  console.log("");
  for (const { name, how } of [ours, ...ways]) console.log(`- ${name}: ${how}.`);
}

if (isCommand(import.meta.url)) {
  await command(async () => {
    const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
    if (values.help) return console.log(HELP);
    if (positionals.length > 1) throw new StepError("more than one folder is named", { advice: HELP });
    if (values.bless && positionals.length > 0) throw new StepError("only the figures of the own requests are kept", { advice: HELP });
    await prepare();
    await sizes({ folder: positionals[0], alone: values.alone, bless: values.bless });
  });
}
