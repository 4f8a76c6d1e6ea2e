import { createRequire } from "node:module";
import { firefox } from "../../../scripts/lib/browsers.mjs";
import { ask } from "../../../scripts/lib/run.mjs";
import { served, shownBy } from "../answers.mjs";

/** Uses WebDriver BiDi, which an unmodified Firefox supports. */
async function shownInFirefox(project, url) {
  const { default: driver } = await import(createRequire(project.path("package.json")).resolve("puppeteer-core"));
  return shownBy(await driver.launch({ browser: "firefox", executablePath: await firefox(), headless: true }), url);
}

export const runtime = {
  version: async () => /Firefox ([\d.]+\w*)/.exec((await ask(await firefox(), ["--version"])) ?? "")?.[1] ?? "unknown",
  ways: { "script type=module": (project) => served(project.folder, (url) => shownInFirefox(project, `${url}unbundled.html`)) },
};
