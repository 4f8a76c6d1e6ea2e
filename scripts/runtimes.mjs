// `npm run test:runtimes`: tests the packed package in every runtime that npm can install. `npm run test:runtimes deno vite` runs only these two.
//
// `npm run test:slow` tests only some of them, because all together take 1.8 GB in .tools.

import { NAMES } from "../tests/runtimes/list.mjs";
import { tryRuntimes } from "../tests/runtimes/matrix.mjs";
import { build } from "./build.mjs";
import { StepError, command } from "./lib/run.mjs";
import { setup } from "./setup.mjs";

function chosen(names) {
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new StepError(`there is no runtime \`${unknown}\``, { advice: `name some of: ${NAMES.join(" ")}` });
  return names.length === 0 ? NAMES : NAMES.filter((name) => names.includes(name));
}

await command(async () => {
  const wanted = chosen(process.argv.slice(2));
  await setup();
  await build();
  await tryRuntimes(wanted);
});
