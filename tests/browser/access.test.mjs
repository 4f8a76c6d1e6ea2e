// The page for everybody: screen readers, the keyboard alone, a phone, dark and forced colours.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, test } from "node:test";
import { REFUSALS, pasteOf } from "../../www/refusals.mjs";
import { BROWSERS, atPage } from "./person.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** A part of each view that is there when it is complete. */
const SHOWN = { doctor: "#findings button", fit: "#requests svg", convert: "#copy-converted" };
const VIEWS = Object.keys(SHOWN);
const SCHEMES = { light: [], dark: [{ name: "prefers-color-scheme", value: "dark" }] };
const UNEXPLAINED = `400 messages.1.content.0: Invalid \`signature\` in \`thinking\` block\n\n${JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 4_000, thinking: { type: "enabled", budget_tokens: 2_000 }, messages: [{ role: "user", content: "Hi" }, { role: "assistant", content: [{ type: "thinking", thinking: "Hm.", signature: "EqQBCkYIBxgC" }, { type: "text", text: "Hello" }] }, { role: "user", content: "And?" }] }, null, 2)}`;
/** Texts that lead to the other states of the Doctor. */
const STATES = {
  unexplained: UNEXPLAINED,
  clean: '{ "model": "own", "messages": [{ "role": "user", "content": "Hi" }] }',
  "an error alone": REFUSALS[0].error,
  several: [1, 4].map((place) => JSON.stringify(REFUSALS[place].body)).join("\n"),
  "cut off": '{ "model": "own", "messages": [{ "role": "user", "content": "Hi',
  unknown: '{ "name": "backscroll", "version": "1.0.0" }',
};

