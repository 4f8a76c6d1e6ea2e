// The examples that need a database, against the strict provider: the service on PostgreSQL, and the Worker on D1 in Cloudflare's runtime.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { ConversationManager } from "backscroll";
import { d1Store } from "backscroll/store/cloudflare";
import { exampleCode, exampleFile } from "../support/snippets/examples.mjs";
import { startStrictProvider } from "../support/strict/index.mjs";
import { workerOf } from "./elsewhere.mjs";
import { KINDS } from "./kinds.mjs";

const kind = (name) => KINDS.find((each) => each.name === name);
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
