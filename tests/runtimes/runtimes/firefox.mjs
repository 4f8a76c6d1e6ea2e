import { createRequire } from "node:module";
import { firefox } from "../../../scripts/lib/browsers.mjs";
import { ask } from "../../../scripts/lib/run.mjs";
import { answerOf, served } from "../answers.mjs";

const PAGE_MS = 60_000;

/** Over WebDriver BiDi, which a Firefox as it comes speaks. */
async function shownInFirefox(project, url) {
  const { default: driver } = await import(createRequire(project.path("package.json")).resolve("puppeteer-core"));
  const browser = await driver.launch({ browser: "firefox", executablePath: await firefox(), headless: true });
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
  version: async () => /Firefox ([\d.]+\w*)/.exec((await ask(await firefox(), ["--version"])) ?? "")?.[1] ?? "unknown",
  ways: { "script type=module": (project) => served(project.folder, (url) => shownInFirefox(project, url)) },
};
