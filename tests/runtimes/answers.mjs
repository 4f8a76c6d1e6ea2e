// Ways to an answer: what a program prints, what a test leaves in a file, what a page in Chromium holds.

import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, extname, join, sep } from "node:path";
import { chromium } from "../../scripts/lib/browsers.mjs";
import { StepError, run } from "../../scripts/lib/run.mjs";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8", ".wasm": "application/wasm" };
/** Chromium's sandbox refuses to run as root, where containers run; the pages are our own. */
const FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
/** A page that takes longer hangs. */
const PAGE_MS = 60_000;

/** What a program prints. Runtimes may warn before and after it. */
export async function printed(command, args, options) {
  const output = await run(command, args, options);
  const answer = output.split("\n").find((line) => line.startsWith('{"prepared":'));
  if (answer !== undefined) return answer;
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
  const { chromium: driver } = await import("playwright-core");
  const browser = await driver.launch({ executablePath: await chromium(), args: FLAGS });
  try {
    const page = await browser.newPage();
    const troubles = [];
    page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
    page.on("pageerror", (error) => troubles.push(error.message));
    await page.goto(url);
    const ended = page.waitForFunction(() => globalThis.answer ?? globalThis.trouble, null, { timeout: PAGE_MS });
    await ended.catch((error) => troubles.push(error.message.split("\n")[0]));
    return answerOf(await page.evaluate(() => ({ answer: globalThis.answer, trouble: globalThis.trouble })), troubles);
  } finally {
    await browser.close();
  }
}

/** What a page holds, or what it says is wrong. */
export function answerOf({ answer, trouble }, troubles = []) {
  if (answer !== undefined && troubles.length === 0) return answer;
  throw new StepError("the page gave no answer", { tail: [trouble, ...troubles].filter(Boolean).join("\n") });
}

/** Serves a folder on loopback while `work` goes on. */
export async function served(folder, work) {
  const server = createServer((request, response) => {
    const path = join(folder, request.url === "/" ? "index.html" : decodeURIComponent(request.url.split("?")[0]));
    const type = TYPES[extname(path)];
    if (!path.startsWith(folder + sep) || type === undefined || !existsSync(path)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": type }).end(readFileSync(path));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await work(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
