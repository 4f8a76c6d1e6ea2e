// The page for everybody: screen readers, the keyboard alone, a phone, dark and forced colours.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, test } from "node:test";
import { REFUSALS, pasteOf } from "../../www/refusals.mjs";
import { BROWSERS, atPage } from "./person.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** What each view shows when it is complete. */
const SHOWN = { doctor: "#cards .card", fit: ".bill:not(:empty)", convert: "#losses h2" };
const VIEWS = Object.keys(SHOWN);
const SCHEMES = { light: [], dark: [{ name: "prefers-color-scheme", value: "dark" }] };

/** Opens each view in turn, and waits until it shows what it has to show. */
async function throughViews({ paste, go, until }, check) {
  await paste(pasteOf(REFUSALS[1]));
  await until(() => document.querySelectorAll("#badges li").length === 6);
  for (const view of VIEWS) {
    await go(view);
    await until((selector) => document.querySelector(selector) !== null, SHOWN[view]);
    await check(view);
  }
}

for (const name of Object.keys(BROWSERS)) {
  describe(name, () => {
    let at;
    before(async () => {
      at = await atPage(name);
    });
    after(() => at?.close());

    // Firefox cannot be told a scheme.
    for (const [scheme, features] of Object.entries(name === "chromium" ? SCHEMES : { light: [] })) {
      for (const width of [1440, 390]) {
        test(`axe finds nothing in the ${scheme} scheme, ${width} wide`, () =>
          at.visit({ width, features: features.length > 0 ? features : undefined }, async (person, page) => {
            const check = async (view) => {
              await page.evaluate(axe);
              const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
              const seen = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).slice(0, 3).join("; ")}`);
              assert.deepEqual(seen, [], view);
            };
            await check("first screen");
            await throughViews(person, check);
          }));
      }
    }

    for (const width of [320, 390, 1024]) {
      test(`nothing scrolls sideways, ${width} wide`, () =>
        at.visit({ width, height: 740 }, async (person, page) => {
          await throughViews(person, async (view) => {
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(wide <= width, `${view} is ${wide} wide`);
          });
        }));
    }

    test("on a phone the two texts are shown in turn", () =>
      at.visit({ width: 390, height: 740 }, async ({ paste, until }, page) => {
        await paste(pasteOf(REFUSALS[0]));
        const sides = () => page.evaluate(() => [...document.getElementById("editor").shadowRoot.querySelectorAll(".cm-mergeViewEditor")].map((side) => side.checkVisibility()));
        assert.deepEqual(await sides(), [true, false]);
        await page.click('[data-side="b"]');
        await until(() => document.getElementById("editor").dataset.hidden === "a");
        assert.deepEqual(await sides(), [false, true]);
      }));

    test("with the keyboard alone, an example is opened, a place is visited, and the repair is taken over", () =>
      at.visit({}, async ({ read, verdict, until }, page) => {
        const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent.trim());
        const tabTo = async (wanted) => {
          for (let presses = 0; presses < 80; presses += 1) {
            await page.keyboard.press("Tab");
            if ((await focused()) === wanted) return;
          }
          assert.fail(`Tab never comes to ${wanted}`);
        };
        await tabTo(REFUSALS[0].title);
        await read(() => page.keyboard.press("Enter"));
        await tabTo("use");
        await read(() => page.keyboard.press("Enter"));
        assert.match(await verdict(), /would accept it/);
        // The editor keeps Tab for moving on.
        await page.evaluate(() => document.getElementById("editor").shadowRoot.querySelector(".cm-content").focus());
        await page.keyboard.press("Tab");
        await until(() => document.activeElement.id !== "editor" || document.getElementById("editor").shadowRoot.activeElement?.getAttribute("aria-label") !== "Your text");
      }));

    test("verdicts are announced", () =>
      at.visit({}, async ({ paste }, page) => {
        await paste(pasteOf(REFUSALS[0]));
        assert.match(await page.$eval('[role="status"]', ({ textContent }) => textContent), /would refuse it/);
      }));

    test("the page may not evaluate text as code, nor connect to another server", () =>
      at.visit({ allowed: /Content.Security.Policy|connect-src|Refused to connect|NetworkError|Fetch API/i }, async (person, page) => {
        const outcome = await page.evaluate(
          () =>
            new Promise((resolve) => {
              // In a task of its own: code that a debugger runs ignores the page's policy.
              setTimeout(async () => {
                const evaluated = await Promise.resolve().then(() => new Function("return 'evaluated'")()).catch(({ name: error }) => error);
                const fetched = await fetch("http://127.0.0.1:9/").then(() => "fetched", () => "refused");
                resolve([evaluated, fetched]);
              });
            }),
        );
        assert.deepEqual(outcome, ["EvalError", "refused"]);
      }));

    // Only Chromium's protocol can force colours.
    if (name === "chromium") {
      test("with forced colours the verdict and the cards keep their borders", () =>
        at.visit({}, async ({ paste }, page) => {
          const session = await page.createCDPSession();
          await session.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value: "active" }] });
          await paste(pasteOf(REFUSALS[0]));
          for (const selector of ["#verdict", "#cards .card", ".badge"]) {
            assert.notEqual(await page.$eval(selector, (element) => getComputedStyle(element).borderTopWidth), "0px", selector);
          }
        }));
    }
  });
}
