// `npm run fuzz`: looks for inputs that break the readers, `fit`, streams and conversations, for as long as you say.
//
// The targets of libFuzzer are in tests/fuzz, and their checks in tests/bytes (`fuzzed.rs`); `js` is tests/js/input/fuzz.test.mjs. Inputs
// that are found are kept in `target/fuzz`, so that the next run goes on from there. An input that breaks a check is in `target/fuzz/found`.
// Move it to `tests/fuzz/corpus` under a name that tells the fault, and fix the fault: `cargo test --test bytes` runs it.
//
// --minutes 15   the time for each target; default 1
// --seed 17      the first seed of `js`; by default one that nobody tried
// --keep         keeps small inputs with new coverage in `tests/fuzz/corpus`

import { parseArgs } from "node:util";
import { StepError, command } from "./lib/run.mjs";
import { fuzzCalls } from "./fuzz/js.mjs";
import { TARGETS, fuzzTarget, installFuzzer, keepInputs } from "./fuzz/rust.mjs";

const OPTIONS = {
  minutes: { type: "string", default: "1" },
  seed: { type: "string" },
  keep: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
};

const ALL = [...TARGETS, "js"];
const HELP = `npm run fuzz [-- [target ...] [--minutes <number>] [--seed <number>] [--keep]]
The targets are ${ALL.join(", ")}; by default all of them.`;

await command(async () => {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  if (values.help) return console.log(HELP);
  const [minutes, seed] = [Number(values.minutes), Number(values.seed ?? Date.now() % 1e9)];
  const unknown = positionals.find((name) => !ALL.includes(name));
  if (unknown !== undefined) throw new StepError(`there is no target ${unknown}`, { advice: HELP });
  if (!(minutes > 0) || !Number.isInteger(seed)) throw new StepError("the minutes or the seed are no number", { advice: HELP });
  const names = positionals.length === 0 ? ALL : positionals;
  if (names.some((name) => name !== "js")) await installFuzzer();
  const found = [];
  for (const name of names) {
    if (name === "js") found.push(...(await fuzzCalls({ minutes, seed })));
    else {
      found.push(...(await fuzzTarget(name, minutes)));
      if (values.keep) await keepInputs(name);
    }
  }
  if (found.length > 0)
    throw new StepError(`${found.length} inputs break a check:\n${found.join("\n")}`, { advice: "see the top of scripts/fuzz.mjs" });
});
