// `npm run field`: prints what the installed SDKs declare and no row of this repository names, one line for each member of a union, and the
// SDKs of which the registry has another version. `npm run field -- --offline` does not ask the registry; `-- --left` also prints the
// members that are left for a reason.

import { compareMembers } from "./field/members.mjs";
import { installedVersion, newerVersions, sdks } from "./field/versions.mjs";
import { StepError, command } from "./lib/run.mjs";
import { step } from "./lib/step.mjs";
import { setup } from "./setup.mjs";

const OPTIONS = ["--offline", "--left"];

const line = ({ provider, union, kind, why }) => `${`${provider}, ${union}`.padEnd(42)} ${kind}${why === undefined ? "" : ` (${why})`}`;

function print(title, members) {
  console.log(`\n${title}: ${members.length || "none"}`);
  for (const member of members) console.log(`  ${line(member)}`);
}

await command(async () => {
  const options = process.argv.slice(2);
  const wrong = options.find((option) => !OPTIONS.includes(option));
  if (wrong !== undefined) throw new StepError(`there is no option \`${wrong}\``, { advice: `give some of: ${OPTIONS.join(" ")}` });
  await setup();
  const { unknown, left, needless, count } = compareMembers();
  console.log(
    `${count} members of unions, as declared by ${sdks()
      .map((name) => `${name} ${installedVersion(name)}`)
      .join(", ")}`,
  );
  print("no row names", unknown);
  if (options.includes("--left")) print("left for a reason", left);
  else console.log(`\nleft for a reason: ${left.length} (\`npm run field -- --left\` prints them)`);
  if (needless.length > 0) print("reasons that are no longer needed, in scripts/field/left.mjs", needless);

  if (options.includes("--offline")) return;
  const newer = await step("versions in the registry (npm view)", "15 s", () => newerVersions());
  if (newer === null) return console.log("the registry does not answer, so newer versions are not known");
  console.log(`other versions in the registry: ${newer.length || "none"}`);
  for (const { name, installed, newest } of newer) console.log(`  ${name.padEnd(42)} ${installed} is installed, ${newest} is the newest`);
});
