// The entry `backscroll/strict-provider`: one provider behind a server, a `fetch` and `judge`, in every runtime. `strict-provider.test.mjs`
// tests its rules.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createContext } from "node:vm";
import { build } from "esbuild";
import ts from "typescript";
import { judge, startStrictProvider, strictFetch } from "backscroll/strict-provider";
import { refusal } from "../../support/basics.mjs";
import { loadIn } from "../../support/hosts/load-in.mjs";
import { CASES } from "../../support/strict/cases/all.mjs";
import * as sources from "../../support/strict/index.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const file = (name) => fileURLToPath(new URL(`../../../node_modules/backscroll/strict-provider.${name}`, import.meta.url));
const HELLO = { role: "user", content: "Hello." };
const post = (body, more) => ({ method: "POST", body: typeof body === "string" ? body : JSON.stringify(body), ...more });

/** The path of each target, for an answer in one piece and for a stream. */
const PATHS = {
  "openai-chat": ["/v1/chat/completions", "/v1/chat/completions"],
  "openai-responses": ["/v1/responses", "/v1/responses"],
  anthropic: ["/v1/messages", "/v1/messages"],
  gemini: ["/v1beta/models/m:generateContent", "/v1beta/models/m:streamGenerateContent?alt=sse"],
  bedrock: ["/model/m/converse", "/model/m/converse-stream"],
  mistral: ["/mistral/v1/chat/completions", "/mistral/v1/chat/completions"],
};
const REPLY = { thinking: "Let me see. ", text: "One moment, please.", toolCalls: [{ name: "clock", arguments: { zone: "Zürich" } }] };

test("the entry has three names", () => {
  const names = Object.keys(createRequire(import.meta.url)("backscroll/strict-provider"));
  assert.deepEqual(names.filter((key) => key !== "default" && key !== "module.exports").sort(), ["judge", "startStrictProvider", "strictFetch"]);
});

/** Reads an answer whole, without the headers of the connection. */
async function read(response) {
  const own = [...response.headers].filter(([name]) => !["connection", "content-length", "date", "keep-alive", "transfer-encoding"].includes(name));
  return { status: response.status, headers: own, bytes: Buffer.from(await response.arrayBuffer()).toString("latin1") };
}

