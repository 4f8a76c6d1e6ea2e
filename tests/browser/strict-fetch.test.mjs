// The strict provider in a page: it judges, answers and streams as in Node.

import assert from "node:assert/strict";
import { realpathSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { judge, strictFetch } from "backscroll/strict-provider";
import { launch } from "../../scripts/lib/browsers.mjs";
import { at } from "../../scripts/lib/paths.mjs";
import { serve } from "../../scripts/lib/static-server.mjs";
import { CASES } from "../support/strict/cases/all.mjs";

const STREAMS = {
  "https://api.openai.com/v1/chat/completions": { model: "m", stream: true, messages: [{ role: "user", content: "Time?" }] },
  "https://api.openai.com/v1/responses": { model: "m", stream: true, input: "Time?" },
  "https://api.anthropic.com/v1/messages": { model: "m", max_tokens: 9, stream: true, messages: [{ role: "user", content: "Time?" }] },
  "https://generativelanguage.googleapis.com/v1beta/models/m:streamGenerateContent?alt=sse": { contents: [{ role: "user", parts: [{ text: "Time?" }] }] },
  "https://bedrock-runtime.us-east-1.amazonaws.com/model/m/converse-stream": { messages: [{ role: "user", content: [{ text: "Time?" }] }] },
  "https://api.mistral.ai/v1/chat/completions": { model: "m", stream: true, messages: [{ role: "user", content: "Time?" }] },
};
const REPLY = { thinking: "Hm. Well. ", text: "Noon, 正午 🕛.", toolCalls: [{ name: "clock", arguments: { zone: "Zürich" } }] };

let browser, server, page;
before(async () => {
  server = await serve({ "/": at("tests", "browser", "stream"), "/backscroll/": realpathSync(at("node_modules", "backscroll")) });
  browser = await launch();
  page = await browser.newPage();
  await page.goto(server.url);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

describe("in a page", () => {
  for (const [target, { refused, accepted }] of Object.entries(CASES)) {
    test(`${target}: every case has the verdict that it has in Node`, async () => {
      const cases = JSON.parse(JSON.stringify([...refused, ...accepted].map(({ body, options }) => ({ body, options }))));
      const judged = async (asked) => {
        const strict = await import("/backscroll/strict-provider.mjs");
        return asked.cases.map(({ body, options }) => strict.judge(asked.target, body, options));
      };
      const verdicts = await page.evaluate(judged, { target, cases });
      assert.deepEqual(verdicts, JSON.parse(JSON.stringify(cases.map(({ body, options }) => judge(target, body, options)))));
      assert.ok(verdicts.some((verdict) => verdict !== null) && verdicts.includes(null));
    });
  }

  for (const [url, body] of Object.entries(STREAMS)) {
    test(`${url}: the stream has the bytes that it has in Node`, async () => {
      const streamed = async (asked) => {
        const strict = await import("/backscroll/strict-provider.mjs");
        const response = await strict.strictFetch({ script: [asked.reply] })(asked.url, { method: "POST", body: asked.text });
        return { status: response.status, bytes: [...new Uint8Array(await response.arrayBuffer())] };
      };
      const text = JSON.stringify(body);
      const response = await strictFetch({ script: [REPLY] })(url, { method: "POST", body: text });
      const bytes = [...new Uint8Array(await response.arrayBuffer())];
      assert.deepEqual(await page.evaluate(streamed, { reply: REPLY, url, text }), { status: 200, bytes });
      assert.ok(bytes.length > 500, `${bytes.length}`);
    });
  }

  test("the server cannot start there, and says what to use", async () => {
    const started = async () => {
      const strict = await import("/backscroll/strict-provider.mjs");
      return strict.startStrictProvider().then(() => "started", ({ code, message }) => `${code}: ${message}`);
    };
    assert.match(await page.evaluate(started), /^invalid-argument: .*`node:http`.*`strictFetch`/);
  });
});
