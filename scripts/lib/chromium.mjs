// Finds a Chromium, or installs Debian's where that is possible.

import { run, StepError } from "./run.mjs";
import { step } from "./step.mjs";
import { isProgram, which } from "./which.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
/** Where installers put it that do not touch PATH. */
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];
const ADVICE = "install Chromium or Chrome (Debian and Ubuntu: `apt-get install chromium`), or set CHROME_BIN to the path of one";

/**
 * The path of a Chromium. As root on Debian, it is installed when there is none.
 *
 * @returns {Promise<string>}
 * @throws {StepError} when there is none and none can be installed
 */
export async function chromium() {
  const given = process.env.CHROME_BIN;
  if (given && !isProgram(given)) {
    throw new StepError(`CHROME_BIN is ${given}, and no program is there`, { advice: ADVICE });
  }
  const found = given || find();
  if (found) return found;
  if (process.getuid?.() !== 0 || which("apt-get") === null) throw new StepError("there is no Chromium", { advice: ADVICE });

  await step("Chromium (apt-get install)", "1 min", async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update"], { env, advice: ADVICE });
    await run("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], { env, advice: ADVICE });
  });
  const installed = find();
  if (installed) return installed;
  throw new StepError("Chromium was installed, and still there is none on PATH", { advice: ADVICE });
}

function find() {
  for (const name of NAMES) {
    const path = which(name);
    if (path) return path;
  }
  return PLACES.find(isProgram) ?? null;
}
