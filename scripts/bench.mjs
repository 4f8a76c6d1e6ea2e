// `npm run bench`: prepares the package, then runs each benchmark of benches/ in a process of its own.
// `npm run bench -- append` runs only the benchmarks whose name contains the word. `-- curves` draws the curves of docs/speed.md, and
// `-- stores` fills databases; they take minutes, so they run only when they are named. `-- --quick` shows that everything works.

import { readdirSync } from "node:fs";
import { at } from "./lib/paths.mjs";
import { StepError, command, run } from "./lib/run.mjs";
import { prepare } from "./prepare.mjs";

await command(async () => {
  const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
  const options = process.argv.slice(2).filter((word) => word.startsWith("--"));
  const all = readdirSync(at("benches"))
    .filter((name) => name.endsWith(".mjs"))
    .sort();
  const files = all.filter((name) =>
    words.length === 0 ? !["curves.mjs", "stores.mjs"].includes(name) : words.some((word) => name.includes(word)),
  );
  if (files.length === 0) throw new StepError("no benchmark has such a name", { advice: `name some of: ${all.join(" ")}` });
  await prepare();
  for (const file of files) {
    console.log(`\n=== ${file}`);
    await run(process.execPath, ["--expose-gc", at("benches", file), ...options], { show: true });
  }
});
