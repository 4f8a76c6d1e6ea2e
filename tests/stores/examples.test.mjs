// The examples that need a database, against the strict provider: the service on PostgreSQL, and the Worker on D1 in Cloudflare's runtime.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { test } from "node:test";
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
