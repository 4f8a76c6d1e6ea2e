// `npm run test:runtimes`: the packed package in every runtime that npm can bring. `npm run test:runtimes deno vite` runs only those.
//
// `npm run test:runtimes -- --write` puts the table into tests/runtimes/README.md. `npm test` tries some of them only: all together take
// 1.7 GB in .tools.

import { readFileSync, writeFileSync } from "node:fs";
import { allRuntimes } from "../tests/runtimes/list.mjs";
import { referenceOf, rowsOf } from "../tests/runtimes/matrix.mjs";
import { packedTarball } from "../tests/runtimes/project.mjs";
import { build } from "./build.mjs";
import { at, isCommand } from "./lib/paths.mjs";
import { StepError, command } from "./lib/run.mjs";
import { duration } from "./lib/step.mjs";
import { setup } from "./setup.mjs";

const document = at("tests", "runtimes", "README.md");
const [BEGIN, END] = ["<!-- matrix -->\n", "<!-- /matrix -->"];

/**
 * Tries runtimes, and prints a table. The package must have been built.
 *
 * @param {import("../tests/runtimes/matrix.mjs").Runtime[]} runtimes
 * @returns {Promise<string>} the table
 * @throws {StepError} when one of them answers with other bytes, or not at all
 */
export async function tryRuntimes(runtimes) {
  const tarball = await packedTarball();
  const reference = await referenceOf(tarball);
  const rows = [];
  for (const runtime of runtimes) rows.push(...(await rowsOf(runtime, tarball, reference)));
  const table = tableOf(rows);
  console.log(`\n${table}`);
  const failed = rows.filter(({ outcome }) => outcome === "FAILED").map(({ runtime, way }) => `${runtime} (${way})`);
  if (failed.length > 0) throw new StepError(`not the bytes of Node: ${failed.join(", ")}`, { advice: "see above what each said" });
  return table;
}

function tableOf(rows) {
  const lines = rows.map(({ runtime, version, way, outcome, time, note }) =>
    `| ${runtime} | ${version} | ${way} | ${outcome}${note === "" ? "" : `: ${note}`} | ${duration(time)} |`);
  return ["| runtime | version | way | bytes | time |", "|---|---|---|---|---:|", ...lines, ""].join("\n");
}

function chosen(runtimes, names) {
  const known = runtimes.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new StepError(`there is no runtime \`${unknown}\``, { advice: `name some of: ${known.join(" ")}` });
  return names.length === 0 ? runtimes : runtimes.filter(({ name }) => names.includes(name));
}

function write(table) {
  const text = readFileSync(document, "utf8");
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from === -1 || to < from) throw new StepError(`${document} has no place for the table`, { advice: `put back the lines ${BEGIN.trim()} and ${END}` });
  writeFileSync(document, text.slice(0, from + BEGIN.length) + table + text.slice(to));
}

if (isCommand(import.meta.url)) {
  await command(async () => {
    const flags = process.argv.slice(2);
    const names = flags.filter((flag) => flag !== "--write");
    const isWritten = flags.includes("--write");
    if (isWritten && names.length > 0) throw new StepError("the table that is written is that of all runtimes", { advice: "leave out the names" });
    await setup();
    await build();
    const table = await tryRuntimes(chosen(await allRuntimes(), names));
    if (isWritten) write(table);
  });
}
