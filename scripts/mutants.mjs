// `npm run mutants`: changes the sources in small ways, one at a time, and counts the changes that no test notices.
//
// A seeded sample of the mutants of each folder runs. The folders of Rust are history, sanitize and reduce.
//
// --count 400    mutants of each folder; default 400
// --seed 1       chooses them; default 1
// --jobs 2       mutants at once; default 2

import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { at } from "./lib/paths.mjs";
import { StepError, command } from "./lib/run.mjs";
import { step } from "./lib/step.mjs";
import { buildMutants, runMutant, sampleOf, timed } from "./mutants/rust.mjs";

const OPTIONS = {
  count: { type: "string", default: "400" },
  seed: { type: "string", default: "1" },
  jobs: { type: "string", default: "2" },
  help: { type: "boolean", default: false },
};
const FOLDERS = ["history", "sanitize", "reduce"];
const HELP = `npm run mutants [-- [folder ...] [--count <number>] [--seed <number>] [--jobs <number>]]
The folders are ${FOLDERS.join(", ")}; by default all of them.`;

await command(async () => {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  if (values.help) return console.log(HELP);
  const [count, seed, jobs] = [values.count, values.seed, values.jobs].map(Number);
  const unknown = positionals.find((name) => !FOLDERS.includes(name));
  if (unknown !== undefined) throw new StepError(`there is no folder ${unknown}`, { advice: HELP });
  if (![count, seed, jobs].every(Number.isInteger)) throw new StepError("the options are no whole numbers", { advice: HELP });
  const folders = positionals.length === 0 ? FOLDERS : positionals;
  const mutants = [];
  for (const folder of folders) {
    const { all, sample } = await sampleOf(folder, { count, seed });
    console.log(`${folder}: ${sample.length} of ${all} mutants`);
    mutants.push(...sample.map((mutant) => ({ ...mutant, folder })));
  }
  mutants.forEach((mutant, index) => (mutant.number = index + 1));
  const { tests, built } = await step("tests with the mutants in them", "5 min", () => buildMutants(mutants));
  const limited = await step("tests without a mutant", null, () => timed(tests));
  const waiting = mutants.filter(({ number }) => built.has(number));
  for (const mutant of mutants) mutant.end = built.has(mutant.number) ? "waiting" : "not built";
  const worker = async () => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      Object.assign(mutant, await runMutant(limited, mutant.number));
      if (mutant.end === "survived") console.log(`survived: ${mutant.name}`);
      if (waiting.length % 100 === 0) save(mutants);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  save(mutants);
  print(folders, mutants);
});

function save(mutants) {
  mkdirSync(at("target", "mutants"), { recursive: true });
  const rows = mutants.map(({ folder, number, name, file, end, by, diff }) => ({ folder, number, name, file, end, by, diff }));
  writeFileSync(at("target", "mutants", "report.json"), JSON.stringify(rows, null, 1));
}

function print(folders, mutants) {
  for (const folder of folders) {
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
