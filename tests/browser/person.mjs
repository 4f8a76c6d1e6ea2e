// A person at the page, in Chromium or Firefox, with what a person does and sees.

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import puppeteer from "puppeteer-core";
import { chromium, firefox } from "../../scripts/lib/browsers.mjs";
import { at } from "../../scripts/lib/paths.mjs";
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

/** Pages that this process has built. */
let pages = 0;

/** Opens a browser and the page's server. `visit` runs a person's work in a new profile of the browser. */
export async function atPage(name) {
  // Launched first: a server that stays open would keep a failed test alive.
  const browser = await BROWSERS[name]();
  // Files of tests run at the same time, and each has a page of its own.
  pages += 1;
  const folder = at("target", "pages", `${process.pid}-${pages}`);
  const server = await servePage({ folder });

  /**
   * Opens the page, runs `work`, and asserts what holds of each visit: no error, no request to another server, nothing that scrolls sideways.
   *
   * @param {{ width?: number, height?: number, hash?: string, features?: { name: string, value: string }[], slow?: boolean, allowed?: RegExp }} options `slow` holds the page's script back until `page.release()`
   */
  async function visit({ width = 1280, height = 900, hash = "", features, slow = false, allowed = /^$/ }, work) {
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
      // The texts that the page copies.
      await page.evaluateOnNewDocument(() => {
        Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => void (window.copied = text) } });
      });
      if (slow) await hold(page);
      const arrived = page.goto(`${server.url}${hash}`);
      if (slow) arrived.catch((error) => troubles.push(String(error)));
      else {
        await arrived;
        await page.waitForSelector("html[data-read][data-editor]");
      }
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
    rmSync(folder, { recursive: true, force: true });
  };
  return { visit, close, server };
}

/** Holds the page's script back, as a slow network does, until `page.release()`. */
async function hold(page) {
  let release;
  const released = new Promise((resolve) => {
    release = resolve;
  });
  page.release = async () => {
    release();
    // The worker's own requests are not to pass through here.
    await page.setRequestInterception(false);
  };
  await page.setRequestInterception(true);
  page.on("request", async (request) => {
    if (/\/page\.js$/.test(request.url())) await released;
    await request.continue().catch(() => undefined);
  });
}

/** The actions of a person, and the texts that a person sees. */
function personAt(page) {
  const text = (selector) => page.$eval(selector, (element) => element.textContent.trim());
  const seen = (selector) => page.$eval(selector, (element) => element.innerText.replaceAll(/\s+/g, " ").trim());
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
  /** Presses a button; one of a menu after its menu is opened. */
  const press = async (id) => {
    const isShown = await page.$eval(`#${id}`, (element) => element.checkVisibility());
    if (!isShown) await page.$eval(`#${id}`, (element) => element.closest("details")?.querySelector("summary").click());
    await page.click(`#${id}`);
  };
  /** Copies a text from a field, and pastes it with the keyboard where the focus is. */
  const pasteHere = async (pasted, isWhole) => {
    await page.evaluate((value) => {
      window.focused = document.activeElement;
      const field = Object.assign(document.createElement("textarea"), { id: "elsewhere", value });
      document.body.prepend(field);
      field.focus();
      field.select();
    }, pasted);
    await shortcut("c");
    await page.evaluate(() => {
      document.getElementById("elsewhere").remove();
      const isEmpty = document.body.dataset.state === "empty";
      const editor = document.getElementById("editor").shadowRoot?.querySelector(".cm-content");
      (isEmpty ? document.getElementById("paste") : editor).focus();
    });
    if (isWhole) await shortcut("a");
    await shortcut("v");
  };
  return {
    text,
    seen,
    read,
    press,
    /** Pastes a text in place of all that is there. */
    paste: (pasted) => read(() => pasteHere(pasted, true)),
    /** Pastes a text beside what is there, at the caret of the editor. */
    pasteBeside: (pasted) => read(() => pasteHere(pasted, false)),
    pasteHere,
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
    /** The headline of the verdict, as it is read out. */
    verdict: () => text("#headline"),
    /** `"find"`, `"warn"` or `"calm"`: there is no other, and no green one. */
    colour: () => page.$eval("#main", (element) => element.className),
    /** The rule beside the texts. */
    rule: () => page.$eval("#rail", (element) => element.querySelector(".rule .id")?.textContent ?? ""),
    /** The text that a button copies. */
    copied: async (id) => {
      await page.evaluate(() => delete window.copied);
      await press(id);
      await page.waitForFunction(() => window.copied !== undefined);
      return page.evaluate(() => window.copied);
    },
    readAs: (format) => read(() => press(`read-as-${format}`)),
    /** The text of an editor that is on the screen. */
    editor: (host, place = 0) => page.$eval(host, (element, index) => element.shadowRoot.querySelectorAll(".cm-content")[index].innerText, place),
    until: (condition, ...args) => page.waitForFunction(condition, {}, ...args),
  };
}
