// `npm run same -- <old package> [<new package>]`: compares the behaviour of two builds of the package.
//
// Both builds process thousands of bodies: bodies of the tests, recordings beside the checkout, and both of these with seeded damage. The
// results must be equal: bodies byte for byte, the codes and paths of errors, the code, rule, message and call of each repair. Texts for
// people are not compared. Each distinct difference is printed once, with the smallest body that shows it.
//
// --renamed old=new   a code was renamed (may stand several times)
// --ignore rule       a field of repairs is not compared: rule, messageId or toolCallId (may stand several times)
// --only text         only operations whose name holds the text
// --share 0.1         only this share of the bodies
// --thorough          every operation for every body; without it, conversions, reductions and the like take turns
// --any-order         fields of an object may stand in another order
// --save folder       writes the smallest body of each difference there

import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { packageFolder } from "./lib/paths.mjs";
import { StepError, command } from "./lib/run.mjs";

const OPTIONS = {
  renamed: { type: "string", multiple: true, default: [] },
  ignore: { type: "string", multiple: true, default: [] },
  only: { type: "string", default: "" },
  share: { type: "string", default: "1" },
  thorough: { type: "boolean", default: false },
  "any-order": { type: "boolean", default: false },
  save: { type: "string" },
};

await command(async () => {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const [before, after = packageFolder] = positionals;
  if (before === undefined)
    throw new StepError("no package to compare with", { advice: "name the folder of the older build: npm run same -- ../before/pkg" });
  const begun = performance.now();
  const results = await compareAll({ folders: [resolve(before), resolve(after)], ...values });
  const counts = merged(
    results.map((result) => result.counts),
    (one, other) => one + other,
  );
  const differences = merged(
    results.map((result) => result.differences),
    worse,
  );
  report(counts, differences, Math.round((performance.now() - begun) / 1000));
  if (values.save !== undefined) save(values.save, differences);
  if (differences.size > 0) process.exitCode = 1;
});

/** Distributes the work over the threads: each takes every nth body. */
function compareAll(settings) {
  const threads = availableParallelism();
  return Promise.all(
    Array.from({ length: threads }, (_, thread) => {
      const worker = new Worker(new URL("same/worker.mjs", import.meta.url), { workerData: { ...settings, thread, threads } });
      return new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
    }),
  );
}

/** Merges maps, in the order of their keys. */
function merged(maps, join) {
  const all = new Map();
  for (const map of maps) {
    for (const [key, value] of map) all.set(key, all.has(key) ? join(all.get(key), value) : value);
  }
  return new Map([...all].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Merges two findings of one difference: adds the counts, and keeps the smaller body. */
function worse(one, other) {
  const isSmaller = one.size < other.size || (one.size === other.size && one.name < other.name);
  return { ...(isSmaller ? one : other), count: one.count + other.count };
}

function report(counts, differences, seconds) {
  for (const [operation, count] of counts) console.log(`${String(count).padStart(8)}  ${operation}`);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${String(total).padStart(8)}  comparisons in ${seconds} s`);
  for (const [key, { count, name, before, after, input }] of differences) {
    console.log(`\n--- ${key}  (${count} times)\nsmallest: ${name}\nbefore: ${before}\nafter:  ${after}\ninput:  ${excerpt(input)}`);
  }
  console.log(differences.size === 0 ? "\nno differences" : `\n${differences.size} distinct differences`);
}

function save(folder, differences) {
  mkdirSync(folder, { recursive: true });
  [...differences.values()].forEach(({ input }, index) => writeFileSync(join(folder, `${index + 1}.json`), `${input}\n`));
}

function excerpt(text) {
  return text.length <= 1500 ? text : `${text.slice(0, 1500)}... (${text.length} characters; --save writes it whole)`;
}
