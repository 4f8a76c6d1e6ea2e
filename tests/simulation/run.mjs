// `npm run simulate`: runs histories of the stores and ledgers, each from its seed.
//
//   node tests/simulation/run.mjs --histories 10000 --seed 1
//   node tests/simulation/run.mjs --seed 4711 --histories 1 --trace

import { parseArgs } from "node:util";
import { PLANTS } from "./plants.mjs";
import { simulate } from "./simulate.mjs";
import { byKind } from "./weather.mjs";

const { values } = parseArgs({
  options: {
    histories: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    plant: { type: "string" },
    only: { type: "string" },
    trace: { type: "boolean", default: false },
    failures: { type: "string", default: "1" },
  },
});

const { histories, faults, failures, seconds, kinds } = await simulate({
  first: Number(values.seed),
  count: Number(values.histories),
  plant: PLANTS.find(({ name }) => name === values.plant),
  trace: values.trace ? console.log : undefined,
  only: values.only,
  mostFailures: Number(values.failures),
});
for (const { seed, kind, violations } of failures) console.log(`seed ${seed} (${kind}): ${violations.join("\n  ")}`);
console.log(`${histories} histories in ${seconds.toFixed(1)} s of a core: ${Math.round((histories / seconds) * 60)} a minute, ${failures.length} failed`);
console.log(Object.entries(kinds).map(([name, count]) => `${name} ${count}`).join(", "));
for (const [kind, counts] of Object.entries(byKind(faults))) console.log(`${kind}: ${Object.entries(counts).map(([name, count]) => `${name} ${count}`).join(", ")}`);
process.exitCode = failures.length > 0 ? 1 : 0;
