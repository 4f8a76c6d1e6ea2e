// Fit and Convert in Chromium and Firefox, as a person uses them.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { fit } from "backscroll";
import { PLANTED } from "../support/reduce/planted.mjs";
import { judged } from "../support/judges.mjs";
import { BROWSERS, atPage } from "./person.mjs";

const pretty = (value) => JSON.stringify(value, null, 2);
const messages = Array.from({ length: 30 }, (_, place) => ({ role: place % 2 === 0 ? "user" : "assistant", content: `${place}: ${"some words of a long talk. ".repeat(12)}` }));
const LONG = { model: "gpt-5", messages: [...messages, { role: "user", content: "And now?" }] };
const CLAUDE = {
  model: "claude-sonnet-4-5", max_tokens: 900, temperature: 0.4, system: "Be brief.", tools: [{ name: "look", input_schema: { type: "object", properties: { at: { type: "string" } } } }],
  messages: [{ role: "user", content: [{ type: "text", text: "Hi", cache_control: { type: "ephemeral" } }] }, { role: "assistant", content: [{ type: "thinking", thinking: "Hm.", signature: "c2ln" }, { type: "tool_use", id: "toolu_1", name: "look", input: { at: "x" } }] }, { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "4" }] }],
};

for (const name of Object.keys(BROWSERS)) {
  describe(name, () => {
    let at;
    before(async () => {
      at = await atPage(name);
    });
    after(() => at?.close());

    describe("Fit", () => {
      const setWindow = (page, tokens) =>
        page.$eval(
          "#window",
          (input, value) => {
            input.value = String(value);
            input.dispatchEvent(new Event("input", { bubbles: true }));
          },
          tokens,
        );
      const headline = (words) => [(wanted) => new RegExp(wanted).test(document.getElementById("headline").textContent), words];

      test("of a conversation that fits says so, and offers half of it as a trial", () =>
        at.visit({}, async ({ paste, go, until, press, verdict }) => {
          await paste(pretty(LONG));
          await go("fit");
          await until(...headline("fit into the window of"));
          assert.match(await verdict(), /Nothing goes$/);
          await press("try-half");
          await until(...headline("The cut leaves"));
        }));

      test("cuts to the window as it moves, shows what becomes of each message, and gives the fitted request", () =>
        at.visit({}, async ({ paste, go, until, verdict, seen, copied }, page) => {
          await paste(pretty(LONG));
          await go("fit");
          await until(() => document.getElementById("window") !== null);
          await setWindow(page, 1_000);
          await until(...headline("for a window of 1,000. The cut leaves"));
          const [, tokens] = /leaves ([\d,]+)/.exec(await verdict());
          assert.ok(Number(tokens.replaceAll(",", "")) <= 1_000);
          assert.ok((await page.$$(".rows tr.removed")).length > 0);
          await until(() => /16 requests cost/.test(document.getElementById("sum").innerText.replaceAll(/\s+/g, " ")));
          await until(() => /No cut\s*refused from request \d+/.test(document.getElementById("ways").innerText));
          assert.match(await page.evaluate(() => location.hash), /^#fit\?window=1000/);
          assert.deepEqual(JSON.parse(await copied("copy-fitted")), fit("openai-chat", LONG, { maxTokens: 1_000 }).body);
        }));

      test("says what a cut keeps: by age it loses the words of the user's first message, by need it does not", () =>
        at.visit({}, async ({ paste, go, until, seen }, page) => {
          await paste(pretty(PLANTED));
          await go("fit");
          await until(() => document.getElementById("window") !== null);
          await setWindow(page, 1_200);
          const sum = (words) => [(wanted) => new RegExp(wanted).test(document.getElementById("sum")?.innerText.replaceAll(/\s+/g, " ")), words];
          await until(...sum("What later steps need 100 % kept"));
          await until(...sum("oldest first would keep 0 %"));
          assert.match(await seen("#sum"), /All kept 2 of 2/);
          await page.click('#ways input[value="age"]');
          await until(...sum("What later steps need 0 % kept"));
          assert.match(await seen("#sum"), /1 of 2 whole/);
        }));

      test("opens a row, and says what goes of it", () =>
        at.visit({}, async ({ paste, go, until }, page) => {
          await paste(pretty(LONG));
          await go("fit");
          await until(() => document.getElementById("window") !== null);
          await setWindow(page, 1_000);
          await until(() => document.querySelector(".rows tr.removed") !== null);
          await page.$eval(".rows tr.removed .row-name", (button) => button.click());
          await until(() => /removed[^]*some words of a long talk/.test(document.querySelector(".rows .opened")?.innerText ?? ""));
        }));

      test("moves the window with the keyboard", () =>
        at.visit({}, async ({ paste, go, until, press, verdict }, page) => {
          await paste(pretty(LONG));
          await go("fit");
          await until(() => document.getElementById("try-half") !== null);
          await press("try-half");
          await until(...headline("The cut leaves"));
          const first = await verdict();
          await page.focus("#window-range");
          for (let press = 0; press < 5; press += 1) await page.keyboard.press("ArrowLeft");
          await until((last) => document.getElementById("headline").textContent !== last, first);
        }));

      test("runs a person's own `reduce` in the sandbox, without a network, and ends one that does not end", () =>
        at.visit({ allowed: /connect-src/ }, async ({ paste, go, until }, page) => {
          await paste(pretty(LONG));
          await go("fit");
          await until(() => document.getElementById("window") !== null);
          await setWindow(page, 2_000);
          await until(...headline("The cut leaves"));
          // Figures arrive while this runs: a pointer could miss.
          await page.$eval("#own summary", (summary) => summary.click());
          await until(() => document.getElementById("own-code").shadowRoot !== null);
          /** Runs a code until the page shows its outcome: on a busy machine, a code may not come to its end in its two seconds. */
          const run = async (code, isShown) => {
            for (let tries = 0; tries < 4; tries += 1) {
              await page.evaluate(() => document.getElementById("own-code").shadowRoot.querySelector(".cm-content").focus());
              await page.keyboard.down("Control");
              await page.keyboard.press("a");
              await page.keyboard.up("Control");
              await page.keyboard.type(code);
              await page.$eval("#run-own", (button) => button.click());
              if (await page.waitForFunction(isShown, { timeout: 15_000 }).then(() => true, () => false)) return;
            }
            const seen = await page.evaluate(() => [document.getElementById("headline").textContent, document.getElementById("why").textContent, document.querySelectorAll(".rows tr.removed").length, document.querySelectorAll(".rows tr").length, document.getElementById("own-code").shadowRoot.querySelector(".cm-content").innerText, document.querySelector("[name=way]:checked")?.value, document.getElementById("trouble").textContent]);
            assert.fail(`${code} is never seen to run: ${JSON.stringify(seen)}`);
          };
          await run("({ messages }) => messages.slice(-7)", () => document.querySelectorAll(".rows tr.removed").length === 24);
          await run("() => { for (;;); }", () => /2 seconds|still|cannot|No cut/.test(document.getElementById("why").textContent + document.getElementById("headline").textContent));
          await run('async () => { await fetch("https://example.com"); return []; }', () => !/2 seconds/.test(document.getElementById("why").textContent));
        }));
    });

    describe("Convert", () => {
      test("writes a whole request of each provider, tools and limits included, which the provider accepts", () =>
        at.visit({}, async ({ paste, go, until, press, copied, seen }) => {
          await paste(pretty(CLAUDE));
          await go("convert");
          for (const [format, tools] of [["openai-chat", "look"], ["openai-responses", "look"], ["gemini", "look"], ["bedrock", "look"], ["mistral", "look"]]) {
            await until(() => document.getElementById("copy-converted") !== null);
            await press(`to-${format}`);
            await until((id) => document.getElementById(id)?.getAttribute("aria-checked") === "true" && document.getElementById("copy-converted") !== null, `to-${format}`);
            const body = JSON.parse(await copied("copy-converted"));
            assert.match(JSON.stringify(body), new RegExp(tools));
            assert.match(JSON.stringify(body), /900/, "the limit of the answer is carried");
            assert.equal(judged(format, body)?.rule ?? null, null, format);
            assert.match(await seen("#losses"), /messages\[1\]/, "thinking stays behind, with its place");
          }
        }));

      test("knows every format, and opens the result in the Doctor", () =>
        at.visit({}, async ({ paste, go, until, press, verdict }, page) => {
          await paste(pretty(CLAUDE));
          await go("convert");
          await until(() => document.querySelectorAll('[id^="to-"]').length === 15);
          const formats = await page.$$eval('[id^="to-"]', (list) => list.map(({ id, textContent }) => [id, textContent]));
          for (const [id, title] of formats) {
            await press(id);
            await until((wanted) => document.getElementById("headline").textContent.startsWith(`As ${wanted}`), title.replace(/(?:OC|OR|AN|GE|BE|MI)$/, ""));
          }
          await press("to-openai-chat");
          await until(() => /^As OpenAI Chat/.test(document.getElementById("headline").textContent));
          await press("use-converted");
          await until(() => document.body.dataset.view === "doctor" && /OpenAI Chat that we check/.test(document.getElementById("headline").textContent));
          assert.match(await verdict(), /Breaks none/);
        }));
    });
  });
}
