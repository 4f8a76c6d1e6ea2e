// The page in Chromium and Firefox, as a person uses it.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { validate } from "backscroll";
import { REFUSALS, pasteOf } from "../../www/refusals.mjs";
import { PLANTED } from "../support/reduce/planted.mjs";
import { judged } from "../support/judges.mjs";
import { BROWSERS, atPage } from "./person.mjs";

const call = { id: "call_1", type: "function", function: { name: "look", arguments: "{}" } };
/** Fields that no page could guess, and a call without its result. */
const CHAT = {
  model: "my-own-model", temperature: 0.3, vendor_field: { kept: true }, tools: [{ type: "function", function: { name: "look", parameters: { type: "object", properties: {} } } }],
  messages: [{ role: "user", content: "Look." }, { role: "assistant", content: null, tool_calls: [call] }, { role: "user", content: "And?" }],
};
const pretty = (value) => JSON.stringify(value, null, 2);
const HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\u202e"; window.hacked=1 //';

for (const name of Object.keys(BROWSERS)) {
  describe(name, () => {
    let at;
    before(async () => {
      at = await atPage(name);
    });
    after(() => at?.close());

    describe("one paste of a refusal from a public thread leads to its rule, and to a body that the provider accepts", () => {
      for (const refusal of REFUSALS) {
        const { title, format, rule, body } = refusal;
        test(`${title} (${rule})`, () =>
          at.visit({}, async ({ paste, cards, copied, verdict }) => {
            const options = format === "gemini" ? { signedCalls: body.model.startsWith("gemini-3") } : {};
            assert.notEqual(judged(format, body, options), null, "the strict provider refuses the request");
            await paste(pasteOf(refusal));
            assert.match(await verdict(), /would refuse it/);
            assert.equal((await cards())[0], rule);
            const repaired = JSON.parse(await copied("copy"));
            assert.equal(judged(format, repaired, options), null);
            // The body stays the person's.
            const lists = ["messages", "input", "contents"];
            const others = (value) => Object.fromEntries(Object.entries(value).filter(([field]) => !lists.includes(field)));
            assert.deepEqual(others(repaired), others(body));
          }));
      }
    });

    describe("what is pasted", () => {
      test("may be the error alone: its rule is found among the providers' words", () =>
        at.visit({}, async ({ paste, cards, verdict }) => {
          await paste(REFUSALS[0].error);
          assert.equal((await cards())[0], "AN1");
          assert.match(await verdict(), /about AN1/);
        }));

      test("may be a curl command, which is repaired as a curl command", () =>
        at.visit({}, async ({ paste, verdict, copied, editor }) => {
          const body = { ...CHAT, messages: [{ role: "user", content: "It's here." }, ...CHAT.messages] };
          await paste(`curl https://api.example.com/v1/chat -H 'Content-Type: application/json' \\\n  -d '${pretty(body).replaceAll("'", "'\\''")}'`);
          assert.equal(await verdict(), "OpenAI Chat would refuse it: 1 violation.");
          assert.equal(JSON.parse(await copied("copy")).messages[0].content, "It's here.");
          assert.match(await editor("#editor", 1), /interrupted|no result/i);
        }));

      test("may be JSONL: lines with violations are listed, and one can be chosen", () =>
        at.visit({}, async ({ paste, read, verdict }, page) => {
          const fine = { model: "gpt-5", messages: [{ role: "user", content: "Hi" }] };
          await paste([fine, fine, CHAT].map((value) => JSON.stringify(value)).join("\n"));
          assert.match(await verdict(), /would accept it/);
          await read(() => page.click('[data-line="3"]'));
          assert.match(await verdict(), /would refuse it/);
        }));

      test("may stand on one line, and is shown on many; undo brings the line back", () =>
        at.visit({}, async ({ paste, editor, press }) => {
          await paste(JSON.stringify({ ...CHAT, note: "long ".repeat(100) }));
          assert.ok((await editor("#editor")).split("\n").length > 10);
          await press("undo");
          assert.match(await editor("#editor"), /^\{"model":"my-own-model","temperature"/);
        }));

      test("may be broken: line and column are named", () =>
        at.visit({}, async ({ paste, verdict }) => {
          await paste('{\n  "model": "gpt-5",\n  "messages": [{ "role": "user" "content": "Hi" }]\n}');
          assert.equal(await verdict(), "This is no JSON: comma expected, line 3, column 33.");
        }));

      test("may be data of a framework, which no provider takes as they are", () =>
        at.visit({}, async ({ paste, verdict }) => {
          await paste(pretty([{ id: "1", role: "user", parts: [{ type: "text", text: "Hi" }] }]));
          assert.match(await verdict(), /AI SDK.*Convert/);
        }));

      test("may hold markup in every field and characters that turn texts: nothing runs", () =>
        at.visit({}, async ({ paste, read, go, until }, page) => {
          const hostile = { model: HOSTILE, [HOSTILE]: HOSTILE, messages: [{ role: "user", content: HOSTILE, name: HOSTILE }, { role: "assistant", content: HOSTILE, tool_calls: [{ id: HOSTILE, type: "function", function: { name: HOSTILE, arguments: HOSTILE } }] }] };
          await paste(`Error: ${HOSTILE} messages[0]\n${pretty(hostile)}`);
          for (const view of ["fit", "convert", "doctor"]) await go(view);
          await until(() => document.querySelectorAll("#badges li").length === 6);
          await read(() => page.select("#format", "anthropic"));
          assert.equal(await page.evaluate(() => window.hacked), undefined);
          assert.equal(await page.$$eval("main img, main script, main iframe", (list) => list.length), 0);
        }));

      test("may be a file of 50 MB: the page says what to do, and keeps what it has", () =>
        at.visit({}, async ({ paste, drop, until, editor, text }) => {
          await paste(pretty(CHAT));
          await drop("large.json", '{"role":"user"},'.repeat(1_000), 3_200);
          await until(() => document.getElementById("trouble").textContent !== "");
          assert.match(await text("#trouble"), /large\.json is too large.*51 megabytes.*npx backscroll check/);
          assert.match(await editor("#editor"), /my-own-model/);
        }));
    });

    describe("the format", () => {
      test("is named with the reasons, and another choice sets source and target alike", () =>
        at.visit({}, async ({ paste, read, verdict, text }, page) => {
          await paste(pretty({ model: "own", messages: [{ role: "user", content: "Hi" }] }));
          assert.match(await text("#why"), /messages/);
          await read(() => page.select("#format", "mistral"));
          assert.match(await verdict(), /^Mistral would accept/);
          assert.match(await text("#why"), /You chose this/);
        }));
    });

    describe("Doctor", () => {
      test("names each provider's verdict in six badges, and a click shows the body as that provider gets it", () =>
        at.visit({}, async ({ paste, until, editor }, page) => {
          await paste(pretty(CHAT));
          await until(() => document.querySelectorAll("#badges li").length === 6);
          await page.click('#badges [data-target="anthropic"]');
          await until(() => document.getElementById("converted-text").shadowRoot?.querySelector(".cm-content")?.innerText.includes("tool_use"));
          assert.match(await editor("#converted-text"), /tool_use/);
        }));

      test("underlines the place, draws the call, and goes to the path of a card", () =>
        at.visit({}, async ({ paste, until }, page) => {
          await paste(pretty(CHAT));
          await until(() => document.getElementById("editor").shadowRoot.querySelector(".cm-lintRange-error") !== null);
          await until(() => document.getElementById("editor").shadowRoot.querySelector(".arcs .open") !== null);
          await page.click(".place");
          const focused = await page.evaluate(() => document.getElementById("editor").shadowRoot.activeElement?.getAttribute("aria-label"));
          assert.equal(focused, "Your text");
        }));

      test("takes over the repair, and undo brings the person's text back", () =>
        at.visit({}, async ({ paste, read, press, verdict, editor }) => {
          await paste(pretty(CHAT));
          const before = await editor("#editor");
          await read(() => press("use"));
          assert.match(await verdict(), /would accept it/);
          await read(() => press("undo"));
          assert.match(await verdict(), /would refuse it/);
          assert.equal(await editor("#editor"), before);
        }));

      test("leaves unanswered calls out, or open, as the person chooses", () =>
        at.visit({}, async ({ paste, choose, copied }) => {
          await paste(pretty(CHAT));
          assert.equal(JSON.parse(await copied("copy")).messages.length, 4);
          await choose("open-calls", "drop");
          assert.ok(JSON.parse(await copied("copy")).messages.every(({ tool_calls: calls }) => calls === undefined));
        }));

      test("repairs parameters where it is safe, lists each change, and says what is left", () =>
        at.visit({}, async ({ paste, read, press, verdict, copied, text }, page) => {
          const { vendor_field: _, ...request } = { ...CHAT, model: "gpt-5", max_tokens: 9, stop: ["END"] };
          await paste(pretty(request));
          const { model, tools, stop, max_completion_tokens: limit, messages, ...others } = JSON.parse(await copied("copy"));
          assert.deepEqual([model, tools, stop, limit, messages.length, others], ["gpt-5", CHAT.tools, ["END"], 9, 4, {}]);
          await page.click("#repairs summary");
          assert.match(await text("#repairs"), /3 changes[^]*max_completion_tokens parameter-renamed OC20[^]*left out parameter-dropped OC20/);
          assert.match(await text("#cards"), /backscroll repairs it: name it max_completion_tokens; leave it out\.[^]*This is left to you: leave it out, and cut the answer yourself\./);
          assert.match(await copied("copy-test"), /\["OC2","OC20"\][^]*\["OC20"\]/);
          await read(() => press("use"));
          assert.equal(await verdict(), "OpenAI Chat would refuse it: 1 violation.");
        }));

      test("copies the request as code and as a test, which pass", () =>
        at.visit({}, async ({ paste, copied }) => {
          await paste(pretty(CHAT));
          assert.match(await copied("copy-code"), /sanitize\("openai-chat", request\)/);
          const code = await copied("copy-test");
          assert.match(code, /\["OC2"\]/);
          assert.deepEqual(validate("openai-chat", CHAT).map(({ rule }) => rule), ["OC2"]);
        }));
    });

    describe("a link", () => {
      const linkOf = async ({ paste, press, until }, page, body) => {
        await paste(pretty(body));
        await press("share");
        await until(() => document.getElementById("share-link").value !== "");
        return page.$eval("#share-link", ({ value }) => value);
      };

      test("holds the form of the body without its texts, and opens with the same findings", async () => {
        let link;
        await at.visit({}, async (person, page) => {
          link = await linkOf(person, page, CHAT);
        });
        await at.visit({ hash: new URL(link).hash }, async ({ until, cards, editor }) => {
          await until(() => document.querySelectorAll("#cards .card").length > 0);
          assert.deepEqual(await cards(), ["OC2"]);
          const text = await editor("#editor");
          assert.match(text, /my-own-model/);
          assert.doesNotMatch(text, /Look\.|And\?/);
        });
      });

      test("holds the texts if the person says so", async () => {
        let link;
        await at.visit({}, async (person, page) => {
          const redacted = await linkOf(person, page, CHAT);
          await page.click("#share-texts");
          await person.until((last) => document.getElementById("share-link").value !== last, redacted);
          link = await page.$eval("#share-link", ({ value }) => value);
        });
        await at.visit({ hash: new URL(link).hash }, async ({ until }) => {
          await until(() => document.getElementById("editor").shadowRoot.querySelector(".cm-content").innerText.includes("And?"));
        });
      });

      test("that is broken is no error", () => at.visit({ hash: "#not-a-link" }, async ({ verdict }) => assert.equal(await verdict(), "")));
    });

    describe("Fit", () => {
      const messages = Array.from({ length: 30 }, (_, place) => ({ role: place % 2 === 0 ? "user" : "assistant", content: `${place}: ${"some words of a long talk. ".repeat(12)}` }));
      const LONG = { model: "gpt-5", messages: [...messages, { role: "user", content: "And now?" }] };
      const said = (side) => `.strategy[data-side="${side}"] .said`;

      test("cuts to the window as it moves, by two strategies, and replays the requests", () =>
        at.visit({}, async ({ paste, go, until, text }, page) => {
          await paste(pretty(LONG));
          await go("fit");
          await until((selector) => /stay/.test(document.querySelector(selector).textContent), said("one"));
          await page.$eval("#window", (input) => {
            input.value = "1000";
            input.dispatchEvent(new Event("input", { bubbles: true }));
          });
          await until((selector) => /of 1,000 tokens/.test(document.querySelector(selector).textContent), said("one"));
          const [tokens] = /^[\d,]+/.exec(await text(said("one")));
          assert.ok(Number(tokens.replaceAll(",", "")) <= 1_000);
          await until(() => [...document.querySelectorAll(".bill")].every(({ textContent }) => /16 requests/.test(textContent)));
          assert.match(await text(".bill"), /16 requests, \d+ cuts?\. [\d,]+ tokens of input, \d+ % from the cache: \$\d/);
        }));

      test("says beside the tokens what a cut keeps: by age it loses the ids of the user's first message, by need it does not", () =>
        at.visit({}, async ({ paste, go, until, text }, page) => {
          const kept = (side) => `.strategy[data-side="${side}"] .kept`;
          await paste(pretty(PLANTED));
          await go("fit");
          await page.$eval("#window", (input) => {
            input.value = "1200";
            input.dispatchEvent(new Event("input", { bubbles: true }));
          });
          await until((selectors) => selectors.every((selector) => /whole/.test(document.querySelector(selector).textContent)), ["one", "two"].map(kept));
          assert.equal(await text(kept("one")), "2 of 2 messages of the user whole, recall: 4 of 4 words.");
          assert.equal(await text(kept("two")), "1 of 2 messages of the user whole, recall: 0 of 4 words.");
          assert.match(await text("#recall-note"), /^Recall counts the ids/);
          // No answer of this one needs what was said before.
          await paste(pretty(LONG));
          await until((selector) => /too few words to say/.test(document.querySelector(selector).textContent), kept("one"));
        }));

      test("moves the window with the keyboard, and the price changes the bill", () =>
        at.visit({}, async ({ paste, go, until, text }, page) => {
          await paste(pretty(LONG));
          await go("fit");
          await until(() => /16 requests/.test(document.querySelector(".bill").textContent));
          await page.focus("#window-range");
          const before = await text(said("one"));
          for (let press = 0; press < 5; press += 1) await page.keyboard.press("ArrowLeft");
          await until((selector, last) => document.querySelector(selector).textContent !== last, said("one"), before);
          const bill = await text(".bill");
          await page.$eval("#price-input", (input) => {
            input.value = "300";
            input.dispatchEvent(new Event("input", { bubbles: true }));
          });
          await until((last) => document.querySelector(".bill").textContent !== last, bill);
        }));

      test("runs a person's own `reduce` in the sandbox, without a network, and ends one that does not end", () =>
        at.visit({ allowed: /connect-src/ }, async ({ paste, go, until, press }, page) => {
          await paste(pretty(LONG));
          await go("fit");
          await until((selector) => /stay/.test(document.querySelector(selector).textContent), said("two"));
          await page.click("#own summary");
          await until(() => document.getElementById("own-code").shadowRoot !== null);
          const write = async (code) => {
            await page.evaluate(() => document.getElementById("own-code").shadowRoot.querySelector(".cm-content").focus());
            await page.keyboard.down("Control");
            await page.keyboard.press("a");
            await page.keyboard.up("Control");
            await page.keyboard.type(code);
            await press("run-own");
          };
          await write("({ messages }) => messages.slice(-7)");
          await until((selector) => /7 of 31 messages stay/.test(document.querySelector(selector).textContent), said("two"));
          await write("() => { for (;;); }");
          await until((selector) => /2 seconds|cannot-fit|still/.test(document.querySelector(selector).textContent), said("two"));
          await write('async () => { await fetch("https://example.com"); return []; }');
          await until((selector) => !/2 seconds/.test(document.querySelector(selector).textContent), said("two"));
        }));
    });

    describe("Convert", () => {
      test("converts to every format, and shows a loss beside its place", () =>
        at.visit({}, async ({ paste, go, choose, until, text }, page) => {
          const body = { model: "claude-sonnet-5-5", max_tokens: 9, messages: [{ role: "user", content: [{ type: "text", text: "Hi", cache_control: { type: "ephemeral" } }] }, { role: "assistant", content: [{ type: "thinking", thinking: "Hm.", signature: "c2ln" }, { type: "text", text: "Hello" }] }, { role: "user", content: "And?" }] };
          await paste(pretty(body));
          await go("convert");
          const formats = await page.$$eval("#to option", (list) => list.map(({ value }) => value));
          assert.equal(formats.length, 14);
          for (const format of formats) {
            await choose("to", format);
            const title = await page.$eval(`#to option[value="${format}"]`, ({ textContent }) => textContent);
            await until((wanted) => document.querySelector("#losses h2")?.textContent.endsWith(`to ${wanted}`), title);
          }
          await choose("to", "openai-chat");
          await until(() => document.querySelector("#losses h2")?.textContent.endsWith("OpenAI Chat"));
          assert.match(await text("#losses"), /loss/);
          await page.click("#losses .place");
          assert.equal(await page.evaluate(() => document.getElementById("editor").shadowRoot.activeElement?.getAttribute("aria-label")), "Your text");
        }));
    });

    test("a reload loses nothing, the chosen format included", () =>
      at.visit({}, async ({ paste, go, until, read, verdict }, page) => {
        await paste(pretty(CHAT));
        await read(() => page.select("#format", "mistral"));
        await go("convert");
        await new Promise((resolve) => setTimeout(resolve, 600));
        await page.reload();
        await until(() => document.documentElement.dataset.read !== undefined);
        assert.match(await verdict(), /^Mistral would refuse it/);
        assert.equal(await page.evaluate(() => document.body.dataset.view), "convert");
      }));

    test("a body of 5 MB makes fewer than 2,000 nodes", () =>
      at.visit({ allowed: /Measure loop/ }, async ({ drop, until }, page) => {
        const rounds = Array.from({ length: 2_000 }, (_, place) => [
          { role: "user", content: `Question ${place}` }, { role: "assistant", content: null, tool_calls: [{ ...call, id: `c${place}` }] },
          ...(place % 500 === 9 ? [] : [{ role: "tool", tool_call_id: `c${place}`, content: "a line of a log\n".repeat(150) }]),
        ]).flat();
        const text = pretty({ model: "gpt-5", messages: rounds });
        assert.ok(text.length > 5_000_000);
        await drop("large.json", text);
        await until(() => /4 violations/.test(document.getElementById("verdict").textContent) && document.documentElement.dataset.read !== undefined);
        const count = () => page.evaluate(() => document.querySelectorAll("*").length + document.getElementById("editor").shadowRoot.querySelectorAll("*").length);
        assert.ok((await count()) < 2_000, `${await count()} nodes`);
      }));

    test("without a network the page opens, and works", async () => {
      const alone = await atPage(name);
      try {
        await alone.visit({ allowed: /./ }, async ({ paste, verdict }, page) => {
          await page.waitForFunction(async () => (await navigator.serviceWorker.ready) && navigator.serviceWorker.controller !== null);
          await alone.server.close();
          await page.reload();
          await page.waitForSelector("html[data-read]");
          await paste(pretty(CHAT));
          assert.match(await verdict(), /would refuse it/);
        });
      } finally {
        await alone.close();
      }
    });
  });
}
