// The Doctor in Chromium and Firefox, as a person uses it.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { REFUSALS, pasteOf } from "../../www/refusals.mjs";
import { judged } from "../support/judges.mjs";
import { FAULTS } from "../support/refusals/faults.mjs";
import { BROWSERS, atPage } from "./person.mjs";

const call = { id: "call_1", type: "function", function: { name: "look", arguments: "{}" } };
/** Fields that no page could guess, and a call without its result. */
const CHAT = {
  model: "my-own-model", temperature: 0.3, vendor_field: { kept: true }, tools: [{ type: "function", function: { name: "look", parameters: { type: "object", properties: {} } } }],
  messages: [{ role: "user", content: "Look." }, { role: "assistant", content: null, tool_calls: [call] }, { role: "user", content: "And?" }],
};
const FINE = { model: "my-own-model", messages: [{ role: "user", content: "Hi" }] };
const pretty = (value) => JSON.stringify(value, null, 2);
const HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\u202e"; window.hacked=1 //';
const THINKING = {
  model: "claude-sonnet-4-5", max_tokens: 4_000, thinking: { type: "enabled", budget_tokens: 2_000 }, tools: [{ name: "look", input_schema: { type: "object", properties: {} } }],
  messages: [{ role: "user", content: "Hi" }, { role: "assistant", content: [{ type: "thinking", thinking: "Hm.", signature: "EqQBCkYIBxgC" }, { type: "text", text: "Hello" }] }, { role: "user", content: "And?" }],
};