/** Opens each view in turn, and waits until it shows what it has to show. */
async function throughViews({ paste, go, until }, check) {
  await paste(pasteOf(REFUSALS[1]));
  for (const view of VIEWS) {
    await go(view);
    await until((selector, wanted) => document.body.dataset.view === wanted && document.querySelector(selector) !== null, SHOWN[view], view);
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
            await person.go("doctor");
            await person.until(() => document.body.dataset.view === "doctor" && document.getElementById("clear") !== null);
            for (const [state, text] of Object.entries(STATES)) {
              await person.read(() => page.$eval("#clear", (button) => button.click()));
              await person.paste(text);
              await check(state);
            }
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

    test("the place and the repair are on the first screen, 1440 by 900", () =>
      at.visit({ width: 1440, height: 900 }, async ({ paste, until }, page) => {
        await paste(pasteOf(REFUSALS[0]));
        await until(() => document.getElementById("editor").shadowRoot.querySelector(".cm-say") !== null);
        const seen = await page.evaluate(() => {
          const root = document.getElementById("editor").shadowRoot;
          const box = document.getElementById("editor").getBoundingClientRect();
          const isIn = (element) => {
            const { top, bottom } = element.getBoundingClientRect();
            return top >= box.top && bottom <= Math.min(box.bottom, innerHeight);
          };
          return { place: isIn(root.querySelector(".cm-say")), repair: [...root.querySelectorAll(".cm-merge-b .cm-changedLine")].every(isIn), action: document.getElementById("copy").checkVisibility() };
        });
        assert.deepEqual(seen, { place: true, repair: true, action: true });
      }));

    test("on a phone the texts are tabs, the repaired one first, and the action is at the thumb", () =>
      at.visit({ width: 390, height: 740 }, async ({ paste, until }, page) => {
        await paste(pasteOf(REFUSALS[0]));
        const sides = () => page.evaluate(() => [...document.getElementById("editor").shadowRoot.querySelectorAll(".cm-mergeViewEditor")].map((side) => side.checkVisibility({ checkVisibilityCSS: true })));
        assert.deepEqual(await sides(), [false, true]);
        assert.equal(await page.$eval("#tab-b", (tab) => tab.getAttribute("aria-selected")), "true");
        const { bottom, height } = await page.$eval("#copy-thumb", (button) => button.getBoundingClientRect().toJSON());
        assert.ok(bottom <= 740 && height >= 44, `${bottom} ${height}`);
        await page.focus("#tab-b");
        await page.keyboard.press("ArrowLeft");
        await until(() => document.getElementById("editor").dataset.hidden === "b");
        assert.deepEqual(await sides(), [true, false]);
        await page.click("#tab-rail");
        await until(() => document.getElementById("rail").checkVisibility());
      }));

    test("on a phone the verdict stays as a line when it is scrolled away", () =>
      at.visit({ width: 390, height: 480 }, async ({ paste, until }, page) => {
        await paste(pasteOf(REFUSALS[0]));
        await page.evaluate(() => scrollTo(0, 400));
        await until(() => document.getElementById("stuck").checkVisibility());
        assert.match(await page.$eval("#stuck", ({ textContent }) => textContent), /^Refused.*has no result$/);
      }));

    test("with the keyboard alone, an example is opened, changes are visited, and the repair is taken over", () =>
      at.visit({}, async ({ read, colour, until }, page) => {
        const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.getAttribute("href"));
        const tabTo = async (wanted) => {
          for (let presses = 0; presses < 80; presses += 1) {
            await page.keyboard.press("Tab");
            if ((await focused()) === wanted) return;
          }
          assert.fail(`Tab never comes to ${wanted}`);
        };
        assert.equal(await focused(), "paste", "the field has the focus");
        await tabTo("#doctor?example=AN1");
        await read(() => page.keyboard.press("Enter"));
        await page.keyboard.press("F8");
        await tabTo("use");
        await read(() => page.keyboard.press("Enter"));
        assert.equal(await colour(), "calm");
        // The editor keeps Tab for moving on.
        await page.evaluate(() => document.getElementById("editor").shadowRoot.querySelector(".cm-content").focus());
        await page.keyboard.press("Tab");
        await until(() => document.activeElement.id !== "editor" || document.getElementById("editor").shadowRoot.activeElement?.getAttribute("aria-label") !== "Your text");
      }));

    test("a menu opens, moves by arrow keys, and closes by Escape, with the focus back on its button", () =>
      at.visit({}, async ({ paste, until }, page) => {
        await paste(pasteOf(REFUSALS[0]));
        await page.focus("#more");
        await page.keyboard.press("Enter");
        await until(() => document.activeElement.closest(".menu") !== null);
        await page.keyboard.press("ArrowDown");
        const second = await page.evaluate(() => document.activeElement.textContent);
        assert.match(second, /code|JSON/);
        await page.keyboard.press("Escape");
        await until(() => document.activeElement.id === "more");
      }));

    test("the theme can be chosen, and stays", () =>
      at.visit({}, async ({ until }, page) => {
        await page.click("#theme");
        await page.click("#theme");
        assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
        const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
        assert.match(await ground(), /^rgb\(1\d, 1\d, 2\d\)$/);
        await page.reload();
        await until(() => document.documentElement.dataset.theme === "dark");
      }));

    test("verdicts are announced", () =>
      at.visit({}, async ({ paste }, page) => {
        await paste(pasteOf(REFUSALS[0]));
        assert.match(await page.$eval('#announced[role="status"]', ({ textContent }) => textContent), /has no result/);
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
      test("with forced colours the verdict, the panes and the buttons keep their borders", () =>
        at.visit({}, async ({ paste }, page) => {
          const session = await page.createCDPSession();
          await session.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value: "active" }] });
          await paste(pasteOf(REFUSALS[0]));
          for (const [selector, side] of [["#verdict", "borderBottomWidth"], ["#bench", "borderTopWidth"], ["#copy", "borderTopWidth"]]) {
            assert.notEqual(await page.$eval(selector, (element, name) => getComputedStyle(element)[name], side), "0px", selector);
          }
        }));
    }
  });
}
