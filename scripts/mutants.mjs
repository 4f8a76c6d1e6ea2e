// `npm run mutants`: changes the sources in small ways, one at a time, and counts the changes that no test notices.
//
// A seeded sample of the mutants of each folder runs. The folders of Rust are history, sanitize and reduce.
//
// --count 400    mutants of each folder; default 400
// --seed 1       chooses them; default 1
// --jobs 2       mutants at once; default 2
// --again        runs those of the last run that survived, with the tests as they are now

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { at } from "./lib/paths.mjs";
import { StepError, command } from "./lib/run.mjs";
import { step } from "./lib/step.mjs";
import { buildMutants, runMutant, sampleOf, timed } from "./mutants/rust.mjs";

const OPTIONS = {
  count: { type: "string", default: "400" },
  seed: { type: "string", default: "1" },
  jobs: { type: "string", default: "2" },
  again: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
};
/** The mutants of the last run, and what became of each. */
const report = at("target", "mutants", "report.json");
const FOLDERS = ["history", "sanitize", "reduce"];
const HELP = `npm run mutants [-- [folder ...] [--count <number>] [--seed <number>] [--jobs <number>] [--again]]
The folders are ${FOLDERS.join(", ")}; by default all of them.`;

await command(async () => {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  if (values.help) return console.log(HELP);
  const [count, seed, jobs] = [values.count, values.seed, values.jobs].map(Number);
  const unknown = positionals.find((name) => !FOLDERS.includes(name));
  if (unknown !== undefined) throw new StepError(`there is no folder ${unknown}`, { advice: HELP });
  if (![count, seed, jobs].every(Number.isInteger)) throw new StepError("the options are no whole numbers", { advice: HELP });
  const folders = positionals.length === 0 ? FOLDERS : positionals;
  const mutants = values.again ? lastRun() : await samples(folders, { count, seed });
  const asked = values.again ? mutants.filter(({ end }) => end === "survived") : mutants;
  const { tests, built } = await step("tests with the mutants in them", "5 min", () => buildMutants(asked));
  const limited = await step("tests without a mutant", null, () => timed(tests));
  const waiting = asked.filter(({ number }) => built.has(number));
  for (const mutant of asked) mutant.end = built.has(mutant.number) ? "waiting" : "not built";
  const worker = async () => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      Object.assign(mutant, await runMutant(limited, mutant.number));
      if (mutant.end === "survived") console.log(`survived: ${mutant.name}`);
      if (waiting.length % 100 === 0) save(mutants);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  save(mutants);
  print(mutants);
});

async function samples(folders, { count, seed }) {
  const mutants = [];
  for (const folder of folders) {
    const { all, sample } = await sampleOf(folder, { count, seed });
    console.log(`${folder}: ${sample.length} of ${all} mutants`);
    mutants.push(...sample.map((mutant) => ({ ...mutant, folder })));
  }
  mutants.forEach((mutant, index) => (mutant.number = index + 1));
  return mutants;
}

function save(mutants) {
  mkdirSync(at("target", "mutants"), { recursive: true });
  writeFileSync(report, JSON.stringify(mutants, null, 1));
}

function lastRun() {
  if (existsSync(report)) return JSON.parse(readFileSync(report, "utf8"));
  throw new StepError("there was no run before this one", { advice: HELP });
}

function print(mutants) {
  for (const folder of new Set(mutants.map((mutant) => mutant.folder))) {
    const own = mutants.filter((mutant) => mutant.folder === folder);
    const count = (end) => own.filter((mutant) => mutant.end === end).length;
    const noticed = count("killed") + count("timed out");
    const ran = noticed + count("survived");
    const share = ((100 * noticed) / Math.max(1, ran)).toFixed(1);
    console.log(
      `${folder}: ${noticed} of ${ran} noticed (${share} %), ${count("timed out")} by time; ${count("not built")} did not compile`,
    );
  }
}
