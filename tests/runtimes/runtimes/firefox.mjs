import { createRequire } from "node:module";
import { StepError, ask } from "../../../scripts/lib/run.mjs";
import { which } from "../../../scripts/lib/which.mjs";
import { answerOf, served } from "../answers.mjs";

const PAGE_MS = 60_000;

function firefox() {
  const path = process.env.FIREFOX_BIN || which("firefox-esr") || which("firefox");
  if (path) return path;
  throw new StepError("there is no Firefox", { advice: "install it (Debian: `apt-get install firefox-esr`), or set FIREFOX_BIN to its path" });
}

/** Over WebDriver BiDi, which a Firefox as it comes speaks. */
async function shownInFirefox(project, url) {
  const { default: driver } = await import(createRequire(project.path("package.json")).resolve("puppeteer-core"));
  const browser = await driver.launch({ browser: "firefox", executablePath: firefox(), headless: true });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await page.waitForFunction(() => globalThis.answer ?? globalThis.trouble, { timeout: PAGE_MS });
    return answerOf(await page.evaluate(() => ({ answer: globalThis.answer, trouble: globalThis.trouble })));
  } finally {
    await browser.close();
  }
}

export const runtime = {
  name: "firefox",
  project: "firefox",
  version: async () => /Firefox ([\d.]+\w*)/.exec((await ask(firefox(), ["--version"])) ?? "")?.[1] ?? "unknown",
  ways: { "script type=module": (project) => served(project.folder, (url) => shownInFirefox(project, url)) },
};
