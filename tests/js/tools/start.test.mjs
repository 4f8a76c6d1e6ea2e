// `npm start`, run in a process of its own and judged by its output and its exit code.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { judge } from "../../support/strict/index.mjs";

const program = fileURLToPath(new URL("../../../scripts/start.mjs", import.meta.url));
const fixture = (name) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
const night = fixture("agent-transcript.json");
const morning = fixture("anthropic-transcript.json");
const read = (path) => JSON.parse(readFileSync(path, "utf8"));
let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "backscroll-start-"));
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the program, and returns the rows of its final table as facts. */
function start(...args) {
  return startIn({}, ...args);
}

function startIn(variables, ...args) {
  return new Promise((resolve) => {
    const env = { ...process.env, BACKSCROLL_SKIP_BUILD: "1", ...variables };
    execFile(process.execPath, [program, ...args], { env, timeout: 60_000, maxBuffer: 1 << 24 }, (error, stdout, stderr) => {
      const table = (stdout.split("What happened\n")[1] ?? "").split("\n\n")[0];
      // A long value continues on the next line, below itself.
      const rows = table.replace(/\n {4,}/g, " ").matchAll(/^ {2}(\S.*?) {2,}(\S.*)$/gm);
      const facts = Object.fromEntries([...rows].map(([, name, value]) => [name, value]));
      resolve({ exitCode: error === null ? 0 : error.code, stdout, stderr, facts });
    });
  });
}

