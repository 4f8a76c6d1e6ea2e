// The Python environment of the oracles: third-party checks that are beside the repository, or absent.

import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { oraclesFolder, venvFolder, venvPython } from "../../tests/oracles/oracle.mjs";
import { ask, run } from "./run.mjs";
import { digest, isFresh, writeStamp } from "./stamp.mjs";
import { step } from "./step.mjs";

/** The judges of the formats: the providers' own types, and a public package that checks pairs. */
const PACKAGES = ["openai", "anthropic", "jsonschema", "tool-call-repair", "google-genai", "botocore", "mistral-common"];
const stamp = join(venvFolder, "packages.sha256");

/**
 * Creates the environment, unless it exists.
 *
 * @returns {Promise<string | null>} why it cannot be created on this machine; null when it is ready
 */
export async function oracleEnvironment() {
  if (!existsSync(oraclesFolder)) return "../shared/oracles is not beside this repository";
  const requirements = pinned(readFileSync(join(oraclesFolder, "README.md"), "utf8"));
  const wanted = digest([], requirements);
  if (isFresh(stamp, wanted, [venvPython])) return null;

  const python = await firstPython();
  if (python === null) return "there is no python3 with the modules venv and ensurepip";
  await step(`Python environment (${requirements.join(", ")})`, "30 s", async () => {
    rmSync(venvFolder, { recursive: true, force: true });
    await run(python, ["-m", "venv", venvFolder]);
    const advice = "see whether this machine reaches the Python package registry, and run the command again";
    await run(venvPython, ["-m", "pip", "install", "--disable-pip-version-check", "--no-input", ...requirements], { advice });
    writeStamp(stamp, wanted);
  });
  return null;
}

/** The README of the oracles lists the tested versions. */
function pinned(readme) {
  return PACKAGES.map((name) => {
    const version = new RegExp(`(?:^|\\s)${name}==(\\S+)`, "m").exec(readme)?.[1];
    return version === undefined ? name : `${name}==${version}`;
  });
}

async function firstPython() {
  for (const name of ["python3", "python"]) {
    if ((await ask(name, ["-c", "import venv, ensurepip, sys; assert sys.version_info >= (3, 9)"])) !== null) return name;
  }
  return null;
}
