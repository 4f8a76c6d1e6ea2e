// `npm run bench:tokens`: prints how fast and how large the exact counts are, and how far the estimates are off, beside other libraries.

import { at } from "./lib/paths.mjs";
import { command, run } from "./lib/run.mjs";
import { prepare } from "./prepare.mjs";

await command(async () => {
  await prepare();
  for (const file of ["exact.mjs", "report.mjs"]) await run(process.execPath, [at("benches", "estimator", file)], { show: true });
});
