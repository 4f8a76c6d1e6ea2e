// The packages of the AI SDK whose bodies are compared with ours. They have a folder of their own, because other tests use newer clients.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGES, aisdkFolder } from "../../tests/oracles/aisdk.mjs";
import { oraclesFolder } from "../../tests/oracles/oracle.mjs";
import { run } from "./run.mjs";
import { digest, isFresh, writeStamp } from "./stamp.mjs";
import { step } from "./step.mjs";

const stamp = join(aisdkFolder, "packages.sha256");

/**
 * Installs the packages, unless they are installed.
 *
 * @returns {Promise<string | null>} why they cannot be installed on this machine; null when they are ready
 */
export async function aisdkPackages() {
  if (!existsSync(oraclesFolder)) return "../shared/oracles is not beside this repository";
  const wanted = pinned(readFileSync(join(oraclesFolder, "README.md"), "utf8"));
  const content = digest([], wanted);
  if (
    isFresh(
      stamp,
      content,
      PACKAGES.map((name) => join(aisdkFolder, "node_modules", name)),
    )
  )
    return null;

  await step(`AI SDK (${wanted.join(", ")})`, "30 s", async () => {
    rmSync(aisdkFolder, { recursive: true, force: true });
    mkdirSync(aisdkFolder, { recursive: true });
    writeFileSync(join(aisdkFolder, "package.json"), JSON.stringify({ name: "aisdk", private: true, type: "module" }));
    await run("npm", ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", ...wanted], {
      cwd: aisdkFolder,
      advice: "see whether this machine reaches the npm registry, and run the command again",
    });
    writeStamp(stamp, content);
  });
  return null;
}

/** The README of the oracles lists the tested versions. */
function pinned(readme) {
  return PACKAGES.map((name) => {
    const version = new RegExp(`(?:^|\\s)${name}@(\\S+)`, "m").exec(readme)?.[1];
    return version === undefined ? name : `${name}@${version}`;
  });
}
