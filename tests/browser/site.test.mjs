// The site in Chromium: reading, searching and filtering, for everybody, below any path, and beside the service worker of the doctor.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, test } from "node:test";
import { launch } from "../../scripts/lib/browsers.mjs";
import { serve } from "../../scripts/lib/static-server.mjs";
import { buildSite } from "../../scripts/site/site.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const REFUSAL = "refusals/anthropic/tool-use-without-tool-result.html";
const PAGES = [REFUSAL, "refusals/anthropic/tool-change-references-a-tool-that-is-not-defined.html", "refusals/other/rate-limit-reached.html", "refusals/", "docs/", "docs/fitting.html", "docs/codes/cannot-fit.html", "docs/reference/index/functions/sanitize.html"];
const BASES = ["/", "/deep/base/path/"];

let [browser, servers] = [null, new Map()];
before(async () => {
  browser = await launch();
  const { folder } = await buildSite();
  for (const base of BASES) servers.set(base, await serve({ [base]: folder }));
});
after(async () => {
  await browser?.close();
  for (const server of servers.values()) await server.close();
});

/** Runs `work` with a page in a new profile, and asserts that no error is logged and that nothing is asked of another server. */
async function visit({ base = "/", width = 1440, height = 900, scheme = "light", allowed = /^$/ }, work) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme });
  try {
    const page = await context.newPage();
    const [troubles, hosts] = [[], new Set()];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && !allowed.test(message.text()) && troubles.push(message.text()));
    page.on("pageerror", (error) => troubles.push(String(error)));
    page.on("request", (request) => /^https?:/.test(request.url()) && hosts.add(new URL(request.url()).host));
    const root = `${servers.get(base).url}${base.slice(1)}`;
    await work(page, root);
    assert.deepEqual(troubles, []);
    assert.deepEqual([...hosts], [new URL(root).host]);
  } finally {
    await context.close();
  }
}

