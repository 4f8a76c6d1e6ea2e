// The examples that need a database, against the strict provider: the service on PostgreSQL, and the Worker on D1 in Cloudflare's runtime.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { d1Store } from "backscroll/store/cloudflare";
import { exampleCode, exampleFile } from "../support/snippets/examples.mjs";
import { programsOf } from "../support/snippets/fences.mjs";
import { startStrictProvider } from "../support/strict/index.mjs";
import { workerOf } from "./elsewhere.mjs";
import { KINDS } from "./kinds.mjs";

const kind = (name) => KINDS.find((each) => each.name === name);
/** A server in front of the provider, whose first answer is a failure that the client does not repeat. */
async function failingOnce(url) {
  const server = createServer(async (request, response) => {
    if (!server.failed) {
      server.failed = true;
      return response.writeHead(500, { "x-should-retry": "false" }).end("{}");
    }
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = await fetch(`${url}${request.url}`, { method: request.method, headers: { "content-type": "application/json", authorization: "Bearer any" }, body: Buffer.concat(chunks) });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

const script = ({ body }) => ({ text: `You said ${body.messages.at(-1).content}` });

test("service.ts: two processes serve one PostgreSQL, and both know each thread", { skip: kind("postgres").skip }, async (t) => {
  const data = await kind("postgres").open();
  t.after(() => data.close());
  const provider = await startStrictProvider({ script });
  t.after(() => provider.close());
  const env = { ...process.env, PORT: "0", DATABASE_URL: data.place.connectionString, OPENAI_API_KEY: "any", OPENAI_BASE_URL: `${provider.url}/v1` };
  const urls = await Promise.all(
    ["one", "two"].map(
      () =>
        new Promise((resolve, reject) => {
          const child = spawn(process.execPath, [exampleFile(t, "service.ts")], { env });
          t.after(() => child.kill("SIGKILL"));
          child.stdout.setEncoding("utf8").on("data", (text) => resolve(text.trim()));
          child.stderr.setEncoding("utf8").on("data", (text) => reject(new Error(text)));
        }),
    ),
  );
  for (const [place, text] of ["First.", "Second.", "Third."].entries()) {
    const response = await fetch(`${urls[place % 2]}/threads/t-42`, { method: "POST", body: text });
    assert.equal(await response.text(), `You said ${text}\n`);
  }
  assert.equal(provider.log.at(-1).body.messages.length, 6);
  assert.deepEqual(provider.log.filter(({ status }) => status !== 200), []);
});

test("worker.ts: a Worker streams its answers, and finds its thread in D1 at the next request", { skip: kind("d1").skip }, async (t) => {
  const provider = await startStrictProvider({ script });
  t.after(() => provider.close());
  const worker = await workerOf(exampleCode("worker.ts"), { d1Databases: ["DB"], bindings: { OPENAI_API_KEY: "any", OPENAI_BASE_URL: `${provider.url}/v1` } });
  t.after(() => worker.dispose());
  for (const text of ["First.", "Second."]) {
    const response = await worker.dispatchFetch("http://127.0.0.1/threads/t-42", { method: "POST", body: text });
    assert.equal(await response.text(), `You said ${text}`);
  }
  assert.equal((await worker.dispatchFetch("http://127.0.0.1/")).status, 404);
  const conversation = new ConversationManager();
  await conversation.persist(d1Store(await worker.getD1Database("DB")), "t-42", { autoSave: false });
  assert.deepEqual(conversation.messages.map(({ role }) => role), ["system", "user", "assistant", "user", "assistant"]);
  assert.deepEqual(provider.log.filter(({ status }) => status !== 200), []);
});

test("docs/recipes/workers.md: a queue asks the model for an object's thread, again after a failure, and once for each question", { skip: kind("durable-object").skip }, async (t) => {
  let isAsked = () => undefined;
  const slow = async (request) => {
    if (request.body.messages.at(-1).content === "Slow.") {
      isAsked();
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    return script(request);
  };
  const provider = await startStrictProvider({ script: slow });
  t.after(() => provider.close());
  const flaky = await failingOnce(provider.url);
  t.after(() => flaky.close());
  const worker = await workerOf(programsOf("docs/recipes/workers.md").get("worker-queue"), {
    bindings: { OPENAI_API_KEY: "any", OPENAI_BASE_URL: `http://127.0.0.1:${flaky.address().port}/v1` },
    durableObjects: { THREADS: { className: "Thread", useSQLite: true } },
    queueProducers: { ANSWERS: "answers" },
    queueConsumers: { answers: { maxBatchTimeout: 0.05, maxRetries: 100, retryDelay: 0 } },
  });
  t.after(() => worker.dispose());
  const at = (path, options) => worker.dispatchFetch(`http://127.0.0.1/${path}`, options);
  const answered = async (count) => {
    for (let wait = 0; wait < 300; wait += 1) {
      const messages = await (await at("t-42")).json();
      if (messages.length >= count) return messages.map(({ role, content }) => `${role}: ${content}`);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    throw new Error("there was no answer");
  };
  assert.equal((await at("t-42", { method: "POST", body: "First." })).status, 202);
  assert.deepEqual(await answered(2), ["user: First.", "assistant: You said First."]);
  assert.equal((await at("t-42", { method: "POST", body: "Second." })).status, 202);
  assert.deepEqual((await answered(4)).slice(2), ["user: Second.", "assistant: You said Second."]);
  const asked = new Promise((resolve) => {
    isAsked = resolve;
  });
  await at("t-42", { method: "POST", body: "Slow." });
  await asked;
  await at("t-42", { method: "POST", body: "Also." });
  assert.deepEqual((await answered(8)).slice(4), ["user: Slow.", "assistant: You said Slow.", "user: Also.", "assistant: You said Also."], "a message that arrives while the model is asked is answered, too");
  assert.deepEqual(provider.log.map(({ status }) => status), [200, 200, 200, 200]);
  assert.equal(flaky.failed, true);
});

/** Starts a worker with Durable Objects in front of a provider. `folder` keeps their storage. */
async function chatWorkerOf(t, program, provider, folder, options) {
  const worker = await workerOf(program, {
    bindings: { OPENAI_API_KEY: "any", OPENAI_BASE_URL: `${provider.url}/v1` },
    ...options,
    ...(folder && { durableObjectsPersist: folder }),
  });
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await worker.dispose();
    isStopped = true;
  };
  t.after(stop);
  return { worker, stop };
}

describe("docs/recipes/workers.md: a Durable Object that streams", { skip: kind("durable-object").skip }, () => {
  async function started(t, provider, folder) {
    const program = programsOf("docs/recipes/workers.md").get("worker-stream");
    const { worker, stop } = await chatWorkerOf(t, program, provider, folder, {
      durableObjects: { CHATS: { className: "Chat", useSQLite: true } },
    });
    return { say: (text) => worker.dispatchFetch("http://127.0.0.1/t-42", { method: "POST", body: text }), stop };
  }

  const provided = async (t, options) => {
    const provider = await startStrictProvider(options);
    t.after(() => provider.close());
    return provider;
  };
  const eventsIn = (text) => text.split("\n\n").filter(Boolean).map((event) => JSON.parse(event.slice("data: ".length)));
  const events = async (response) => eventsIn(await response.text());
  const textOf = (list) => list.map(({ piece = "" }) => piece).join("");

  test("sends an answer in pieces, and refuses a second message meanwhile", async (t) => {
    const provider = await provided(t, { script, eventDelay: 30 });
    const { say } = await started(t, provider);
    const reader = (await say("hello there, all of you.")).body.getReader();
    const chunks = [(await reader.read()).value];
    assert.equal((await say("Second.")).status, 409);
    for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
    assert.ok(chunks.length > 1, `${chunks.length}`);
    const said = eventsIn(Buffer.concat(chunks).toString());
    assert.equal(textOf(said), "You said hello there, all of you.");
    assert.deepEqual(said.at(-1), { end: "complete" });
    assert.equal(textOf(await events(await say("Third."))), "You said Third.");
    assert.deepEqual(provider.log.map(({ status, body }) => [status, body.messages.length]), [[200, 2], [200, 4]]);
  });

  test("keeps in its storage what a reader did not wait for", async (t) => {
    const provider = await provided(t, { script, eventDelay: 10 });
    const folder = mkdtempSync(join(tmpdir(), "backscroll-object-"));
    t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    const first = await started(t, provider, folder);
    const reader = (await first.say("one two three four five.")).body.getReader();
    await reader.read();
    await reader.cancel();
    // The object takes a message as soon as the answer is stored.
    let next = await first.say("Still there?");
    for (; next.status === 409; next = await first.say("Still there?")) await new Promise((resolve) => setTimeout(resolve, 20));
    await next.text();
    await first.stop();
    const second = await started(t, provider, folder);
    assert.equal(textOf(await events(await second.say("Again."))), "You said Again.");
    assert.deepEqual(
      provider.log.at(-1).body.messages.map(({ content }) => content),
      ["Be brief.", "one two three four five.", "You said one two three four five.", "Still there?", "You said Still there?", "Again."],
    );
  });

  test("says that an answer is a part, and goes on after it", async (t) => {
    const provider = await provided(t, { script: [{ text: "One two three.", cut: { after: 3, error: "Overloaded" } }, { text: "One two three.", cut: { after: 3 } }, { text: "Whole." }] });
    const { say } = await started(t, provider);
    assert.deepEqual((await events(await say("First."))).at(-1), { end: "failed" });
    assert.deepEqual((await events(await say("Second."))).at(-1), { end: "broken" });
    assert.equal(textOf(await events(await say("Third."))), "Whole.");
    assert.match(provider.log.at(-1).body.messages.at(-2).content, /^One/);
  });
});

describe("docs/recipes/cloudflare-agents.md", { skip: kind("durable-object").skip }, () => {
  const started = (t, provider, folder) =>
    chatWorkerOf(t, programsOf("docs/recipes/cloudflare-agents.md").get("cloudflare-agents"), provider, folder, {
      compatibilityFlags: ["nodejs_compat"],
      durableObjects: { Chat: { className: "Chat", useSQLite: true } },
    });

  /** Opens a page of the chat; it collects the events of answers, without those of the SDK itself. */
  async function opened(worker) {
    const { status, webSocket } = await worker.dispatchFetch("http://127.0.0.1/agents/chat/t-42", { headers: { upgrade: "websocket" } });
    assert.equal(status, 101);
    const events = [];
    webSocket.addEventListener("message", ({ data }) => {
      const event = JSON.parse(data);
      if (event.type === undefined) events.push(event);
    });
    webSocket.accept();
    const ended = async (count) => {
      for (let wait = 0; events.filter(({ end }) => end !== undefined).length < count; wait += 1) {
        assert.ok(wait < 500, JSON.stringify(events));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    return { events, ended, say: (text) => webSocket.send(text) };
  }

  const said = (events) => events.map(({ piece, end }) => piece ?? `[${end}] `).join("");
  const contents = (entry) => entry.body.messages.slice(1).map(({ content }) => content);
  const provided = async (t, options) => {
    const provider = await startStrictProvider(options);
    t.after(() => provider.close());
    return provider;
  };

  test("streams to all pages, and answers a message that comes meanwhile after it", async (t) => {
    const provider = await provided(t, { script, eventDelay: 20 });
    const { worker } = await started(t, provider);
    const [one, other] = [await opened(worker), await opened(worker)];
    one.say("hello there.");
    one.say("Again.");
    await one.ended(2);
    await other.ended(2);
    for (const { events } of [one, other]) assert.equal(said(events), "You said hello there.[complete] You said Again.[complete] ");
    assert.ok(one.events.length > 4);
    assert.deepEqual(provider.log.map(contents), [["hello there."], ["hello there.", "You said hello there.", "Again."]]);
  });

  test("asks again for an answer that a restart interrupted", async (t) => {
    let isAsked = () => undefined;
    const asked = new Promise((resolve) => {
      isAsked = resolve;
    });
    const provider = await provided(t, { script: ({ index, body }) => (index === 0 ? (isAsked(), new Promise(() => undefined)) : script({ body })) });
    const folder = mkdtempSync(join(tmpdir(), "backscroll-agent-"));
    t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
    const first = await started(t, provider, folder);
    (await opened(first.worker)).say("First.");
    await asked;
    await first.stop();
    const second = await started(t, provider, folder);
    const page = await opened(second.worker);
    await page.ended(1);
    page.say("Second.");
    await page.ended(2);
    assert.deepEqual(contents(provider.log.at(-1)), ["First.", "You said First.", "Second."]);
  });

  test("says that an answer is a part, and answers the next message", async (t) => {
    const provider = await provided(t, { script: [{ text: "One two.", cut: { after: 0, error: "Overloaded" } }, { text: "Whole." }] });
    const { worker } = await started(t, provider);
    const page = await opened(worker);
    page.say("First.");
    await page.ended(1);
    page.say("Second.");
    await page.ended(2);
    assert.equal(said(page.events), "[failed] Whole.[complete] ");
    assert.equal(provider.log.length, 2);
  });
});
