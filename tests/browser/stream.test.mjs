// Streams in a page: `fetch` from another origin, a conversation, and a person who stops.

import assert from "node:assert/strict";
import { realpathSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { launch } from "../../scripts/lib/browsers.mjs";
import { at } from "../../scripts/lib/paths.mjs";
import { serve } from "../../scripts/lib/static-server.mjs";
import { startStrictProvider } from "../support/strict/index.mjs";

const ANSWER = "Noon, 正午 🕛.";
const LONG = "word ".repeat(400);
const FORMATS = [
  { format: "openai-chat", path: "/v1/chat/completions", params: { model: "m", stream: true } },
  { format: "openai-responses", path: "/v1/responses", params: { model: "m", stream: true } },
  { format: "anthropic", path: "/v1/messages", params: { model: "m", max_tokens: 64, stream: true } },
  { format: "gemini", path: "/v1beta/models/m:streamGenerateContent?alt=sse", params: {} },
  { format: "gemini", path: "/v1beta/models/m:streamGenerateContent", params: {} },
  { format: "bedrock", path: "/model/m/converse-stream", params: { modelId: "m" } },
  { format: "mistral", path: "/mistral/v1/chat/completions", params: { model: "m", stream: true } },
];

let browser, server, provider, page;
before(async () => {
  const script = ({ body }) => ({ text: JSON.stringify(body).includes("Talk.") ? LONG : ANSWER });
  provider = await startStrictProvider({ script, eventDelay: 2, allowOrigin: "*" });
  server = await serve({ "/": at("tests", "browser", "stream"), "/backscroll/": realpathSync(at("node_modules", "backscroll")) });
  browser = await launch();
  page = await browser.newPage();
  await page.goto(server.url);
  await page.waitForFunction(() => window.isReady === true);
});
after(async () => {
  await browser?.close();
  await server?.close();
  await provider?.close();
});

describe("in a page", () => {
  for (const row of FORMATS) {
    test(`${row.format}, ${row.path}: two turns go in, and each update is a beginning of the text`, async () => {
      const { answers, updates, messages } = await page.evaluate((asked) => window.talk(asked), { url: provider.url, ...row });
      assert.deepEqual([answers, messages], [[["complete", ANSWER, 0], ["complete", ANSWER, 0]], 4]);
      // The network joins events as it likes: how many updates there are is up to it. The next test needs an unfinished one.
      assert.ok(updates.includes(ANSWER) && updates.every((text) => ANSWER.startsWith(text) && text.isWellFormed()), updates.join("|"));
    });

    test(`${row.format}, ${row.path}: a stop keeps the text so far`, async () => {
      const { text, ...rest } = await page.evaluate((asked) => window.stop(asked), { url: provider.url, ...row });
      assert.deepEqual(rest, { end: "aborted", isOurs: true, isBusy: false });
      assert.ok(text.length > 20 && LONG.startsWith(text) && text.length < LONG.length, `${text.length}`);
    });
  }

  test("every request was accepted", () => assert.deepEqual(provider.log.filter(({ status }) => status !== 200), []));
});
