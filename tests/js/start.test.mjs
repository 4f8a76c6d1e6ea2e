// `npm start` as a person sees it: the program in a process of its own, judged by what it prints and how it ends.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { transcripts } from "../../scripts/make-transcript.mjs";
import { judgeAnthropic, judgeOpenAIChat } from "../support/strict/index.mjs";

const program = fileURLToPath(new URL("../../scripts/start.mjs", import.meta.url));
const fixture = (name) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
const night = fixture("agent-transcript.json");
const morning = fixture("anthropic-transcript.json");
const read = (path) => JSON.parse(readFileSync(path, "utf8"));
let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "backscroll-start-"));
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the program; the facts are the rows of its last table. */
function start(...args) {
  return new Promise((resolve) => {
    const env = { ...process.env, BACKSCROLL_SKIP_BUILD: "1" };
    execFile(process.execPath, [program, ...args], { env, timeout: 60_000, maxBuffer: 1 << 24 }, (error, stdout, stderr) => {
      const table = stdout.split("What happened\n")[1] ?? "";
      const facts = Object.fromEntries([...table.matchAll(/^ {2}(\S.*?) {2,}(\S.*)$/gm)].map(([, name, value]) => [name, value]));
      resolve({ exitCode: error === null ? 0 : error.code, stdout, stderr, facts });
    });
  });
}

function written(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** What holds for every transcript that overflows. */
function assertItWorked({ exitCode, stdout, stderr, facts }) {
  assert.equal(exitCode, 0, stderr + stdout);
  assert.ok(Number(facts["overflows answered"]) >= 1, `an overflow was answered\n${stdout}`);
  assert.match(facts["reduction 1"], /^[\d,]+ to [\d,]+ tokens/);
  assert.equal(facts["finally refused"], "0");
  assert.match(facts["requests accepted"], /^openai-chat 3, anthropic 3$/);
  assert.doesNotMatch(stdout, /\u001b\[/, "no colour where nobody looks");
}

test("the files are what their generator writes", () => {
  for (const { path, text } of transcripts()) assert.equal(readFileSync(path, "utf8"), text, path);
});

test("both transcripts are refused as they are", () => {
  assert.equal(judgeOpenAIChat({ model: "gpt-5.2", messages: read(night).messages })?.status, 400);
  assert.equal(judgeAnthropic(read(morning))?.status, 400);
});

/** Each fault of the night on its own: mended one after another, in the order in which the provider objects to them. */
test("the night has every fault that it is said to have", () => {
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
    const refusal = judgeOpenAIChat(body);
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

test("the night is talked with to its end", async () => {
  const run = await start();
  assertItWorked(run);
  assert.equal(run.facts["messages in"], String(read(night).messages.length));
  assert.ok(Number(run.facts["overflows answered"]) >= 2, "one at each provider");
  for (const code of ["orphan-result-dropped", "missing-result-added", "result-moved", "call-id-mapped"]) {
    assert.match(run.facts.repairs, new RegExp(`\\b${code} \\d`));
  }
  assert.match(run.stdout, /maximum context length is \d+ tokens/);
  assert.match(run.stdout, /prompt is too long: \d+ tokens > \d+ maximum/);
});

test("an Anthropic transcript is talked with to its end", async () => {
  const run = await start(morning);
  assertItWorked(run);
  assert.match(run.stdout, /in the form anthropic/);
});

test("of a JSONL file the first line is used, and it says so", async () => {
  const line = JSON.stringify({ id: "first", messages: read(night).messages });
  const run = await start(written("two.jsonl", `${line}\n${JSON.stringify([{ role: "user", content: "second" }])}\n`));
  assertItWorked(run);
  assert.match(run.stdout, /JSONL with 2 lines; the first one is used/);
});

test("a tiny transcript fits, and it says so", async () => {
  const { exitCode, stdout, stderr, facts } = await start(written("tiny.json", JSON.stringify([{ role: "user", content: "Hello." }])));
  assert.equal(exitCode, 0, stderr + stdout);
  assert.match(stdout, /the transcript is tiny/);
  assert.equal(facts["overflows answered"], "0");
});

for (const [name, text, expected] of [
  ["no JSON", "Hello.", /it is not JSON/],
  ["no messages", '{"conversation": []}', /no array `messages` \(its fields: conversation\)/],
  ["empty messages", '{"messages": []}', /its `messages` are empty/],
  ["a strange role", '[{"role": "narrator", "content": "x"}]', /messages\[0\] has no role that a chat has \(its role: "narrator"\)/],
  ["a number", "7", /it holds a number/],
]) {
  test(`a file with ${name} is refused with what was expected`, async () => {
    const { exitCode, stderr } = await start(written("bad.json", text));
    assert.equal(exitCode, 1);
    assert.match(stderr, expected);
    assert.match(stderr, /expected one of\n.*OpenAI chat form/);
  });
}

test("a file that is not there is refused", async () => {
  const { exitCode, stderr } = await start(join(folder, "absent.json"));
  assert.equal(exitCode, 1);
  assert.match(stderr, /there is no such file/);
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

/** Keeps the first of two results to one call. */
function dropTwins(body) {
  const seen = new Set();
  body.messages = body.messages.filter(({ tool_call_id: id }) => id === undefined || (!seen.has(id) && seen.add(id)));
}
