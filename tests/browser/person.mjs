// A person at the page, in Chromium or Firefox, with what a person does and sees.

import assert from "node:assert/strict";
import puppeteer from "puppeteer-core";
import { chromium, firefox } from "../../scripts/lib/browsers.mjs";
import { servePage } from "../../scripts/lib/static-server.mjs";

/** Time after which a step counts as hanging. */
const STEP_MS = 60_000;

const ALL = {
  chromium: async () => puppeteer.launch({ browser: "chrome", executablePath: await chromium(), args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"] }),
  firefox: async () => puppeteer.launch({ browser: "firefox", executablePath: await firefox() }),
};

/** The browsers to test in: the one that BROWSER names, or all. */
const { BROWSER } = process.env;
if (BROWSER !== undefined && !Object.hasOwn(ALL, BROWSER)) throw new Error(`BROWSER is ${BROWSER}, and may be one of ${Object.keys(ALL).join(", ")}`);
export const BROWSERS = BROWSER === undefined ? ALL : { [BROWSER]: ALL[BROWSER] };

/** Opens a browser and the page's server. `visit` runs a person's work in a new profile of the browser. */
export async function atPage(name) {
  // Launched first: a server that stays open would keep a failed test alive.
  const browser = await BROWSERS[name]();
  const server = await servePage();

  /**
   * Opens the page, runs `work`, and asserts what holds of each visit: no error, no request to another server, nothing that scrolls sideways.
   *
   * @param {{ width?: number, height?: number, hash?: string, features?: { name: string, value: string }[], allowed?: RegExp }} options
   */
  async function visit({ width = 1280, height = 900, hash = "", features, allowed = /^$/ }, work) {
    const context = await browser.createBrowserContext();
    const [troubles, hosts] = [[], new Set()];
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(STEP_MS);
      await page.setViewport({ width, height });
      if (features !== undefined) await page.emulateMediaFeatures(features);
      page.on("console", (message) => ["error", "warn"].includes(message.type()) && !allowed.test(message.text()) && troubles.push(message.text()));
      page.on("pageerror", (error) => !allowed.test(String(error)) && troubles.push(String(error)));
      page.on("dialog", (dialog) => troubles.push(`a dialog: ${dialog.message()}`));
      page.on("request", (request) => /^https?:/.test(request.url()) && hosts.add(new URL(request.url()).host));
      // What the page copies.
      await page.evaluateOnNewDocument(() => {
        Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => void (window.copied = text) } });
      });
      await page.goto(`${server.url}${hash}`);
      await page.waitForSelector("html[data-read]");
      await work(personAt(page), page);
      assert.deepEqual(troubles, [], "nothing is on the console");
      assert.deepEqual([...hosts], [new URL(server.url).host], "no request leaves the page's own server");
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `the page is ${wide} wide in a window of ${width}`);
    } finally {
      await context.close();
    }
  }
  const close = async () => {
    await browser.close();
    await server.close().catch(() => undefined);
  };
  return { visit, close, server };
}

/** The actions of a person, and the texts that a person sees. */
function personAt(page) {
  const text = (selector) => page.$eval(selector, (element) => element.textContent.trim());
  /** Runs an action, and waits until the page has read the text. */
  const read = async (action) => {
    const before = await page.evaluate(() => document.documentElement.dataset.read);
    await action();
    await page.waitForFunction((last) => document.documentElement.dataset.read !== last, {}, before);
  };
  const shortcut = async (key) => {
    await page.keyboard.down("Control");
    await page.keyboard.press(key);
    await page.keyboard.up("Control");
  };
  const press = (id) => page.click(`#${id}`);
  return {
    text,
    read,
    press,
    /** Copies a text from a field, and pastes it with the keyboard. */
    paste: (pasted) =>
      read(async () => {
        await page.evaluate((value) => {
          const field = Object.assign(document.createElement("textarea"), { id: "elsewhere", value });
          document.body.prepend(field);
          field.focus();
          field.select();
        }, pasted);
        await shortcut("c");
        await page.evaluate(() => {
          document.getElementById("elsewhere").remove();
          document.getElementById("editor").shadowRoot.querySelector(".cm-content").focus();
        });
        await shortcut("a");
        await shortcut("v");
      }),
    /** Drops a file, which may be large. */
    drop: (name, content, repeat = 1) =>
      page.evaluate(
        (fileName, part, times) => {
          const data = new DataTransfer();
          data.items.add(new File([part.repeat(times)], fileName));
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        },
        name,
        content,
        repeat,
      ),
    go: (view) => page.click(`.tabs [data-go="${view}"]`),
    verdict: () => text("#verdict"),
    /** The ids of the rules on the cards, the first first. */
    cards: () => page.$$eval("#cards .card .rule", (list) => list.map(({ textContent }) => textContent)),
    /** The text that a button copies. */
    copied: async (id) => {
      await page.evaluate(() => delete window.copied);
      await page.click(`#${id}`);
      await page.waitForFunction(() => window.copied !== undefined);
      return page.evaluate(() => window.copied);
    },
    choose: (id, value) => page.select(`#${id}`, value),
    shown: (selector) => page.$eval(selector, (element) => element.checkVisibility()),
    /** The text of an editor that is on the screen. */
    editor: (host, place = 0) => page.$eval(host, (element, index) => element.shadowRoot.querySelectorAll(".cm-content")[index].innerText, place),
    until: (condition, ...args) => page.waitForFunction(condition, {}, ...args),
  };
}
