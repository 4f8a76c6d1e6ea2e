// Visits the page in a browser, with the actions and views of a person.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { launch } from "../../scripts/lib/browsers.mjs";
import { servePage } from "../../scripts/lib/static-server.mjs";

/** The time after which a step counts as hanging. */
const STEP_MS = 60_000;

let browser;
let server;

/** Starts server and browser before the tests of a file, and ends them after. */
export function useBrowser() {
  before(async () => {
    server = await servePage();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });
}

/**
 * Opens the page, runs `work`, and asserts the properties of every visit: nothing on the console, no request to another server, no
 * horizontal scrolling.
 */
export async function visit(options, work) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const troubles = [];
  const hosts = new Set();
  context.on("console", (message) => ["error", "warning"].includes(message.type()) && troubles.push(message.text()));
  context.on("weberror", (error) => troubles.push(error.error().message));
  context.on("request", (request) => hosts.add(new URL(request.url()).host));
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(STEP_MS);
    await page.goto(server.url);
    await page.locator("html[data-ready]").waitFor({ state: "attached" });
    await work(person(page));
    assert.deepEqual(troubles, [], "nothing is on the console");
    assert.deepEqual([...hosts], [new URL(server.url).host], "no request leaves the page's own server");
    // Does not compare with `innerWidth`: a phone zooms out of a page that is too wide, and `innerWidth` grows with it.
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    const room = page.viewportSize().width;
    assert.ok(wide <= room, `the page is ${wide} wide in a window of ${room}`);
  } finally {
    await context.close();
  }
}

/** Opens the page without its package. Errors on the console are expected. */
export async function visitWithoutPackage(work) {
  const page = await browser.newPage();
  page.setDefaultTimeout(STEP_MS);
  try {
    await page.route("**/pkg/**", (route) => route.abort());
    await page.goto(server.url);
    await work(page);
  } finally {
    await page.close();
  }
}

/** The actions of a person, and the texts that a person sees. */
function person(page) {
  const button = (name, place = page) => place.getByRole("button", { name, exact: true });
  const composer = page.locator("#composer");
  const notice = page.locator(".notice");
  const numeric = async (locator) => Number((await locator.textContent()).replace(/[^\d]/g, ""));

  /** Runs an action, and waits until the notice has changed. */
  const act = async (action) => {
    await page.evaluate(() => document.querySelectorAll("#status, #error").forEach((place) => place.replaceChildren()));
    await action();
    await page.waitForFunction(() => document.querySelector(".notice").textContent !== "");
    return notice.textContent();
  };

  return {
    page,
    act,
    press: (name, place = page) => act(() => button(name, place).first().click()),
    /** Adds a message of a kind, with these fields filled in by their labels. */
    add: (kind, fields) =>
      act(async () => {
        await composer.getByRole("radio", { name: kind, exact: true }).check();
        for (const [label, value] of Object.entries(fields)) {
          await composer.locator(".fields label", { hasText: label }).locator("input, textarea").fill(value);
        }
        await button("Add message").click();
      }),
    /** Pastes from the clipboard, as people enter long texts. */
    paste: async (locator, text) => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.evaluate((text) => navigator.clipboard.writeText(text), text);
      await locator.focus();
      await page.keyboard.press("ControlOrMeta+v");
    },
    setWindow: (value) =>
      act(async () => {
        await page.getByLabel(/Context window/).fill(String(value));
        await page.keyboard.press("Enter");
      }),
    choose: (label, option) => page.getByRole("combobox", { name: label, exact: true }).selectOption({ label: option }),
    target: (name) => page.locator("#choices").getByRole("radio", { name, exact: true }).check(),
    turns: () => page.locator("#turns .part").allTextContents(),
    /** The tokens of each turn, the system prompt first. */
    sizes: () => page.locator("#turns .size").allTextContents().then((list) => list.map(Number.parseFloat)),
    tokens: () => numeric(page.locator("#tokens")),
    window: () => page.locator("#meter").getAttribute("aria-valuemax").then(Number),
    room: () => page.locator("#room").textContent(),
    error: () => page.locator("#error").textContent(),
    errorCode: () => page.locator("#error code").first().textContent(),
    /** The code and rule of each repair of the request. */
    repairs: () =>
      page.locator("#repairs .repair").evaluateAll((list) =>
        list.map((item) => [...item.querySelectorAll(".chip, .rule")].map(({ textContent }) => textContent).filter(Boolean).join(" ")),
      ),
    body: async () => JSON.parse(await page.locator("#body").textContent()),
    report: () => page.locator("#reductions").textContent(),
  };
}