describe("for everybody", () => {
  for (const scheme of ["light", "dark"]) {
    for (const width of [1440, 390]) {
      test(`axe finds nothing, and nothing scrolls sideways, in the ${scheme} scheme, ${width} wide`, () =>
        visit({ scheme, width, height: width < 500 ? 844 : 900 }, async (page, root) => {
          for (const path of PAGES) {
            await page.goto(`${root}${path}`);
            await page.evaluate(axe);
            const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
            const seen = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).slice(0, 3).join("; ")}`);
            assert.deepEqual(seen, [], path);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(wide <= width, `${path} is ${wide} wide`);
          }
        }));
    }
  }

  test("axe finds nothing in an open search with results", () =>
    visit({ width: 390, height: 844 }, async (page, root) => {
      await page.goto(`${root}${REFUSAL}`);
      await page.keyboard.press("/");
      await page.fill("dialog input", "tool_use");
      await page.waitForSelector("dialog li");
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].failureSummary}`), []);
    }));

  test("without JavaScript a page is whole", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${servers.get("/").url}${REFUSAL}`);
    assert.match(await page.textContent("h1"), /ids were found without/);
    await page.click("text=max_tokens: Field required");
    assert.match(page.url(), /max-tokens-field-required\.html$/);
    await context.close();
  });

  test("on a phone the list of pages opens at its button", () =>
    visit({ width: 390, height: 844 }, async (page, root) => {
      await page.goto(`${root}docs/fitting.html`);
      assert.ok(!(await page.isVisible("#nav")));
      await page.click("[data-menu]");
      await page.click("#nav >> text=Getting started");
      assert.equal(await page.textContent("h1"), "Getting started");
    }));

  test("the theme changes at its button, and stays on the next page", () =>
    visit({}, async (page, root) => {
      await page.goto(`${root}${REFUSAL}`);
      const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
      const light = await ground();
      await page.click("[data-theme-button]");
      await page.click("[data-theme-button]");
      assert.equal(await page.getAttribute("[data-theme-button]", "aria-label"), "Theme: dark");
      assert.notEqual(await ground(), light);
      await page.goto(`${root}docs/`);
      assert.notEqual(await ground(), light);
    }));
});

test("a piece of code is copied at its button", () =>
  visit({}, async (page, root) => {
    await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => void (window.copied = text) } }));
    await page.goto(`${root}${REFUSAL}`);
    await page.hover("pre.block");
    await page.click(".copied > .btn");
    assert.match(await page.evaluate(() => window.copied), /^import \{ sanitize \} from "backscroll";\n/);
    assert.equal(await page.textContent(".copied > .btn"), "Copied");
  }));

test("documents lead to their neighbours in the list", () =>
  visit({}, async (page, root) => {
    await page.goto(`${root}docs/getting-started.html`);
    await page.click("nav.neighbours >> text=Words");
    assert.equal(await page.textContent("h1"), "Words");
    await page.click("nav.neighbours >> text=Getting started");
    assert.equal(await page.textContent("h1"), "Getting started");
  }));

describe("search", () => {
  const FINDS = [
    { words: "ids were found without tool_result", text: "tool_use without tool_result", path: "refusals/anthropic/tool-use-without-tool-result.html" },
    { words: "yes, cancel both", text: "Making it fit", path: "docs/fitting.html" },
    { words: "thought_signature", text: "Function call is missing", path: "refusals/gemini/function-call-is-missing-a-thought-signature.html" },
    { words: "sanitizeToolCalls", text: "sanitizeToolCalls", path: "docs/reference/index/functions/sanitizeToolCalls.html" },
  ];
  for (const base of BASES) {
    for (const { words, text, path } of FINDS) {
      test(`"${words}" leads to ${path}, below ${base}`, () =>
        visit({ base }, async (page, root) => {
          await page.goto(`${root}docs/reference/index/index.html`);
          await page.keyboard.press("/");
          await page.fill("dialog input", words);
          const result = page.locator("dialog li a", { hasText: text }).first();
          await result.waitFor();
          await result.click();
          await page.waitForURL((url) => url.href.startsWith(`${root}${path}`));
        }));
    }
  }

  test("the arrows move between the field and the results, and Escape closes", () =>
    visit({}, async (page, root) => {
      await page.goto(`${root}docs/`);
      await page.click("#nav [data-search]");
      await page.keyboard.type("approval");
      await page.waitForSelector("dialog li");
      const focused = () => page.evaluate(() => document.activeElement.tagName);
      assert.equal(await focused(), "INPUT");
      await page.keyboard.press("ArrowDown");
      assert.equal(await focused(), "A");
      await page.keyboard.press("ArrowUp");
      assert.equal(await focused(), "INPUT");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      assert.ok(!(await page.isVisible("dialog")));
    }));

  test("words that no page has are said to be nowhere", () =>
    visit({}, async (page, root) => {
      await page.goto(`${root}docs/`);
      await page.keyboard.press("/");
      await page.fill("dialog input", "zzqxj");
      await page.waitForFunction(() => document.querySelector("dialog .said").textContent === "Nothing has these words.");
    }));
});

test("the filter of the index leaves the refusals that have all words", () =>
  visit({}, async (page, root) => {
    await page.goto(`${root}refusals/`);
    await page.fill("[data-filter]", "MUST alternate");
    const shown = await page.locator("[data-text]:visible").allTextContents();
    assert.ok(shown.length > 1 && shown.length < 10, `${shown.length}`);
    for (const text of shown) assert.match(text, /must\b[^]*alternat|alternat[^]*must/i);
    assert.match(await page.textContent("[data-filter-count]"), /^\d+ refusals$/);
    await page.fill("[data-filter]", "zzqxj");
    assert.match(await page.textContent("[data-filter-count]"), /No refusal/);
  }));

for (const path of [REFUSAL, "refusals/gemini/thinking-budget-is-invalid.html", "refusals/bedrock/text-after-tooluse-blocks-with-claude.html"]) {
  test(`the example of ${path} is refused in the doctor`, () =>
    visit({ base: "/deep/base/path/" }, async (page, root) => {
      await page.goto(`${root}${path}`);
      await page.click("text=Open this example in the Doctor");
      await page.waitForFunction(() => document.getElementById("word")?.textContent === "Refused");
      assert.ok((await page.textContent("#headline")).length > 10);
    }));
}

test("the doctor's links to a refusal and to documents lead to the site's pages", () =>
  visit({ base: "/deep/base/path/" }, async (page, root) => {
    await page.goto(`${root}refusals/index.html#AN1`);
    assert.match(await page.textContent("li:target"), /tool_use/);
    for (const path of ["docs/index.html", "docs/parameters.html", "docs/getting-started.html"]) assert.equal((await page.goto(`${root}${path}`)).status(), 200);
  }));

test("documents are served as they are while the doctor's service worker is at work", () =>
  visit({ base: "/deep/base/path/" }, async (page, root) => {
    await page.goto(root);
    await page.evaluate(() => navigator.serviceWorker?.ready.then(() => undefined));
    await page.goto(`${root}docs/fitting.html`);
    assert.equal(await page.textContent("h1"), "Making it fit");
    await page.click('.top .end >> text="Refusals"');
    assert.equal(await page.textContent("h1"), "Refusals");
  }));

test("without a network the doctor is there, and no document is answered with it", () =>
  visit({ base: "/deep/base/path/", allowed: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ }, async (page, root) => {
    await page.goto(root);
    await page.waitForFunction(async () => (await navigator.serviceWorker.ready) && navigator.serviceWorker.controller !== null);
    await page.context().setOffline(true);
    await page.goto(`${root}?again`);
    assert.match(await page.title(), /Doctor/);
    await assert.rejects(page.goto(`${root}docs/fitting.html`), /net::/);
  }));

test("an address that is not there leads back to the site, from any depth", () =>
  visit({ base: "/deep/base/path/", allowed: /404/ }, async (page, root) => {
    const missing = readFileSync(new URL("../../target/site/404.html", import.meta.url), "utf8");
    await page.route(`${root}docs/no/such/page`, (route) => route.fulfill({ status: 200, contentType: "text/html", body: missing }));
    await page.goto(`${root}docs/no/such/page`);
    await page.waitForFunction((start) => [...document.querySelectorAll("a")].every(({ href }) => href.startsWith(start) && !href.includes("/no/")), root);
    await page.click("text=documents");
    assert.equal(await page.textContent("h1"), "backscroll");
  }));