describe("the server and the fetch give the same answer", () => {
  for (const [target, { refused, accepted }] of Object.entries(CASES)) {
    test(`${target}: to every case, in one piece and as a stream; its status and its rule are those of judge`, async (t) => {
      const options = (rules) => ({ [target]: rules, script: () => REPLY });
      const groups = grouped([...refused, ...accepted]);
      const streamed = (body) => (["gemini", "bedrock"].includes(target) ? body : { ...body, stream: true });
      let count = 0;
      for (const cases of groups.values()) {
        const rules = cases[0].options ?? {};
        const provider = await startStrictProvider(options(rules));
        t.after(() => provider.close());
        const fetched = strictFetch(options(rules));
        for (const { name, body } of cases) {
          for (const [path, sent] of [[PATHS[target][0], body], [PATHS[target][1], streamed(body)]]) {
            const [served, given] = await Promise.all([fetch(`${provider.url}${path}`, post(sent)), fetched(`http://127.0.0.1${path}`, post(sent))].map(async (answer) => read(await answer)));
            assert.deepEqual(given, served, name);
            count += 1;
            // The body alone does not show what the provider has stored.
            if ((sent?.previous_response_id ?? sent?.conversation) !== undefined) continue;
            const verdict = judge(target, JSON.parse(JSON.stringify(sent)), rules);
            const { "x-rule": rule = null } = Object.fromEntries(given.headers);
            assert.deepEqual([given.status, rule], [verdict?.status ?? 200, verdict?.rule ?? null], name);
          }
        }
        assert.deepEqual(fetched.log, provider.log);
        await provider.close();
      }
      assert.equal(count, 2 * (refused.length + accepted.length));
    });
  }

  function grouped(cases) {
    const groups = new Map();
    for (const each of cases) {
      const key = JSON.stringify(each.options ?? {});
      groups.set(key, [...(groups.get(key) ?? []), each]);
    }
    return groups;
  }

  for (const [fault, path, init, headers] of [
    ["a path that nobody has", "/v1/none", post({}), {}],
    ["a path that nobody has, from a client of Anthropic", "/v1/none", post({}), { "anthropic-version": "2023-06-01" }],
    ["a path that nobody has, from a client of Google", "/v1beta/none", post({}), { "x-goog-api-key": "any" }],
    ["a path that nobody has, at Mistral", "/mistral/none", post({}), {}],
    ["a path that nobody has, at Bedrock", "/model/none", post({}), {}],
    ["another method", "/v1/messages", { method: "PUT", body: "{}" }, {}],
    ["a method without a body", "/v1/chat/completions", {}, {}],
    ["no JSON", "/v1/responses", post("{"), {}],
    ["null", "/v1/chat/completions", post("null"), {}],
    ["bytes that are no UTF-8", "/v1/messages", { method: "POST", body: Uint8Array.of(0x22, 0xff, 0x22) }, {}],
    ["a body over the limit", "/v1/messages", post(" ".repeat(2_000)), {}],
  ]) {
    test(`to ${fault}`, async (t) => {
      const provider = await startStrictProvider({ bodyLimit: 1_000 });
      t.after(() => provider.close());
      const given = strictFetch({ bodyLimit: 1_000 });
      const [served, answer] = await Promise.all([fetch(`${provider.url}${path}`, { ...init, headers }), given(`http://127.0.0.1${path}`, { ...init, headers })].map(async (each) => read(await each)));
      assert.deepEqual(answer, served);
      assert.ok(answer.status >= 400);
      assert.deepEqual(given.log, provider.log);
    });
  }

  test("at any time: no answer depends on the clock", async (t) => {
    const ask = async () => (await strictFetch()("https://api.openai.com/v1/chat/completions", post({ model: "m", messages: [HELLO] }))).text();
    const first = await ask();
    t.mock.timers.enable({ apis: ["Date"], now: 0 });
    assert.equal(await ask(), first);
  });
});

describe("the host of a URL names the provider", () => {
  const chat = { model: "m", messages: [HELLO] };
  for (const [url, target, status] of [
    ["https://api.openai.com/v1/chat/completions", "openai-chat", 200],
    ["https://api.openai.com/chat/completions", "openai-chat", 404],
    ["https://api.mistral.ai/v1/chat/completions", "mistral", 200],
    ["http://localhost:8080/mistral/v1/chat/completions", "mistral", 200],
    ["https://api.groq.com/openai/v1/chat/completions", "openai-chat", 200],
    ["https://api.deepseek.com/chat/completions", "openai-chat", 200],
    ["https://example.org/none", "openai-chat", 404],
  ]) {
    test(`${url}: ${target}, ${status}`, async () => {
      const fetch = strictFetch();
      assert.equal((await fetch(new URL(url), post(chat))).status, status);
      assert.deepEqual(fetch.log.map((entry) => [entry.target, entry.path]), [[target, new URL(url).pathname]]);
    });
  }

  test("a Request is taken like a URL", async () => {
    const response = await strictFetch()(new Request("https://api.openai.com/v1/chat/completions", post(chat)));
    assert.equal((await response.json()).choices[0].message.content, "Understood.");
  });
});

