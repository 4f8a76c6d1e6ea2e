// `npm run field`: prints where the installed SDKs, and the catalogue of models of pi-ai, differ from the rows of this repository.
//
// It lists the members of the SDKs' unions that no row names, the facts of vendors and models that differ, with both sources, and the packages of
// which the registry has another version. `npm run field -- --offline` does not ask the registry; `-- --left` also prints the members and the
// differences that are left for a reason.

import { catalogue } from "./field/catalogue.mjs";
import { compareMembers } from "./field/members.mjs";
import { decisionLine, differenceLines, memberLine } from "./field/report.mjs";
import { installedVersion, newerVersions, sdks } from "./field/versions.mjs";
import { StepError, command } from "./lib/run.mjs";
import { step } from "./lib/step.mjs";
import { prepare } from "./prepare.mjs";

const OPTIONS = ["--offline", "--left"];

function print(title, { length }, lines) {
  console.log(`\n${title}: ${length || "none"}`);
  for (const line of lines) console.log(`  ${line}`);
}

function printMembers(isWhole) {
  const { unknown, left, needless, count } = compareMembers();
  console.log(
    `${count} members of unions, as declared by ${sdks()
      .map((name) => `${name} ${installedVersion(name)}`)
      .join(", ")}`,
  );
  print("no row names", unknown, unknown.map(memberLine));
  print("left for a reason", left, isWhole ? left.map(memberLine) : []);
  if (needless.length > 0) print("reasons that are no longer needed, in scripts/field/left.mjs", needless, needless.map(memberLine));
}

async function printDifferences(isWhole) {
  // Imported late: it imports the package.
  const { compareFacts } = await import("./field/differences.mjs");
  const { open, decided, needless, count } = compareFacts();
  console.log(`\n${count} facts of vendors and models, as declared by ${catalogue()} and by the SDKs`);
  print("differences", open, differenceLines(open));
  print("differences that are decided", decided, isWhole ? differenceLines(decided) : []);
  if (needless.length > 0) print("decisions that are no longer needed, in scripts/field/decided.mjs", needless, needless.map(decisionLine));
}

await command(async () => {
  const options = process.argv.slice(2);
  const wrong = options.find((option) => !OPTIONS.includes(option));
  if (wrong !== undefined) throw new StepError(`there is no option \`${wrong}\``, { advice: `give some of: ${OPTIONS.join(" ")}` });
  await prepare();
  const isWhole = options.includes("--left");
  printMembers(isWhole);
  await printDifferences(isWhole);
  if (!isWhole) console.log("\n`npm run field -- --left` prints what is left and what is decided, with the reasons");

  if (options.includes("--offline")) return;
  const newer = await step("versions in the registry (npm view)", "15 s", () => newerVersions());
  if (newer === null) return console.log("the registry does not answer, so newer versions are not known");
  print(
    "other versions in the registry",
    newer,
    newer.map(({ name, installed, newest }) => `${name.padEnd(42)} ${installed} is installed, ${newest} is the newest`),
  );
});
