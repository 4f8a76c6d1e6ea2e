// Ways to an answer: what a program prints, what a test leaves in a file, what a page in a browser holds, what a server sends.

import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { launch } from "../../scripts/lib/browsers.mjs";
import { StepError, run } from "../../scripts/lib/run.mjs";
import { serve } from "../../scripts/lib/static-server.mjs";

/** How the line begins that holds it. */
const MARK = "answer: ";
/** A page that takes longer hangs. */
const PAGE_MS = 60_000;

/** What a program prints. Runtimes may warn before and after it. */
export async function printed(command, args, options) {
  const output = await run(command, args, options);
  const line = output.split("\n").find((line) => line.startsWith(MARK));
  if (line !== undefined) return line.slice(MARK.length);
  throw new StepError(`${basename(command)} printed no answer`, { tail: output.slice(-2_000) });
}

/** What a bundle prints in Node, from a folder where it can import nothing. */
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

/** What a test runner's test writes to the file of `ANSWER`. */
export async function writtenByTest(project, command, args, env = {}) {
  const file = project.path("answer.json");
  rmSync(file, { force: true });
  const output = await run(command, args, { cwd: project.folder, env: { ...process.env, ...env, ANSWER: file } });
  if (existsSync(file)) return readFileSync(file, "utf8");
  throw new StepError(`${basename(command)} ran no test that wrote an answer`, { tail: output.slice(-2_000) });
}

/** What a page holds in Chromium once its script is through. */
export async function shown(url) {
  return shownBy(await launch(), url);
}

/** What a page holds in this browser, which is then closed. Playwright and Puppeteer are alike in all that is asked here. */
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

/** What the project's page holds in Chromium, where its bundle lies in `out` and nothing else does. */
export function shownAlone(project) {
  copyFileSync(project.path("index.html"), project.path("out", "index.html"));
  return served(project.path("out"), shown);
}

/** Serves a folder on loopback while `work` goes on. */
export async function served(folder, work) {
  const server = await serve({ "/": folder });
  try {
    return await work(server.url);
  } finally {
    await server.close();
  }
}

/** What a server sends. */
export async function textOf(response) {
  const text = await response.text();
  if (response.ok) return text;
  throw new StepError(`the server answered ${response.status}`, { tail: text.slice(-2_000) });
}
