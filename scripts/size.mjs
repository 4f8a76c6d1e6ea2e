// `npm run size`: prepares the package, prints the size of each part, and compares it with its budget, which is in tests/size.json.
// `npm run size -- --bless` lowers the budgets to the sizes of now. It raises that of a part only where CHANGELOG.md gives the reason.

import { readFileSync, writeFileSync } from "node:fs";
import { kilobytes, table } from "../benches/lib/table.mjs";
import { requireInstalled } from "./lib/consumer.mjs";
import { lineCounts } from "./lib/lines.mjs";
import { at, isCommand } from "./lib/paths.mjs";
import { StepError, command } from "./lib/run.mjs";
import { prepare } from "./prepare.mjs";

const budgetFile = at("tests", "size.json");
const changelogFile = at("CHANGELOG.md");
/** The heading of the reasons in the changelog. */
const HEADING = "### Sizes";

/** The share of its budget by which a part may exceed it, because a compiler's output varies when other parts change. */
const SHARE = 0.01;

/** The groups of parts, and what a part of them may exceed its budget by besides. */
const GROUPS = {
  wasm: { title: "module of the wasm", unit: "bytes", slack: 200 },
  face: { title: "folder of the face, minified", unit: "bytes", slack: 200 },
  bundles: { title: "bundle for a browser, minified", unit: "bytes", slack: 200 },
  brotli: { title: "the same bundle after brotli", unit: "bytes", slack: 200 },
  names: { title: "name alone, minified, without the wasm", unit: "bytes", slack: 200 },
  lines: { title: "folder", unit: "lines", slack: 20 },
};

/** Prints the size of every part of the installed package, and the lines of every folder. @throws {StepError} when a part exceeds its budget. */
export async function size({ bless = false } = {}) {
  requireInstalled();
  // Imported late: it imports npm packages, which setup installs.
  const { measureSizes } = await import("./lib/sizes.mjs");
  const sizes = await measureSizes();
  for (const [group, parts] of Object.entries(sizes)) {
    const sorted = Object.entries(parts).sort(([, a], [, b]) => b.bytes - a.bytes);
    console.log(
      `\n${table(
        [GROUPS[group].title, "brotli", "bytes"],
        sorted.map(([name, { bytes, brotli }]) => [name, kilobytes(brotli), bytes]),
      )}`,
    );
  }
  const lines = lineCounts();
  console.log(
    `\n${table(
      [GROUPS.lines.title, "lines"],
      Object.entries(lines).sort(([, a], [, b]) => b - a),
    )}`,
  );

  const now = { ...figures(sizes), lines };
  const budget = JSON.parse(readFileSync(budgetFile, "utf8"));
  if (bless)
    return writeFileSync(budgetFile, `${JSON.stringify(blessed(budget, now, reasonsIn(readFileSync(changelogFile, "utf8"))), null, 2)}\n`);
  const grown = growth(budget, now);
  if (grown.length === 0) return;
  throw new StepError(`${grown.length} parts exceed their budgets`, { tail: grown.map(({ text }) => text).join("\n"), advice: ADVICE });
}

const ADVICE = `make them smaller, or say under \`${HEADING}\` of CHANGELOG.md why they grow (- \`part\`: the reason), and run \`npm run size -- --bless\``;

/** The sizes that have budgets. The brotli figure of a part of a bundle changes with all other parts, so only whole bundles have one. */
function figures({ wasm, face, bundles, names }) {
  const sorted = (parts, figure) =>
    Object.fromEntries(
      Object.entries(parts)
        .map(([name, sizes]) => [name, sizes[figure]])
        .sort(),
    );
  return {
    wasm: sorted(wasm, "bytes"),
    face: sorted(face, "bytes"),
    bundles: sorted(bundles, "bytes"),
    brotli: sorted(bundles, "brotli"),
    names: sorted(names, "bytes"),
  };
}

/** The parts that exceed their budgets. A new part has no budget. */
export function growth(budget, now) {
  return Object.entries(now).flatMap(([group, parts]) =>
    Object.entries(parts)
      .map(([name, size]) => ({ group, name, size, most: budget[group]?.[name] ?? 0 }))
      .filter(({ size, most }) => size > most * (1 + SHARE) + GROUPS[group].slack)
      .map(({ name, size, most }) => ({
        group,
        name,
        text: `${group}: ${name} has ${size} ${GROUPS[group].unit}, and its budget is ${most}`,
      })),
  );
}

/**
 * The new budgets: each is the smaller of the budget and the size. A part that has a reason gets its size, and so do all parts of a group that
 * is no larger in all, because something moved.
 *
 * @throws {StepError} when a part has grown without a reason.
 */
export function blessed(budget, now, reasons) {
  const sum = (parts = {}) => Object.values(parts).reduce((total, size) => total + size, 0);
  const hasMoved = (group) => sum(now[group]) <= sum(budget[group]);
  const without = growth(budget, now).filter(({ group, name }) => !reasons.has(name) && !hasMoved(group));
  if (without.length > 0)
    throw new StepError(`parts that have grown without a reason: ${without.length}`, {
      tail: without.map(({ text }) => text).join("\n"),
      advice: ADVICE,
    });
  const next = (group, name, size) => (reasons.has(name) || hasMoved(group) ? size : Math.min(size, budget[group]?.[name] ?? size));
  const parts = (group) => Object.fromEntries(Object.entries(now[group]).map(([name, size]) => [name, next(group, name, size)]));
  return Object.fromEntries(Object.keys(now).map((group) => [group, parts(group)]));
}

/** The names of the parts for which the newest version in the changelog gives a reason. */
export function reasonsIn(changelog) {
  const newest = changelog.split(/^## /m)[1] ?? "";
  const section = newest.split(`${HEADING}\n`)[1]?.split(/^### /m)[0] ?? "";
  return new Set(
    [...section.matchAll(/^- (`.*?`): \S/gm)].flatMap(([, names]) => [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name)),
  );
}

if (isCommand(import.meta.url)) {
  await command(async () => {
    await prepare();
    await size({ bless: process.argv.includes("--bless") });
  });
}
