// Finds a browser, or installs Debian's package where possible; and starts Chromium.

import { installDebian } from "./debian.mjs";
import { StepError } from "./run.mjs";
import { isProgram, which } from "./which.mjs";

/**
 * @typedef {object} Browser
 * @property {string} title
 * @property {string} variable the environment variable with its path
 * @property {string} debian its Debian package
 * @property {string[]} names the names of its program
 * @property {string[]} places paths used by installers that do not change PATH
 */

/** @type {Browser} */
const CHROMIUM = {
  title: "Chromium",
  variable: "CHROME_BIN",
  debian: "chromium",
  names: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"],
  places: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  ],
};

/** @type {Browser} */
const FIREFOX = {
  title: "Firefox",
  variable: "FIREFOX_BIN",
  debian: "firefox-esr",
  names: ["firefox-esr", "firefox"],
  places: ["/Applications/Firefox.app/Contents/MacOS/firefox", "C:\\Program Files\\Mozilla Firefox\\firefox.exe"],
};

/** Chromium's sandbox refuses to run as root, as containers do. The pages are our own, so the sandbox is switched off. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts Chromium, with these flags in addition to the usual ones. */
export async function launch(flags = []) {
  // Imported late: it is an npm package, which setup installs.
  const { chromium: driver } = await import("playwright-core");
  return driver.launch({ executablePath: await chromium(), args: [...FLAGS, ...flags] });
}

/** The path of a Chromium. See `pathOf`. */
export const chromium = () => pathOf(CHROMIUM);

/** The path of a Firefox. See `pathOf`. */
export const firefox = () => pathOf(FIREFOX);

/**
 * Returns the path of a browser. As root on Debian, installs the browser when there is none.
 *
 * @param {Browser} browser
 * @returns {Promise<string>}
 * @throws {StepError} when there is none and none can be installed
 */
async function pathOf(browser) {
  const { title, variable, debian } = browser;
  const advice = `install ${title} (Debian: \`apt-get install ${debian}\`), or set ${variable} to the path of one`;
  const given = process.env[variable];
  if (given && !isProgram(given)) throw new StepError(`${variable} is ${given}, and no program is there`, { advice });
  const found = given || find(browser);
  if (found) return found;
  await installDebian(title, [debian], advice);
  const installed = find(browser);
  if (installed) return installed;
  throw new StepError(`${title} was installed, and still there is none on PATH`, { advice });
}

function find({ names, places }) {
  for (const name of names) {
    const path = which(name);
    if (path) return path;
  }
  return places.find(isProgram) ?? null;
}