describe("a script", () => {
  const URLS = { "openai-chat": "https://api.openai.com/v1/chat/completions", anthropic: "https://api.anthropic.com/v1/messages" };
  const ask = (fetch, target = "openai-chat") => fetch(URLS[target], post({ model: "m", max_tokens: 9, messages: [HELLO] }));

  test("that is used up says so, with a status that clients do not ask again for", async () => {
    const fetch = strictFetch({ script: [{ text: "One." }] });
    assert.equal((await ask(fetch)).status, 200);
    for (const target of ["openai-chat", "anthropic"]) {
      const response = await ask(fetch, target);
      assert.deepEqual([response.status, response.headers.get("x-should-retry")], [500, "false"]);
      assert.match((await response.json()).error.message, /^the script has no reply for accepted request \d: it holds 1$/);
    }
    assert.deepEqual(fetch.log.map(({ status, rule }) => [status, rule]), [[200, null], [500, "http"], [500, "http"]]);
  });

  test("loses no reply to refused requests", async () => {
    const fetch = strictFetch({ script: [{ text: "One." }] });
    assert.equal((await fetch(URLS["openai-chat"], post({ model: "m", messages: [] }))).status, 400);
    assert.equal((await (await ask(fetch)).json()).choices[0].message.content, "One.");
  });

  test("that is a function gets what was asked, and may take its time", async () => {
    const seen = [];
    const fetch = strictFetch({ script: async ({ index, target, body, tokens }) => (seen.push([index, target, body.messages.length, tokens > 0]), { text: "Ok." }) });
    await ask(fetch);
    await ask(fetch, "anthropic");
    assert.deepEqual(seen, [[0, "openai-chat", 1, true], [1, "anthropic", 1, true]]);
  });

  test("ends a stream early: the connection breaks after the events before, or the provider's error is the last", async () => {
    const stream = { model: "m", messages: [HELLO], stream: true };
    const fetch = strictFetch({ script: [{ text: "a b c d e f", cut: { after: 3 } }, { text: "a b c", cut: { after: 2, error: "Overloaded" } }] });
    const broken = (await fetch(URLS["openai-chat"], post(stream))).body.getReader();
    const events = [];
    await assert.rejects(async () => {
      for (let next = await broken.read(); !next.done; next = await broken.read()) events.push(new TextDecoder().decode(next.value));
    }, TypeError);
    assert.equal(events.length, 3);
    const text = await (await fetch(URLS["openai-chat"], post(stream))).text();
    assert.match(text, /"message":"Overloaded"[^]*$/);
    assert.doesNotMatch(text, /DONE/);
  });
});

describe("a signal", () => {
  const url = "https://api.openai.com/v1/chat/completions";
  const asked = post({ model: "m", messages: [HELLO], stream: true });

  test("that is aborted rejects the request, and nothing is asked", async () => {
    const fetch = strictFetch();
    await assert.rejects(fetch(url, { ...asked, signal: AbortSignal.abort() }), { name: "AbortError" });
    assert.deepEqual(fetch.log, []);
  });

  test("that aborts while the model thinks rejects the request", async () => {
    const controller = new AbortController();
    const fetch = strictFetch({ script: () => (controller.abort(), new Promise(() => {})) });
    await assert.rejects(fetch(url, { ...asked, signal: controller.signal }), { name: "AbortError" });
  });

  test("that aborts in the middle of a stream ends it with an error", async () => {
    const controller = new AbortController();
    const response = await strictFetch({ script: [{ text: "a b c d" }] })(url, { ...asked, signal: controller.signal });
    const reader = response.body.getReader();
    assert.equal((await reader.read()).done, false);
    controller.abort();
    await assert.rejects(reader.read(), { name: "AbortError" });
  });
});

describe("wrong arguments are errors of the package", () => {
  for (const [name, call, says] of [
    ["an unknown target", () => judge("openai", {}), /unknown target `openai`; the targets are openai-chat, /],
    ["a name that every object has, as the target", () => judge("toString", {}), /unknown target `toString`/],
    ["an unknown rule", () => judge("anthropic", {}, { allowPrefil: true }), /unknown option `allowPrefil`; the options are .*allowPrefill/],
    ["an unknown value of a rule", () => judge("anthropic", {}, { signatures: "Own" }), /unknown value `Own` of `signatures`/],
    ["an unknown option of the fetch", () => strictFetch({ contextwindow: 1 }), /unknown option `contextwindow`/],
    ["an unknown rule of a target", () => strictFetch({ gemini: { modle: "m" } }), /unknown option `modle`/],
    ["an unknown option of the server", () => startStrictProvider({ openai: {} }), /unknown option `openai`/],
    ["a script that is a text", () => startStrictProvider({ script: "Hi." }), /`script` is to be an array of replies or a function/],
  ]) {
    test(name, async () => assert.match((await refusal(async () => call(), "invalid-argument")).message, says));
  }
});

