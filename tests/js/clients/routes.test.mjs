// The routes of docs/recipes/streaming-route.md, and the run of docs/recipes/durable-runs.md, with the real frameworks and client, against the
// strict provider.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { fileStore } from "backscroll/store/file";
import { removed, saved, written } from "../../support/snippets/recipe-files.mjs";
import { startStrictProvider } from "../../support/strict/index.mjs";

describe("docs/recipes/streaming-route.md", () => {
  const cwd = process.cwd();
  let folder, provider, server;
  const posts = {};
  before(async () => {
    provider = await startStrictProvider({ script: ({ body }) => ({ text: body.messages.at(-1).content === "Talk." ? "word ".repeat(3_000).trim() : `You said ${body.messages.at(-1).content}` }), eventDelay: 3 });
    Object.assign(process.env, { OPENAI_API_KEY: "any", OPENAI_BASE_URL: `${provider.url}/v1` });
    folder = written("docs/recipes/streaming-route.md", "routes");
    process.chdir(folder);
    const load = (name) => import(pathToFileURL(join(folder, name)).href);
    const { POST } = await load("route.js");
    posts.Next = async (id, text, options) => POST(new Request(`http://127.0.0.1/chat/${id}`, { method: "POST", body: text, ...options }), { params: Promise.resolve({ id }) });
    const hono = (await load("hono.js")).app;
    posts.Hono = async (id, text, options) => hono.request(`/chat/${id}`, { method: "POST", body: text, ...options });
    const express = (await load("express.js")).app;
    server = await new Promise((resolve) => {
      const listening = express.listen(0, "127.0.0.1", () => resolve(listening));
    });
    posts.Express = (id, text, options) => fetch(`http://127.0.0.1:${server.address().port}/chat/${id}`, { method: "POST", body: text, ...options });
  });
  after(async () => {
    process.chdir(cwd);
    await provider?.close();
    server?.closeAllConnections();
    server?.close();
    removed(folder);
  });

  for (const name of ["Next", "Hono", "Express"]) {
    test(`${name}: an answer comes in pieces, and the next request knows it`, async () => {
      const pieces = [];
      const decoder = new TextDecoder();
      for await (const piece of (await posts[name](name, "Hello there, all of you.")).body) pieces.push(decoder.decode(piece));
      assert.ok(pieces.length > 1, JSON.stringify(pieces));
      assert.equal(pieces.join(""), "You said Hello there, all of you.");
      assert.equal(await (await posts[name](name, "Again.")).text(), "You said Again.");
      assert.equal(provider.log.at(-1).body.messages.length, 4);
      assert.deepEqual(provider.log.filter(({ status }) => status !== 200), []);
    });

    test(`${name}: a reader that leaves stops the model, and the text so far is saved`, async () => {
      const id = `${name}-leaves`;
      const reader = (await posts[name](id, "Talk.")).body.getReader();
      await reader.read();
      await reader.cancel();
      const store = fileStore(join(folder, "threads"));
      let messages = [];
      for (let wait = 0; messages.length < 2 && wait < 300; wait += 1) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        messages = await saved(store, id);
      }
      assert.equal(messages[0], "user: Talk.");
      assert.match(messages[1], /^assistant: word/);
      assert.ok(messages[1].length < 14_000, `${messages[1].length}`);
      assert.equal(await (await posts[name](id, "Go on.")).text(), "You said Go on.");
    });
  }
});

describe("docs/recipes/durable-runs.md", () => {
  /** A program with two tools: the first call of `slow` does not end, so that the process can be killed in it. */
  const PROGRAM = `import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { tool } from "backscroll";
import { run } from "./run.js";
const quick = tool({ name: "quick", description: "Is quick.", run: () => { appendFileSync("quick.txt", "x"); return "quick done"; } });
const slow = tool({ name: "slow", description: "Is slow.", run: async () => {
  appendFileSync("slow.txt", "x");
  if (!existsSync("again.txt")) { writeFileSync("again.txt", ""); await new Promise((resolve) => setTimeout(resolve, 60_000)); }
  return "slow done";
} });
console.log(await run("r-1", "Do both.", [quick, slow]));`;

  test("a run whose process is killed while a tool runs goes on in another process, and runs no finished tool again", async (t) => {
    const folder = written("docs/recipes/durable-runs.md", "durable");
    t.after(() => removed(folder));
    const script = [{ toolCalls: [{ name: "quick", arguments: {} }, { name: "slow", arguments: {} }] }, { text: "Both are done." }];
    const provider = await startStrictProvider({ script });
    t.after(() => provider.close());
    writeFileSync(join(folder, "program.js"), PROGRAM);
    const env = { ...process.env, OPENAI_API_KEY: "any", OPENAI_BASE_URL: `${provider.url}/v1` };
    const started = () => {
      const child = spawn(process.execPath, ["program.js"], { cwd: folder, env });
      let output = "";
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
      return { child, ended: new Promise((resolve) => child.once("close", () => resolve(output))) };
    };
    const first = started();
    t.after(() => first.child.kill("SIGKILL"));
    for (let wait = 0; !existsSync(join(folder, "again.txt")) && wait < 500; wait += 1) await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, 200));
    first.child.kill("SIGKILL");
    await first.ended;

    assert.equal((await started().ended).trim(), "Both are done.");
    assert.deepEqual(["quick.txt", "slow.txt"].map((name) => readFileSync(join(folder, name), "utf8")), ["x", "xx"]);
    assert.deepEqual(await saved(fileStore(join(folder, "runs")), "r-1"), ["user: Do both.", "assistant: null", "tool: quick done", "tool: slow done", "assistant: Both are done."]);
    assert.deepEqual(provider.log.map(({ status }) => status), [200, 200]);
    assert.equal((await started().ended).trim(), "Both are done.", "a third start asks nobody");
    assert.equal(provider.log.length, 2);
  });
});
