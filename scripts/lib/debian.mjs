// Installs packages of Debian, where this process may: as root, on Debian.

import { StepError, run } from "./run.mjs";
import { step } from "./step.mjs";
import { which } from "./which.mjs";

/**
 * Installs packages of Debian.
 *
 * @param {string} title what they bring
 * @param {string[]} packages
 * @param {string} advice what to do where they cannot be installed
 * @throws {StepError} where they cannot be installed
 */
export async function installDebian(title, packages, advice) {
  if (process.getuid?.() !== 0 || which("apt-get") === null) throw new StepError(`there is no ${title}`, { advice });
  await step(`${title} (apt-get install)`, "1 min", async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update"], { env, advice });
    await run("apt-get", ["install", "-y", "--no-install-recommends", ...packages], { env, advice });
  });
}