function written(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Checks the properties of every transcript. */
function assertItWorked({ exitCode, stdout, stderr, facts }) {
  assert.equal(exitCode, 0, stderr + stdout);
  assert.equal(stderr, "");
  assert.equal(facts.outcome, "each question was answered");
  assert.equal(facts["requests accepted"], "3 by openai, 3 by @anthropic-ai/sdk");
  assert.doesNotMatch(stdout, /\u001b/, "no colour where nobody looks");
  const wide = stdout.split("\n").filter((line) => [...line].length > 100);
  assert.deepEqual(wide, [], "no line is wider than 100 columns");
}

/** Also checks that a transcript that is too long for the provider was reduced at least once. */
function assertItOverflowed({ stdout, facts }) {
  assert.match(facts["requests refused"], /^[12] by openai/, stdout);
  assert.match(facts["reduction 1"], /^[\d,]+ → [\d,]+ tokens: \d+ messages? removed, \d+ tool results? shortened$/);
  assert.match(stdout, /^ {2}refused .*█▶ +\d{3} %/m);
  assert.match(stdout, /^ {2}reduced +reduce\(\) was called: /m);
  const refused = stdout.match(/^ {2}refused /gm).length;
  assert.equal(stdout.match(/^ {2}reduced /gm).length, refused, "each refusal was answered");
  assert.ok(`reduction ${refused}` in facts && !(`reduction ${refused + 1}` in facts), "and stands in the table");
}

test("both transcripts are refused as they are", () => {
  assert.equal(judge("openai-chat", { model: "gpt-5.2", messages: read(night).messages })?.status, 400);
  assert.equal(judge("anthropic", read(morning))?.status, 400);
});

/** The faults of the transcript `night`, repaired one after another in the order in which the provider objects to them. */
test("the transcript `night` has every documented fault", () => {
  const { messages } = read(night);
  const objections = [];
  const mend = {
    "OC-schema": (body) => body.messages.forEach(withoutExtras),
    OC3: (body) => forEachId(body, (id) => id.slice(-40)),
    OC4: (body) => forEachCall(body, (call) => (call.function.name = call.function.name.replace(/[^\w-]/g, "_"))),
    OC9: (body) => dropTwins(body),
    OC1: (body, index) => body.messages.splice(index, 1),
    OC2: (body, index) => (body.messages[index].tool_calls = undefined),
  };
  const body = { model: "gpt-5.2", messages: structuredClone(messages) };
  for (let round = 0; round < 20; round += 1) {
    const refusal = judge("openai-chat", body);
    if (refusal === null) break;
    objections.push(refusal.rule);
    assert.ok(refusal.rule in mend, `${refusal.rule}: ${refusal.message}`);
    mend[refusal.rule](body, Number(/messages\.?\[(\d+)\]/.exec(refusal.param ?? refusal.message)?.[1]));
    body.messages = JSON.parse(JSON.stringify(body.messages));
  }
  assert.deepEqual([...new Set(objections)].sort(), ["OC-schema", "OC1", "OC2", "OC3", "OC4", "OC9"]);
  const said = ({ role, content, tool_calls: calls }) => role !== "assistant" || calls !== undefined || (content ?? "") !== "";
  assert.equal(messages.filter((message) => !said(message)).length, 1, "one empty assistant message");
});

test("the transcript `night` is continued to the end", async () => {
  const run = await start();
  assertItWorked(run);
  assertItOverflowed(run);
  assert.equal(run.facts["messages in"], String(read(night).messages.length));
  assert.equal(run.facts["requests refused"], "1 by openai, 1 by @anthropic-ai/sdk");
  assert.match(run.stdout, /as it is +refused, even by a provider with an endless window: 400 Unknown parameter/);
  assert.match(run.stdout, /400: This model's maximum context length is \d+ tokens/);
  assert.match(run.stdout, /400: prompt is too long: \d+ tokens > \d+ maximum/);
  for (const code of ["orphan-result-dropped", "missing-result-added", "result-moved", "call-id-mapped", "tool-name-mapped"]) {
    assert.match(run.facts.repairs, new RegExp(`\\b[1-9]\\d*\\s${code}\\b`));
    assert.match(run.stdout, new RegExp(`^ +\\d+ × ${code} +OC\\d+ +\\S`, "m"));
  }
  assert.ok(run.stdout.split("\n").length <= 80, "it is two screens long at most");
});

test("no server listens after the end", async () => {
  const { stdout } = await start(written("tiny.json", JSON.stringify([{ role: "user", content: "Hello." }])));
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(stdout);
  await assert.rejects(fetch(url), (error) => error.cause.code === "ECONNREFUSED");
});

test("an Anthropic transcript is continued to the end", async () => {
  const run = await start(morning);
  assertItWorked(run);
  assertItOverflowed(run);
  assert.match(run.stdout, /14 messages, anthropic$/m);
  assert.match(run.stdout, /as it is +refused, even by a provider with an endless window: 400 messages/);
});

test("the first transcript of a JSONL file is used, with a note", async () => {
  const line = JSON.stringify({ id: "first", messages: read(night).messages });
  const run = await start(written("two.jsonl", `${line}\n${JSON.stringify([{ role: "user", content: "second" }])}\n`));
  assertItWorked(run);
  assertItOverflowed(run);
  assert.match(run.stdout, /JSONL with 2 lines; the first one is used/);
});

test("a JSONL file of messages is one transcript, with a note", async () => {
  const { messages } = read(night);
  const run = await start(written("messages.jsonl", messages.map((message) => JSON.stringify(message)).join("\n")));
  assertItWorked(run);
  assertItOverflowed(run);
  assert.equal(run.facts["messages in"], String(messages.length));
  assert.match(run.stdout, /JSONL with \d+ lines, a message each/);
});

for (const [name, text] of [
  ["a tiny transcript", '[{"role": "user", "content": "Hello."}]'],
  ["one that an editor began with a byte order mark", '\uFEFF[{"role": "user", "content": "Hello."}]'],
  ["one with the thinking of Mistral", '[{"role": "user", "content": "Hello."}, {"role": "assistant", "content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]}, {"type": "text", "text": "Hi."}]}]'],
  ["one whose title would paint the screen", '{"title": "\\u001b[31mred", "messages": [{"role": "user", "content": "Hello."}]}'],
  ["one that ends with an open call", '[{"role": "user", "content": "Hello."}, {"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}]'],
]) {
  test(`${name} fits, with a note`, async () => {
    const run = await start(written("small.json", text));
    assertItWorked(run);
    assert.match(run.stdout, /the transcript is tiny: it fits/);
    assert.equal(run.facts["requests refused"], "none");
  });
}

test("a closed pipe ends the program quietly", async () => {
  const child = spawn(process.execPath, [program], { env: { ...process.env, BACKSCROLL_SKIP_BUILD: "1" }, stdio: ["ignore", "pipe", "pipe"] });
  let complaints = "";
  child.stderr.on("data", (text) => (complaints += text));
  child.stdout.once("data", () => child.stdout.destroy());
  const [exitCode] = await once(child, "close");
  assert.deepEqual([exitCode, complaints], [0, ""]);
});

for (const [name, text, expected] of [
  ["nothing in it", " \n", /it is empty/],
  ["no JSON", "Hello.", /it is not JSON/],
  ["JSON that breaks off", '{"messages": [\n{"role": "user"', /it is not JSON/],
  ["a line of messages that breaks off", '{"role": "user", "content": "Hi."}\n{"role": "assi\n', /line 2 of those that are not empty is not JSON/],
  ["no messages", '{"conversation": []}', /no array `messages` \(its fields: conversation\)/],
  ["empty messages", '{"messages": []}', /its `messages` are empty/],
  ["a strange role", '[{"role": "narrator", "content": "x"}]', /messages\[0\] has no role that a chat has \(its role: "narrator"\)/],
  ["a number", "7", /it holds a number/],
  ["null", "null", /it holds null/],
  ["Gemini's form", '{"contents": [{"role": "user", "parts": [{"text": "Hi."}]}]}', /a request in Gemini form \(`contents`\)/],
  ["Bedrock's form", '{"messages": [{"role": "user", "content": [{"text": "Hi."}]}]}', /messages\[0\]\.content\[0\].* \(invalid-message\)/],
]) {
  test(`a file with ${name} is refused, with the expected form`, async () => {
    const { exitCode, stdout, stderr } = await start(written("bad.json", text));
    assert.equal(exitCode, 1, stdout);
    assert.match(stderr, /^\nFAILED: /);
    assert.match(stderr, expected);
    assert.match(stderr, /expected one of\n.*OpenAI chat form/);
    assert.doesNotMatch(stderr, /\n +at /, "no stack: it is no fault of the program");
  });
}

test("a file that is not there, a folder, and a huge file are refused", async () => {
  const huge = written("huge.json", "[");
  truncateSync(huge, 40 * 2 ** 20);
  for (const [path, expected] of [
    [join(folder, "absent.json"), /there is no such file/],
    [folder, /it is a folder/],
    [huge, /it has 40 MB, and 32 MB are the most/],
  ]) {
    const { exitCode, stderr } = await start(path);
    assert.equal(exitCode, 1);
    assert.match(stderr, expected);
  }
});

test("a path is relative to the folder in which npm was called", async () => {
  written("here.json", "7");
  const { stderr } = await startIn({ npm_lifecycle_event: "start", INIT_CWD: folder }, "here.json");
  assert.match(stderr, /here\.json is not a transcript that can be read: it holds a number/);
});

test("two files, and an unknown option, are refused", async () => {
  for (const [args, expected] of [
    [[night, morning], /more than one transcript/],
    [["--fast"], /there is no option --fast/],
  ]) {
    const { exitCode, stderr } = await start(...args);
    assert.equal(exitCode, 1);
    assert.match(stderr, expected);
    assert.match(stderr, /What to do: npm start \[-- transcript\.json\]/);
  }
});

function withoutExtras(message) {
  delete message.reasoning_content;
  for (const call of message.tool_calls ?? []) delete call.index;
  if (Array.isArray(message.content)) for (const part of message.content) delete part.cache_control;
}

function forEachCall({ messages }, change) {
  for (const { tool_calls: calls } of messages) calls?.forEach(change);
}

function forEachId(body, change) {
  forEachCall(body, (call) => (call.id = change(call.id)));
  for (const message of body.messages) if (message.role === "tool") message.tool_call_id = change(message.tool_call_id);
}

/** Keeps the first of two results of one call. */
function dropTwins(body) {
  const seen = new Set();
  body.messages = body.messages.filter(({ tool_call_id: id }) => id === undefined || (!seen.has(id) && seen.add(id)));
}