const open = [{ role: "user", content: "Look." }, { role: "assistant", content: null, tool_calls: [call] }, { role: "user", content: "And?" }];
const lines = (...values) => values.map((value) => JSON.stringify(value)).join("\n");
const PYTHON = "{'model': 'own', 'messages': [{'role': 'user', 'content': \"It's\"}, {'role': 'assistant', 'content': None, 'tool_calls': [{'id': 'call_1', 'type': 'function', 'function': {'name': 'look', 'arguments': '{}'}}]}, {'role': 'user', 'content': 'And?'}]}";
/** Forms of requests: the text, words of the headline, the chip, and words of what is taken away; null where nothing is. */
const FORMS = [
  ["a bare list of messages", pretty(open), "call call_1 has no result", /^$/, /^\[[^]*interrupted/],
  ["a Python dict, which comes back as one", PYTHON, "call call_1 has no result", /Python/, /^\{'model': 'own'[^]*'role': 'tool'/],
  ["a line of a log, of which the request is taken", `2026-11-01 10:00:00 DEBUG Request options: ${PYTHON}`, "call call_1 has no result", /log|Python/, /^\{'model'/],
  ["JSON with comments", pretty(CHAT).replace("{", "{\n  // mine"), "call call_1 has no result", /comments/, /\/\/ mine[^]*interrupted/],
  ["JSON in a string of JSON", JSON.stringify(JSON.stringify(CHAT)), "call call_1 has no result", /./, /interrupted/],
  ["a session of Claude Code", lines({ type: "user", uuid: "a", parentUuid: null, sessionId: "s", message: { role: "user", content: "Look." } }, { type: "assistant", uuid: "b", parentUuid: "a", sessionId: "s", message: { role: "assistant", model: "claude-sonnet-4-5", content: [{ type: "tool_use", id: "toolu_1", name: "look", input: {} }] } }, { type: "user", uuid: "c", parentUuid: "b", sessionId: "s", message: { role: "user", content: "And?" } }), "call toolu_1 has no result", /Claude Code/, /tool_result/],
  ["cut off by a log", JSON.stringify(CHAT).slice(0, -60), "call_1|cut off", /^/, null],
  ["a stream, which is no request", 'data: {"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"}}]}\n\ndata: [DONE]\n', "stream of a provider’s answer", /./, null],
  ["something else", '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"f"}}', "no request that we know", /^/, null],
];

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
          at.visit({}, async (person) => {
            const options = format === "gemini" ? { signedCalls: body.model.startsWith("gemini-3") } : {};
            assert.notEqual(judged(format, body, options), null, "the strict provider refuses the request");
            await person.paste(pasteOf(refusal));
            assert.equal(await person.colour(), "find");
            assert.equal(await person.rule(), `Rule ${rule}`);
            const repaired = JSON.parse(await person.copied("copy"));
            assert.equal(judged(format, repaired, options), null);
            // The body stays the person's.
            const lists = ["messages", "input", "contents"];
            const others = (value) => Object.fromEntries(Object.entries(value).filter(([field]) => !lists.includes(field)));
            assert.deepEqual(others(repaired), others(body));
          }));
      }
    });

    describe("the verdict", () => {
      test("names the fault, the place and the repair", () =>
        at.visit({}, async ({ paste, verdict, text, seen }) => {
          await paste(pretty(CHAT));
          assert.equal(await verdict(), "The call call_1 has no result");
          assert.match(await text("#why"), /The repair: .*a result that says so was added/);
          assert.match(await seen("#findings"), /messages\[1\]\.tool_calls\[0\]/);
          assert.match(await seen("#turns .bad"), /1 assistant calls look/);
        }));

      test("is grey without a finding, counts the rules, and promises nothing", () =>
        at.visit({}, async ({ paste, verdict, colour, seen }) => {
          await paste(pretty(FINE));
          assert.match(await verdict(), /^Breaks none of the \d+ rules of OpenAI Chat that we check$/);
          assert.equal(await colour(), "calm");
          assert.match(await seen("#rail"), /Checked .* Not checked .*Your key, quota/);
          assert.doesNotMatch(await seen("#main"), /would accept/);
        }));

      test("is amber for a refusal that the request does not explain, with the place of the words and likely repairs", () =>
        at.visit({}, async ({ paste, verdict, colour, copied, text, press, until, seen }) => {
          await paste(`400 messages.1.content.0: Invalid \`signature\` in \`thinking\` block\n\n${pretty(THINKING)}`);
          assert.match(await verdict(), /we cannot see why. Its words point to messages\[1\]\.content\[0\]$/);
          assert.equal(await colour(), "warn");
          assert.equal(await text("#error mark"), "messages.1.content.0");
          assert.match(await seen("#turns .eye"), /1 assistant/);
          const repaired = JSON.parse(await copied("copy"));
          assert.deepEqual(repaired.messages[1].content, [{ type: "text", text: "Hello" }]);
          assert.equal(judged("anthropic", repaired), null);
          await press("copy-issue");
          await until(() => /Its words point to/.test(window.copied ?? ""));
        }));

      test("of an error alone is its cause, and the request that comes after joins it", () =>
        at.visit({}, async ({ paste, verdict, rule, text }) => {
          await paste(REFUSALS[0].error);
          assert.equal(await verdict(), "A call has no result");
          assert.equal(await rule(), "Rule AN1");
          await paste(pretty(REFUSALS[0].body));
          assert.match(await verdict(), /^The call .*toolu_01SWBkC2GPGhoSfEqTZ6y91b has no result$/);
          assert.match(await text("#error"), /tool_use/);
        }));

      test("an error that is pasted into a request joins it, and can be removed", () =>
        at.visit({}, async ({ paste, pasteBeside, colour, editor, read, text }, page) => {
          await paste(pretty(FINE));
          const before = await editor("#editor");
          await pasteBeside("400 Invalid value: 'temperature'. Unsupported parameter for this model.");
          assert.equal(await colour(), "warn");
          assert.equal(await editor("#editor"), before);
          assert.match(await text("#error"), /Unsupported parameter/);
          await read(() => page.click("#error button"));
          assert.equal(await colour(), "calm");
        }));
    });

    describe("what is pasted", () => {
      test("may be a curl command, which comes back as a curl command", () =>
        at.visit({}, async ({ paste, verdict, copied, text }) => {
          const body = { ...CHAT, messages: [{ role: "user", content: "It's here." }, ...CHAT.messages] };
          await paste(`curl https://api.example.com/v1/chat -H 'Content-Type: application/json' \\\n  -d '${pretty(body).replaceAll("'", "'\\''")}'`);
          assert.equal(await verdict(), "The call call_1 has no result");
          assert.match(await text("#form-chip"), /curl/);
          const command = await copied("copy");
          assert.match(command, /^curl https[^]*It'\\''s here[^]*interrupted/);
        }));

      test("may be JSONL: the refused ones come first, and arrow keys move between them", () =>
        at.visit({}, async ({ paste, read, colour, seen }, page) => {
          await paste([FINE, FINE, CHAT].map((value) => JSON.stringify(value)).join("\n"));
          assert.equal(await colour(), "find");
          assert.match(await seen("#picker"), /^3 requests, 1 refused Refused line 3/);
          await page.focus('#picker [data-request="3"]');
          await page.keyboard.press("ArrowDown");
          await read(() => page.keyboard.press("Enter"));
          assert.equal(await colour(), "calm");
          await read(() => page.goBack());
          assert.equal(await colour(), "find");
        }));

      test("may stand on one line, and is shown on many; undo brings the line back", () =>
        at.visit({}, async ({ paste, editor, read, press }) => {
          await paste(JSON.stringify({ ...CHAT, note: "long ".repeat(100) }));
          assert.ok((await editor("#editor")).split("\n").length > 10);
          await read(() => press("undo"));
          assert.match(await editor("#editor"), /^\{"model":"my-own-model","temperature"/);
        }));

      for (const [form, text, headline, chip, taken] of FORMS)
        test(`may be ${form}`, () =>
          at.visit({}, async ({ paste, verdict, seen, copied }, page) => {
            await paste(text);
            await page.waitForFunction((words) => new RegExp(words).test(document.getElementById("headline").textContent), {}, headline);
            assert.match(await verdict(), new RegExp(headline));
            assert.match(await seen("#form-chip"), chip);
            if (taken !== null) assert.match(await copied("copy"), taken);
          }));

      test("may be data of a framework, which no provider takes as they are", () =>
        at.visit({}, async ({ paste, verdict, press, until }) => {
          await paste(pretty([{ id: "1", role: "user", parts: [{ type: "text", text: "Hi" }] }]));
          assert.match(await verdict(), /^AI SDK of a program/);
          await press("to-convert");
          await until(() => document.body.dataset.view === "convert" && /As Anthropic/.test(document.getElementById("headline").textContent));
        }));

      test("may hold markup in every field and characters that turn texts: nothing runs", () =>
        at.visit({}, async ({ paste, readAs, go, until }, page) => {
          const hostile = { model: HOSTILE, [HOSTILE]: HOSTILE, messages: [{ role: "user", content: HOSTILE, name: HOSTILE }, { role: "assistant", content: HOSTILE, tool_calls: [{ id: HOSTILE, type: "function", function: { name: HOSTILE, arguments: HOSTILE } }] }] };
          await paste(`Error: ${HOSTILE} messages[0]\n${pretty(hostile)}`);
          for (const view of ["fit", "convert", "doctor"]) {
            await go(view);
            await until((wanted) => document.body.dataset.view === wanted, view);
          }
          await readAs("anthropic");
          assert.equal(await page.evaluate(() => window.hacked), undefined);
          assert.equal(await page.$$eval("main img, main script, main iframe", (list) => list.length), 0);
        }));

      test("may be a file of 60 MB: the page says what to do, and keeps what it has", () =>
        at.visit({}, async ({ paste, drop, until, editor, text }) => {
          await paste(pretty(CHAT));
          await drop("large.json", '{"role":"user"},'.repeat(1_000), 3_800);
          await until(() => document.getElementById("trouble").textContent !== "");
          assert.match(await text("#trouble"), /large\.json is too large.*61 megabytes.*npx backscroll check/);
          assert.match(await editor("#editor"), /And\?/);
        }));

      test("may come before the page's script: a sign says so, and nothing is lost", () =>
        at.visit({ slow: true }, async ({ pasteHere, until, verdict, text }, page) => {
          await page.waitForSelector("#paste");
          await pasteHere(pretty(CHAT), false);
          await until(() => document.getElementById("busy-note").checkVisibility());
          assert.match(await text("#busy-note"), /still loading/);
          await page.release();
          await until(() => document.documentElement.dataset.read !== undefined && document.body.dataset.state === "request");
          assert.equal(await verdict(), "The call call_1 has no result");
        }));
    });

    describe("the format", () => {
      test("is named with its reasons, and another choice is the address's", () =>
        at.visit({}, async ({ paste, readAs, verdict }, page) => {
          await paste(pretty({ model: "own", messages: [{ role: "user", content: "Hi" }] }));
          assert.match(await page.$eval("#format", ({ title }) => title), /Read as OpenAI Chat\. .*messages/);
          await readAs("mistral");
          assert.match(await verdict(), /rules of Mistral/);
          assert.match(await page.$eval("#format", ({ title }) => title), /You chose this/);
          assert.match(await page.evaluate(() => location.hash), /format=mistral/);
        }));
    });

    describe("the vendor", () => {
      const DEVELOPER = { model: "deepseek-chat-9", messages: [{ role: "developer", content: "Be brief." }, { role: "user", content: "Hi" }] };

      test("is known by the words of the refusal, so that the vendor's own rules are checked", () =>
        at.visit({}, async ({ paste, colour, rule, seen }) => {
          await paste(`[deepseek/deepseek-v4-pro] [400]: Failed to deserialize the JSON body into the target type: messages[0].role: unknown variant \`developer\`, expected one of \`system\`, \`user\`, \`assistant\`, \`tool\`\n\n${pretty(DEVELOPER)}`);
          assert.match(await seen("#vendor"), /at deepseek/);
          assert.equal(await colour(), "find");
          assert.equal(await rule(), "Rule OC10");
        }));

      test("can be chosen, and is in the address", () =>
        at.visit({}, async ({ paste, read, press, colour, seen }, page) => {
          await paste(pretty({ model: "own", messages: [{ role: "developer", content: "Be brief." }, { role: "user", content: "Hi" }] }));
          assert.match(await seen("#vendor"), /any vendor/);
          await read(() => press("at-deepseek"));
          assert.equal(await colour(), "find");
          assert.match(await page.evaluate(() => location.hash), /vendor=deepseek/);
          await read(() => press("at-any"));
          assert.equal(await colour(), "calm");
        }));
    });

    describe("the repair", () => {
      test("takes the place of the text, and undo brings the person's text back", () =>
        at.visit({}, async ({ paste, read, press, colour, editor }) => {
          await paste(pretty(CHAT));
          const before = await editor("#editor");
          await read(() => press("use"));
          assert.equal(await colour(), "calm");
          await read(() => press("undo"));
          assert.equal(await editor("#editor"), before);
        }));

      test("leaves open calls out, or open, where the person says so", () =>
        at.visit({}, async ({ paste, press, copied, until }) => {
          await paste(pretty(CHAT));
          await press("open-calls-drop");
          await until(() => document.getElementById("open-calls-drop").getAttribute("aria-checked") === "true");
          assert.equal(JSON.parse(await copied("copy")).messages.some(({ tool_calls: calls }) => calls), false);
        }));

      test("can be taken as code and as a test, which run", () =>
        at.visit({}, async ({ paste, copied }) => {
          await paste(pretty(CHAT));
          assert.match(await copied("copy-code"), /sanitize\("openai-chat"/);
          assert.match(await copied("copy-test"), /\["OC2"\]/);
        }));
    });

    describe("an address", () => {
      test("opens an example, and Back returns to the first screen", () =>
        at.visit({ hash: "#doctor?example=AN1" }, async ({ colour, rule }) => {
          assert.equal(await colour(), "find");
          assert.equal(await rule(), "Rule AN1");
        }));

      test("of an example on the first screen is left by Back", () =>
        at.visit({}, async ({ read, rule, until }, page) => {
          await read(() => page.click('#examples a[href$="MI3"]'));
          assert.equal(await rule(), "Rule MI3");
          assert.match(await page.evaluate(() => location.hash), /example=MI3/);
          await read(() => page.goBack());
          await until(() => document.body.dataset.state === "empty");
          await read(() => page.goForward());
          assert.equal(await rule(), "Rule MI3");
        }));

      test("holds the form of a request without its texts, and keeps the verdict and the error", async () => {
        let link;
        const secret = { ...CHAT, messages: CHAT.messages.map((message, place) => (place === 0 ? { ...message, content: "Look at ada@example.com." } : message)) };
        secret.messages[1] = { ...secret.messages[1], tool_calls: [{ ...call, id: "call_ada@example.com_12345" }] };
        await at.visit({}, async (person) => {
          await person.paste(`400 An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (call_ada@example.com_12345)\n\n${pretty(secret)}`);
          link = await person.copied("copy-link");
        });
        await at.visit({ hash: new URL(link).hash }, async ({ verdict, rule, editor, text }) => {
          assert.match(await verdict(), /has no result$/);
          assert.equal(await rule(), "Rule OC2");
          const shown = (await editor("#editor")) + (await text("#error"));
          assert.match(shown, /"role": "assistant"/);
          assert.match(shown, /must be followed by tool messages/);
          assert.doesNotMatch(shown, /ada|example|Look|And\?/);
        });
      });

      test("holds the texts if the person says so", async () => {
        let link;
        await at.visit({}, async (person) => {
          await person.paste(pretty(CHAT));
          link = await person.copied("copy-link-whole");
        });
        await at.visit({ hash: new URL(link).hash }, async ({ until }) => {
          await until(() => document.getElementById("editor").shadowRoot.querySelector(".cm-content").innerText.includes("And?"));
        });
      });

      for (const hash of ["#not-a-link", "#doctor?shared=AAAA", "#fit?window=-3", "#convert?to=nothing"])
        test(`that is broken is no error: ${hash}`, () => at.visit({ hash }, async (_, page) => assert.equal(await page.evaluate(() => document.body.dataset.state), "empty")));
    });

    test("a reload loses nothing, the chosen format and the view included", () =>
      at.visit({}, async ({ paste, readAs, go, until, verdict }, page) => {
        await paste(pretty(CHAT));
        await readAs("mistral");
        await go("convert");
        await until(() => /^As /.test(document.getElementById("headline").textContent));
        await new Promise((resolve) => setTimeout(resolve, 600));
        await page.reload();
        await until(() => document.documentElement.dataset.read !== undefined);
        assert.equal(await page.evaluate(() => document.body.dataset.view), "convert");
        await go("doctor");
        await until(() => document.body.dataset.view === "doctor" && !/^As /.test(document.getElementById("headline").textContent));
        assert.match(await verdict(), /call/);
      }));

    test("two tabs keep two texts", () =>
      at.visit({}, async ({ paste }, page) => {
        await paste(pretty(CHAT));
        await new Promise((resolve) => setTimeout(resolve, 600));
        const other = await page.browserContext().newPage();
        await other.goto(page.url().split("#")[0]);
        await other.waitForSelector("html[data-read]");
        assert.equal(await other.evaluate(() => document.body.dataset.state), "empty");
        await other.close();
      }));

    test("sixty bodies with one fault each, twenty of them in parameters, get no verdict but red", async () => {
      await at.visit({}, async ({ drop, until, seen }) => {
        await drop("faults.jsonl", FAULTS.map(({ body }) => JSON.stringify(body)).join("\n"));
        await until(() => /^60 requests/.test(document.querySelector("#picker .picker-head")?.textContent ?? ""));
        await until(() => document.querySelectorAll("#picker button").length === 60);
        assert.match(await seen("#picker .picker-head"), /60 requests, 60 refused/);
      });
    });

    test("a body of 5 MB makes fewer than 2,000 nodes", () =>
      at.visit({ allowed: /Measure loop/ }, async ({ drop, until }, page) => {
        const rounds = Array.from({ length: 2_000 }, (_, place) => [
          { role: "user", content: `Question ${place}` }, { role: "assistant", content: null, tool_calls: [{ ...call, id: `c${place}` }] },
          ...(place % 500 === 9 ? [] : [{ role: "tool", tool_call_id: `c${place}`, content: "a line of a log\n".repeat(150) }]),
        ]).flat();
        const text = pretty({ model: "gpt-5", messages: rounds });
        assert.ok(text.length > 5_000_000);
        await drop("large.json", text);
        await until(() => /4 faults/.test(document.getElementById("rail").textContent));
        const count = () => page.evaluate(() => document.querySelectorAll("*").length + document.getElementById("editor").shadowRoot.querySelectorAll("*").length);
        assert.ok((await count()) < 2_000, `${await count()} nodes`);
      }));

    test("without a network the page opens, and works", async () => {
      const alone = await atPage(name);
      try {
        await alone.visit({ allowed: /./ }, async ({ paste, go, until, verdict }, page) => {
          await page.waitForFunction(async () => (await navigator.serviceWorker.ready) && navigator.serviceWorker.controller !== null);
          await alone.server.close();
          await page.reload();
          await page.waitForSelector("html[data-read][data-editor]");
          await paste(pretty(CHAT));
          assert.match(await verdict(), /has no result/);
          // The engine that cuts was never loaded: the page says so, and the verdict stays.
          await go("fit");
          await until(() => /could not be loaded/.test(document.getElementById("trouble").textContent));
          await go("doctor");
          assert.match(await verdict(), /has no result/);
        });
      } finally {
        await alone.close();
      }
    });

    test("without a network, requests are cut if they were cut here before", async () => {
      const alone = await atPage(name);
      try {
        await alone.visit({ allowed: /./ }, async ({ paste, go, until }, page) => {
          const isCut = () => document.querySelector("#sum") !== null && document.getElementById("busy").hidden;
          await page.waitForFunction(async () => (await navigator.serviceWorker.ready) && navigator.serviceWorker.controller !== null);
          await paste(pretty({ ...CHAT, model: "gpt-5" }));
          await go("fit");
          await until(isCut);
          await page.waitForFunction(async () => (await caches.match("core.wasm")) !== undefined);
          await alone.server.close();
          await page.reload();
          await page.waitForSelector("html[data-read][data-editor]");
          await until(isCut);
        });
      } finally {
        await alone.close();
      }
    });
  });
}
