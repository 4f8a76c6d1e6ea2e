// `npm run test:runtimes`: the packed package in every runtime that npm can bring. `npm run test:runtimes deno vite` runs only those.
//
// `npm run test:runtimes -- --write` puts the table into tests/runtimes/README.md. `npm test` tries some of them only: all together take
// 1.8 GB in .tools.

import { readFileSync, writeFileSync } from "node:fs";
import { NAMES } from "../tests/runtimes/list.mjs";
import { tryRuntimes } from "../tests/runtimes/matrix.mjs";
import { build } from "./build.mjs";
import { at } from "./lib/paths.mjs";
import { StepError, command } from "./lib/run.mjs";
import { setup } from "./setup.mjs";

const document = at("tests", "runtimes", "README.md");
const [BEGIN, END] = ["<!-- matrix -->\n", "<!-- /matrix -->"];

function chosen(names) {
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new StepError(`there is no runtime \`${unknown}\``, { advice: `name some of: ${NAMES.join(" ")}` });
  return names.length === 0 ? NAMES : NAMES.filter((name) => names.includes(name));
}

function write(table) {
  const text = readFileSync(document, "utf8");
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from === -1 || to < from) throw new StepError(`${document} has no place for the table`, { advice: `put back the lines ${BEGIN.trim()} and ${END}` });
  writeFileSync(document, text.slice(0, from + BEGIN.length) + table + text.slice(to));
}

await command(async () => {
  const flags = process.argv.slice(2);
  const names = flags.filter((flag) => flag !== "--write");
  const isWritten = flags.includes("--write");
  if (isWritten && names.length > 0) throw new StepError("the table that is written is that of all runtimes", { advice: "leave out the names" });
  const wanted = chosen(names);
  await setup();
  await build();
  const table = await tryRuntimes(wanted);
  if (isWritten) write(table);
});
