// The page in a browser: the time to the first paint and to a verdict, compared with an empty page, and the sizes of its downloads.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import puppeteer from "puppeteer-core";
import { chromium } from "../scripts/lib/browsers.mjs";
import { buildPage, isLater } from "../scripts/lib/page.mjs";
import { serve } from "../scripts/lib/static-server.mjs";
import { machine } from "./lib/machine.mjs";
import { isQuick } from "./lib/measure.mjs";
import { median } from "./lib/statistics.mjs";
import { table } from "./lib/table.mjs";

const ROUNDS = isQuick ? 1 : 7;
/** A slow network: half a megabit a second, with long ways. */
const SLOW = { offline: false, download: 64_000, upload: 32_000, latency: 300 };

const folder = await buildPage();
const server = await serve({ "/": folder, "/empty/": new URL("lib/empty-page/", import.meta.url).pathname });
const browser = await puppeteer.launch({ browser: "chrome", executablePath: await chromium(), args: ["--no-sandbox", "--disable-gpu"] });

/** A request of this many characters, with a call without a result in its middle. */
function requestOf(size) {
  const text = "a line of a log\n".repeat(60);
  const rounds = Math.ceil(size / (text.length + 260));
  const messages = Array.from({ length: rounds }, (_, place) => [
    { role: "user", content: `Question ${place}` },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: `call_${place}`, type: "function", function: { name: "look", arguments: "{}" } }],
    },
    ...(place === rounds >> 1 ? [] : [{ role: "tool", tool_call_id: `call_${place}`, content: text }]),
  ]).flat();
  return JSON.stringify({ model: "gpt-5", messages });
}

/** Opens a page of its own profile, and returns what `work` measures. */
async function visit(path, work, network) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  try {
    if (network !== undefined) await page.emulateNetworkConditions(network);
    return await work(page, () => page.goto(`${server.url}${path}`).catch(() => undefined));
  } finally {
    await context.close();
  }
}

const firstPaint = (page) =>
  page.evaluate(async () => {
    for (;;) {
      const found = performance.getEntriesByName("first-contentful-paint")[0];
      if (found !== undefined) return found.startTime;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });

const painted = (path) =>
  visit(path, async (page, open) => {
    await open();
    return firstPaint(page);
  });

/** The time from a drop to the verdict. */
const verdictOn = (text) =>
  visit("", async (page, open) => {
    await open();
    await page.waitForSelector("html[data-read]");
    return page.evaluate(async (pasted) => {
      const { read } = document.documentElement.dataset;
      const data = new DataTransfer();
      data.items.add(new File([pasted], "request.json"));
      const start = performance.now();
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
      while (document.documentElement.dataset.read === read) await new Promise((resolve) => setTimeout(resolve, 2));
      return performance.now() - start;
    }, text);
  });

/** The time from a paste to a sign, while the page's script and its engine are still on their way. */
const signAfterPaste = () =>
  visit(
    "",
    async (page, open) => {
      open();
      await page.waitForSelector("#paste");
      return page.evaluate(async (text) => {
        const field = document.getElementById("paste");
        const start = performance.now();
        field.value = text;
        field.dispatchEvent(new Event("input", { bubbles: true }));
        while (document.getElementById("busy-note").hidden) await new Promise((resolve) => setTimeout(resolve, 1));
        return performance.now() - start;
      }, requestOf(20_000));
    },
    SLOW,
  );

const several = async (work) => {
  const taken = [];
  for (let round = 0; round < ROUNDS; round += 1) taken.push(await work());
  return median(taken);
};

try {
  console.log(`The page in Chromium, ${machine()}\n`);
  const empty = await several(() => painted("empty/"));
  const rows = [];
  for (const [name, work] of [
    ["first paint of the page", () => painted("")],
    ["verdict on 100 KB", () => verdictOn(requestOf(100_000))],
    ["verdict on 5 MB", () => verdictOn(requestOf(5_000_000))],
    ["a sign after a paste, on a slow network, before the script is there", signAfterPaste],
  ]) {
    const time = await several(work);
    rows.push([name, `${(time / empty).toFixed(2)} ×`, `${time.toFixed(0)} ms`]);
  }
  console.log(
    table(
      ["step", "of the first paint of an empty page", "time"],
      [["first paint of an empty page", "1.00 ×", `${empty.toFixed(0)} ms`], ...rows],
    ),
  );
  console.log("\nDownloads, after brotli:\n");
  const files = readdirSync(folder, { recursive: true })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => statSync(join(folder, name)).isFile() && !/\.txt$|^sandbox|^offline/.test(name));
  const sizeOf = (name) =>
    brotliCompressSync(readFileSync(join(folder, name)), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  const isFormat = (name) => /^(?:whole|worker)\/(?!chunk)/.test(name);
  const groups = [
    ["a first verdict", (name) => name !== "editor.js" && !isLater(name)],
    ["the editor, after it", (name) => name === "editor.js"],
    ["Fit and Convert, when they are opened", (name) => isLater(name) && !isFormat(name)],
  ];
  const kilobytes = (size) => (size / 1_000).toFixed(1);
  for (const [title, isOf] of groups) {
    const sizes = files.filter(isOf).map((name) => [name, sizeOf(name)]);
    const sum = sizes.reduce((all, [, size]) => all + size, 0);
    const rows = sizes.sort(([, one], [, other]) => other - one).map(([name, size]) => [name, kilobytes(size)]);
    console.log(`${table([title, "KB"], [...rows, ["all", kilobytes(sum)]])}\n`);
  }
} finally {
  await browser.close();
  await server.close();
}
