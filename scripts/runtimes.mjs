// `npm run test:runtimes`: the packed package in every runtime that npm can bring. `npm run test:runtimes deno vite` runs only those.
//
// `npm run test:runtimes -- --write` puts the table into tests/runtimes/README.md. It is not part of `npm test`: it fetches 500 MB.

import { readFileSync, writeFileSync } from "node:fs";
import { allRuntimes } from "../tests/runtimes/list.mjs";
import { referenceOf, rowsOf } from "../tests/runtimes/matrix.mjs";
import { packedTarball } from "../tests/runtimes/project.mjs";
import { isPackageFresh } from "./lib/face.mjs";
import { at } from "./lib/paths.mjs";
import { StepError, command } from "./lib/run.mjs";
import { duration } from "./lib/step.mjs";

const document = at("tests", "runtimes", "README.md");
const [BEGIN, END] = ["<!-- matrix -->\n", "<!-- /matrix -->"];

function chosen(runtimes, names) {
  const known = runtimes.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new StepError(`there is no runtime \`${unknown}\``, { advice: `name some of: ${known.join(" ")}` });
  return names.length === 0 ? runtimes : runtimes.filter(({ name }) => names.includes(name));
}

function tableOf(rows) {
  const lines = rows.map(({ runtime, version, way, outcome, time, note }) =>
    `| ${runtime} | ${version} | ${way} | ${outcome}${note === "" ? "" : `: ${note}`} | ${duration(time)} |`);
  return ["| runtime | version | way | bytes | time |", "|---|---|---|---|---:|", ...lines, ""].join("\n");
}

function write(table) {
  const text = readFileSync(document, "utf8");
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from === -1 || to < from) throw new StepError(`${document} has no place for the table`, { advice: `put back the lines ${BEGIN.trim()} and ${END}` });
  writeFileSync(document, text.slice(0, from + BEGIN.length) + table + text.slice(to));
}

await command(async () => {
  if (!isPackageFresh()) throw new StepError("pkg/ is not what the sources say", { advice: "run `npm run build` first" });
  const flags = process.argv.slice(2);
  const names = flags.filter((flag) => flag !== "--write");
  const isWritten = flags.includes("--write");
  if (isWritten && names.length > 0) throw new StepError("the table that is written is that of all runtimes", { advice: "leave out the names" });
  const all = await allRuntimes();
  const runtimes = chosen(all, names);
  const tarball = await packedTarball();
  const reference = await referenceOf(all[0], tarball);
  const rows = [];
  for (const runtime of runtimes) rows.push(...(await rowsOf(runtime, tarball, reference)));
  const table = tableOf(rows);
  console.log(`\n${table}`);
  if (isWritten) write(table);
  if (rows.some(({ outcome }) => outcome === "FAILED")) process.exitCode = 1;
});
