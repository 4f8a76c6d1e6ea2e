// Runs the hazards of `tests/hazards` in Chromium with the installed package, and pages with a content security policy.

import assert from "node:assert/strict";
import { realpathSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { launch } from "../../scripts/lib/browsers.mjs";
import { serve } from "../../scripts/lib/static-server.mjs";
import { at } from "../../scripts/lib/paths.mjs";
import { table } from "../hazards/table.mjs";

/** The policy of every file that is served from this path. */
const POLICIES = {
  "/with-wasm/": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; img-src data:",
  "/without-wasm/": "default-src 'none'; script-src 'self'; worker-src 'self'; img-src data:",
};
const pages = at("tests", "browser", "hazards");
const installed = realpathSync(at("node_modules", "backscroll"));
const folders = {
  "/": pages,
  "/tests/": at("tests"),
  "/backscroll/": installed,
  "/copy/": installed,
  ...Object.fromEntries(Object.keys(POLICIES).map((path) => [path, pages])),
};
const policyOf = (path) => {
  const policy = Object.entries(POLICIES).find(([place]) => path.startsWith(place))?.[1];
  return policy === undefined ? {} : { "content-security-policy": policy };
};

let browser;
let server;
before(async () => {
  server = await serve(folders, { headers: policyOf });
  browser = await launch(["--js-flags=--expose-gc"]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Opens a page at this address, and collects its uncaught errors. */
async function open(address) {
  const page = await browser.newPage();
  const uncaught = [];
  page.on("pageerror", (error) => uncaught.push(String(error)));
  await page.goto(new URL(address, server.url).href);
  return { page, uncaught };
}

describe("in a page", () => {
  let opened;
  before(async () => {
    opened = await open("index.html");
    await opened.page.waitForFunction(() => window.isReady === true);
  });

  for (const [group, hazards] of table(["a frame"])) {
    describe(group, () => {
      for (const [name] of hazards) {
        test(name, async () => {
          await opened.page.evaluate(([group, name]) => window.run(group, name), [group, name]);
          assert.deepEqual(opened.uncaught, []);
        });
      }
    });
  }
});

describe("under a content security policy", () => {
  for (const [where, query] of [["a page", ""], ["a worker", "?worker"]]) {
    const outcome = async (place) => {
      const { page, uncaught } = await open(`${place}/policy.html${query}`);
      await page.waitForFunction(() => document.getElementById("said").textContent !== "");
      assert.deepEqual(uncaught, []);
      return JSON.parse(await page.locator("#said").textContent());
    };

    test(`with 'wasm-unsafe-eval', the package works in ${where}`, async () => {
      const messages = [{ role: "system", content: "s" }, { role: "user", content: "Hello" }];
      assert.deepEqual(await outcome("with-wasm"), { body: { model: "m", messages }, repairs: [] });
    });

    test(`without it, the first use in ${where} fails with a code and names the missing directive`, async () => {
      const { message, ...error } = await outcome("without-wasm");
      assert.deepEqual(error, { name: "ConversationError", code: "wasm-unavailable", cause: "CompileError" });
      assert.match(message, /content security policy, `script-src` needs 'wasm-unsafe-eval'/);
    });
  }
});
