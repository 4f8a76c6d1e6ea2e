// The ways to get the probe's answer: a program's output, a file that a test writes, a page in a browser, a server's response.

import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { launch } from "../../scripts/lib/browsers.mjs";
import { StepError, run } from "../../scripts/lib/run.mjs";
import { serve } from "../../scripts/lib/static-server.mjs";

/** The beginning of the line with the answer. */
const MARK = "answer: ";
/** The time after which a page counts as hanging. */
const PAGE_MS = 60_000;

/** Returns the answer that a program prints. Runtimes may print warnings before and after it. */
export async function printed(command, args, options) {
  const output = await run(command, args, options);
  const line = output.split("\n").find((line) => line.startsWith(MARK));
  if (line !== undefined) return line.slice(MARK.length);
  throw new StepError(`${basename(command)} printed no answer`, { tail: output.slice(-2_000) });
}

/** Returns the answer that a bundle prints in Node, in a folder from which it can import nothing. */
export async function printedAlone(file) {
  const folder = mkdtempSync(join(tmpdir(), "backscroll-alone-"));
  try {
    const copy = join(folder, basename(file));
    copyFileSync(file, copy);
    return await printed(process.execPath, [copy], { cwd: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the answer that a test writes to the file named by `ANSWER`. */
export async function writtenByTest(project, command, args, env = {}) {
  const file = project.path("answer.json");
  rmSync(file, { force: true });
  const output = await run(command, args, { cwd: project.folder, env: { ...process.env, ...env, ANSWER: file } });
  if (existsSync(file)) return readFileSync(file, "utf8");
  throw new StepError(`${basename(command)} ran no test that wrote an answer`, { tail: output.slice(-2_000) });
}

/** Returns the answer on a page in Chromium when its script has ended. */
export async function shown(url) {
  return shownBy(await launch(), url);
}

/** Returns the answer on a page in this browser, and closes the browser. Playwright and Puppeteer have the same API for this. */
export async function shownBy(browser, url) {
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(PAGE_MS);
    const troubles = [];
    page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
    page.on("pageerror", (error) => troubles.push(error.message));
    await page.goto(url);
    await page.waitForFunction(() => globalThis.answer ?? globalThis.trouble).catch((error) => troubles.push(error.message.split("\n")[0]));
    const { answer, trouble } = await page.evaluate(() => ({ answer: globalThis.answer, trouble: globalThis.trouble }));
    if (answer !== undefined && troubles.length === 0) return answer;
    throw new StepError("the page gave no answer", { tail: [trouble, ...troubles].filter(Boolean).join("\n") });
  } finally {
    await browser.close();
  }
}

/** Returns the answer on the project's page in Chromium. Only the bundle is in `out`. */
export function shownAlone(project) {
  copyFileSync(project.path("index.html"), project.path("out", "index.html"));
  return served(project.path("out"), shown);
}

/** Serves a folder on loopback while `work` runs. */
export async function served(folder, work) {
  const server = await serve({ "/": folder });
  try {
    return await work(server.url);
  } finally {
    await server.close();
  }
}

/** Returns the answer that a server sends. */
export async function textOf(response) {
  const text = await response.text();
  if (response.ok) return text;
  throw new StepError(`the server answered ${response.status}`, { tail: text.slice(-2_000) });
}