describe("without Node", () => {
  for (const name of ["mjs", "cjs"]) {
    test(`strict-provider.${name} imports no module of Node`, () => {
      assert.doesNotMatch(readFileSync(file(name), "utf8"), /\b(from|import)\s*["']node:|\brequire\(\s*["']node:|\bimport\(\s*["']/);
    });
  }

  test("a bundler for browsers bundles all of it", async () => {
    const contents = `import * as strict from "backscroll/strict-provider"; globalThis.strict = strict;`;
    const { outputFiles, warnings } = await build({ stdin: { contents, resolveDir: root }, bundle: true, platform: "browser", format: "esm", write: false });
    assert.deepEqual(warnings, []);
    assert.match(outputFiles[0].text, /prompt is too long/);
  });

  test("in a context that has only what every browser has, each case is judged as in Node", () => {
    const context = createContext({ TextEncoder, TextDecoder });
    const strict = loadIn(context, file("cjs"));
    for (const [target, { refused, accepted }] of Object.entries(CASES)) {
      for (const { name, body, options } of [...refused, ...accepted]) {
        // Values of another realm have other prototypes.
        const plain = JSON.parse(JSON.stringify({ verdict: strict.judge(target, body, options) }));
        assert.deepEqual(plain, JSON.parse(JSON.stringify({ verdict: judge(target, body, options) })), `${target}: ${name}`);
      }
    }
  });

  test("with the Request and Response of a browser, the fetch answers and streams", async () => {
    const context = createContext({ TextEncoder, TextDecoder, Request, Response, ReadableStream, URL, URLSearchParams });
    const fetch = loadIn(context, file("cjs")).strictFetch({ script: [{ text: "Noon it is." }] });
    const response = await fetch("https://api.anthropic.com/v1/messages", post({ model: "m", max_tokens: 9, messages: [HELLO], stream: true }));
    assert.match(await response.text(), /"text_delta","text":"Noon "[^]*message_stop/);
  });

  test("in a context that may import nothing, as under Jest, the server starts", { skip: process.getBuiltinModule === undefined && "not in this Node" }, async () => {
    const context = createContext({ TextEncoder, TextDecoder, URLSearchParams, process });
    const provider = await loadIn(context, file("cjs")).startStrictProvider({ script: [{ text: "Noon." }] });
    const response = await fetch(`${provider.url}/v1/chat/completions`, post({ model: "m", messages: [HELLO], stream: true }));
    assert.match(await response.text(), /"content":"Noon\."[^]*DONE/);
    await provider.close();
  });

  test("the server says which module it lacks, and what to use in its place", async () => {
    const context = createContext({ TextEncoder, TextDecoder });
    await assert.rejects(loadIn(context, file("cjs")).startStrictProvider(), { code: "invalid-argument", message: /needs `node:http`, .*`strictFetch`/ });
  });
});

describe("the package and the sources agree", () => {
  test("on every case", () => {
    for (const [target, { refused, accepted }] of Object.entries(CASES)) {
      for (const { name, body, options } of [...refused, ...accepted]) assert.deepEqual(judge(target, body, options), sources.judge(target, body, options), name);
    }
  });

  test("the types name exactly the options that there are", () => {
    const path = fileURLToPath(new URL("../../../pkg-template/src/strict-provider/rules-types.ts", import.meta.url));
    const program = ts.createProgram([path], { strict: true, noLib: false, skipLibCheck: true, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, types: [] });
    const checker = program.getTypeChecker();
    const rules = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(path))).find(({ name }) => name === "StrictRules");
    const targets = checker.getDeclaredTypeOfSymbol(rules).getProperties();
    assert.deepEqual(targets.map(({ name }) => name).sort(), Object.keys(CASES).sort());
    for (const target of targets) {
      const typed = checker.getTypeOfSymbol(target).getProperties().map(({ name }) => name);
      const said = /the options are (.*)$/.exec(thrown(() => judge(target.name, {}, { none: 1 })).message)[1].split(", ");
      assert.deepEqual(typed.sort(), said.sort(), target.name);
    }
  });

  function thrown(call) {
    try {
      call();
    } catch (error) {
      return error;
    }
    return assert.fail("nothing was thrown");
  }
});
