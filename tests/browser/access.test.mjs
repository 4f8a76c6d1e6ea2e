// Accessibility of the page: keyboard, phone, dark scheme, and screen reader.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { contrasts } from "./contrast.mjs";
import { useBrowser, visit } from "./visit.mjs";

useBrowser();

describe("with the keyboard alone", () => {
  test("a call is left open, the window shrinks, and it is made to fit", () =>
    visit({}, async ({ act, page, tokens, window, repairs }) => {
      for (const name of ["Leave a call open", "Shrink the window", "Make it fit"]) {
        await page.keyboard.press("Tab");
        assert.equal(await page.evaluate(() => document.activeElement.textContent), name);
        await act(() => page.keyboard.press("Enter"));
      }
      assert.ok((await tokens()) <= (await window()));
      assert.deepEqual(await repairs(), ["missing-result-added OC2"]);
    }));

  test("the window is set, a message is written, and another target is chosen", () =>
    visit({}, async ({ act, page, window, turns, body }) => {
      const tabTo = async (selector) => {
        for (let presses = 0; presses < 60; presses += 1) {
          await page.keyboard.press("Tab");
          if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) return;
        }
        assert.fail(`Tab never comes to ${selector}`);
      };
      await tabTo("#window");
      await page.keyboard.press("Control+a");
      await page.keyboard.type("450");
      await act(() => page.keyboard.press("Enter"));
      assert.equal(await window(), 450);

      await tabTo("textarea[name=text]");
      await page.keyboard.type("Only keys");
      await act(() => page.keyboard.press("Control+Enter"));
      assert.match((await turns()).at(-1), /Only keys/);

      await tabTo("input[name=target]");
      await page.keyboard.press("ArrowRight");
      assert.equal((await body()).max_tokens, 1024, "that is the body for anthropic");
    }));

  test("the focused control is visible", () =>
    visit({}, async ({ page }) => {
      await page.keyboard.press("Tab");
      const width = await page.evaluate(() => getComputedStyle(document.activeElement).outlineWidth);
      assert.ok(Number.parseFloat(width) >= 2, width);
    }));
});

describe("on a phone", () => {
  for (const width of [320, 390]) {
    test(`nothing scrolls horizontally at ${width} pixels`, () =>
      visit({ viewport: { width, height: 740 }, hasTouch: true, isMobile: true }, async ({ press, add, choose, tokens, window }) => {
        await add("User", { Text: "Unbreakable".repeat(60) });
        await press("Call of another vendor");
        await press("Leave a call open");
        await press("Shrink the window");
        await choose("Callback", "Cheapest first, until it fits");
        await press("Make it fit");
        assert.ok((await tokens()) <= (await window()));
        await press("Second system prompt");
      }));
  }

  test("buttons are large enough for a thumb", () =>
    visit({ viewport: { width: 390, height: 740 } }, async ({ page }) => {
      const heights = await page.locator("button:visible").evaluateAll((list) => list.map((item) => item.getBoundingClientRect().height));
      assert.ok(heights.length > 8);
      assert.ok(Math.min(...heights) >= 36, String(heights));
    }));
});

describe("contrast, names and announcements", () => {
  for (const colorScheme of ["light", "dark"]) {
    test(`every text of the ${colorScheme} page has a contrast of 4.5 or more`, () =>
      visit({ colorScheme, reducedMotion: "reduce" }, async ({ press, page }) => {
        await press("Leave a call open");
        await press("Shrink the window");
        await press("Make it fit");
        await press("Second system prompt");
        const texts = await page.evaluate(contrasts);
        assert.ok(texts.length > 50, `${texts.length} texts were seen`);
        assert.deepEqual(texts.filter(({ contrast }) => contrast < 4.5), []);
      }));
  }

  test("every control has a name", () =>
    visit({}, async ({ page }) => {
      const controls = await page.locator("button, input, select, textarea").evaluateAll((list) =>
        list.map((item) => {
          const labels = [...(item.labels ?? [])].map((label) => label.textContent.replace(item.textContent, ""));
          const own = item.matches("button") ? item.textContent : "";
          return { html: item.outerHTML, name: [item.getAttribute("aria-label"), ...labels, own].join("").trim() };
        }),
      );
      assert.ok(controls.length > 20);
      assert.deepEqual(controls.filter(({ name }) => name === ""), []);
    }));

  test("the outcome of an action is announced, and an error interrupts", () =>
    visit({}, async ({ press, page }) => {
      await press("Leave a call open");
      assert.match(await page.getByRole("status").textContent(), /missing-result-added/);
      await press("Second system prompt");
      assert.match(await page.getByRole("alert").textContent(), /system-not-first/);
      assert.equal(await page.getByRole("status").textContent(), "");
    }));

  test("the meter has its values as attributes", () =>
    visit({}, async ({ setWindow, page, tokens }) => {
      await setWindow(300);
      const meter = page.getByRole("meter");
      assert.equal(await meter.getAttribute("aria-valuetext"), `${await tokens()} of 300 tokens, ${(await tokens()) - 300} over`);
    }));
});

test("the page may not evaluate text as code, and the package needs no such right", () =>
  visit({}, async ({ page }) => {
    const outcome = await page.evaluate(
      () =>
        new Promise((resolve) => {
          // Runs in a task of its own, because code that a debugger runs directly ignores the page's policy.
          setTimeout(() => {
            try {
              resolve(new Function("return 'evaluated'")());
            } catch (error) {
              resolve(error.name);
            }
          });
        }),
    );
    assert.equal(outcome, "EvalError");
  }));
