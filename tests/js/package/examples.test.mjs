// The programs of examples/ that run in Node, with the real clients against the strict provider. `tests/stores/examples.test.mjs` runs those
// that need a database, and `tests/browser/chat.test.mjs` the page.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { laterNode } from "../../../scripts/lib/databases.mjs";
import { at } from "../../../scripts/lib/paths.mjs";
import { exampleFile } from "../../support/snippets/examples.mjs";
import { startStrictProvider } from "../../support/strict/index.mjs";

/** A folder of a user's, in which the packages are installed. */
function folderOf(t) {
  const folder = mkdtempSync(join(tmpdir(), "backscroll-example-"));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function providerFor(t, script) {
  const provider = await startStrictProvider({ script, eventDelay: 3 });
  t.after(() => provider.close());
  return { provider, env: { ...process.env, OPENAI_API_KEY: "any", OPENAI_BASE_URL: `${provider.url}/v1`, ANTHROPIC_API_KEY: "any", ANTHROPIC_BASE_URL: provider.url } };
}

/** Starts an example. `said` waits until it has printed a text. */
function started(t, name, args, { folder, env, node = process.execPath, file = exampleFile(t, name) }) {
  const child = spawn(node, [file, ...args], { cwd: folder, env });
  t.after(() => child.kill("SIGKILL"));
  let [output, errors] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (errors += text));
  const ended = new Promise((resolve) => child.once("close", (code, signal) => resolve({ code, signal, output, errors })));
  const said = async (pattern) => {
    for (let wait = 0; wait < 1_000; wait += 1) {
      if (pattern.test(output)) return output;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`${pattern} was never printed: ${output}${errors}`);
  };
  return { child, said, ended, say: (line) => child.stdin.write(`${line}\n`), close: () => child.stdin.end() };
}

const refusals = ({ log }) => log.filter(({ status }) => status !== 200).map(({ message }) => message);

test("terminal-chat.ts streams, stops an answer, and goes on with its thread at the next start", async (t) => {
  const folder = folderOf(t);
  const { provider, env } = await providerFor(t, ({ body }) => ({ text: body.messages.at(-1).content === "Talk." ? "word ".repeat(2_000).trim() : `You said ${body.messages.at(-1).content}` }));
  const first = started(t, "terminal-chat.ts", ["t-1"], { folder, env });
  await first.said(/> /);
  first.say("Hello.");
  await first.said(/You said Hello\./);
  first.say("Talk.");
  await first.said(/word word word/);
  first.child.kill("SIGINT");
  await first.said(/\[aborted\]/);
  first.close();
  assert.equal((await first.ended).code, 0);

  const second = started(t, "terminal-chat.ts", ["t-1"], { folder, env });
  await second.said(/user: Hello\.\nassistant: You said Hello\.\nuser: Talk\.\nassistant: word/);
  second.say("Still there?");
  await second.said(/You said Still there\?/);
  second.close();
  await second.ended;
  assert.deepEqual(refusals(provider), []);
  assert.equal(provider.log.at(-1).body.messages.length, 6);
});

test("agent.ts runs its tools, and asks before it deletes; ended while it waits, it asks again at the next start", async (t) => {
  const folder = folderOf(t);
  for (const name of ["a.txt", "b.tmp", "c.tmp"]) writeFileSync(join(folder, name), name);
  const replies = [{ toolCalls: [{ name: "list", arguments: {} }] }, { toolCalls: [{ name: "remove", arguments: { name: "b.tmp" } }, { name: "remove", arguments: { name: "c.tmp" } }] }, { text: "One file was deleted." }];
  const { provider, env } = await providerFor(t, replies);
  const first = started(t, "agent.ts", ["task", "Tidy up."], { folder, env });
  await first.said(/remove .*b\.tmp.* \(y\/n\)/);
  first.child.kill("SIGKILL");
  await first.ended;
  assert.ok(existsSync(join(folder, "b.tmp")));

  const second = started(t, "agent.ts", ["task"], { folder, env });
  await second.said(/b\.tmp/);
  second.say("y");
  await second.said(/c\.tmp/);
  second.say("n");
  const { code, output, errors } = await second.ended;
  assert.equal(code, 0, errors);
  assert.match(output, /One file was deleted\./);
  assert.deepEqual(["a.txt", "b.tmp", "c.tmp"].map((name) => existsSync(join(folder, name))), [true, false, true]);
  assert.deepEqual(refusals(provider), []);
});

test("service.ts streams answers, keeps threads apart, and keeps what a reader who left has heard", async (t) => {
  const folder = folderOf(t);
  const { provider, env } = await providerFor(t, ({ body }) => ({ text: body.messages.at(-1).content === "Talk." ? "word ".repeat(3_000).trim() : `You said ${body.messages.at(-1).content}` }));
  const service = started(t, "service.ts", [], { folder, env: { ...env, PORT: "0", FOLDER: join(folder, "threads") } });
  const [url] = /http:\S+/.exec(await service.said(/http:\S+\n/));
  const post = (id, text, options) => fetch(`${url}/threads/${id}`, { method: "POST", body: text, ...options });
  assert.equal(await (await post("t-1", "Hello.")).text(), "You said Hello.\n");
  assert.equal(await (await post("t-2", "Hi.")).text(), "You said Hi.\n");
  const stopping = new AbortController();
  const { body } = await post("t-1", "Talk.", { signal: stopping.signal });
  await body.getReader().read();
  stopping.abort();
  const thread = async (id) => (await fetch(`${url}/threads/${id}`)).json();
  for (let wait = 0; (await thread("t-1")).length < 4 && wait < 200; wait += 1) await new Promise((resolve) => setTimeout(resolve, 20));
  const messages = await thread("t-1");
  assert.deepEqual(messages.map(({ role }) => role), ["user", "assistant", "user", "assistant"]);
  assert.ok(messages.at(-1).content.startsWith("word") && messages.at(-1).content.length < 15_000);
  assert.equal((await thread("t-2")).length, 2);
  assert.equal(await (await post("t-1", "Go on.")).text(), "You said Go on.\n");
  assert.equal((await post("t-1", "x".repeat(200_000))).status, 413);
  assert.equal((await fetch(`${url}/nothing`)).status, 404);
  assert.deepEqual(refusals(provider), []);
});

test("a newer Node runs an example as it is", { skip: laterNode() === null && "it is not installed" }, async (t) => {
  const { provider, env } = await providerFor(t, () => ({ text: "Hello, too." }));
  const chat = started(t, "terminal-chat.ts", ["t-1"], { folder: folderOf(t), env, node: laterNode(), file: at("examples", "terminal-chat.ts") });
  await chat.said(/> /);
  chat.say("Hello.");
  await chat.said(/Hello, too\./);
  chat.close();
  assert.equal((await chat.ended).code, 0);
  assert.deepEqual(refusals(provider), []);
});
