// Sessions of coding agents: their transcripts, their usage, and what is left out.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { ConversationManager } from "backscroll";
import { compareRequests } from "backscroll/cache";
import { readPaste } from "backscroll/read";
import { readSession, sessionCost } from "backscroll/sessions";
import * as given from "../../support/sessions.mjs";

/** The words of a body, as a conversation reads them. */
function wordsOf({ format, body }) {
  const { messages } = ConversationManager.from(format, body);
  return messages.map(({ role, content, toolCalls = [] }) => {
    const parts = typeof content === "string" ? [{ text: content }] : (content ?? []);
    return `${role}: ${[...parts.map((part) => part.text ?? part.type), ...toolCalls.map(({ name }) => `${name}()`)].join(" ")}`;
  });
}

const CLAUDE = { input: 1_104, output: 20, cachedInput: 1_000, cacheWrite: 100, cacheWrite5m: 100, cacheWrite1h: 0 };
const CODEX = { input: 1_100, output: 30, cachedInput: 1_024, reasoning: 10 };
const GEMINI = { input: 905, output: 52, cachedInput: 600, reasoning: 12, toolInput: 5 };
const PI = { input: 600, output: 30, cachedInput: 500, cacheWrite: 90 };
const DIRECTORY = "/projects/app";

const CLAUDE_START = ["user: Read both files.", "assistant: Read() Read()", "tool: file t1", "tool: file t2", "assistant: An older answer."];

/** Rows: the text, what the session is, and each transcript: its kind, its words, the usage of its answers. */
const SESSIONS = {
  CLAUDE: [
    { program: "claude-code", id: "s-1", directory: DIRECTORY, version: "2.4.1", left: { "file-history-snapshot": 1, meta: 1 } },
    ["main", "anthropic", "claude-sonnet-5-5", [...CLAUDE_START, "user: A newer question.", "assistant: A newer answer.", "assistant: API Error"], [CLAUDE, CLAUDE, CLAUDE]],
    ["branch", "anthropic", "claude-sonnet-5-5", [...CLAUDE_START, "user: An older question.", "assistant: A left answer."], [CLAUDE]],
    ["sidechain", "anthropic", "claude-sonnet-5-5", ["user: Search.", "assistant: Found."], [CLAUDE]],
  ],
  CLAUDE_COMPACTED: [
    { program: "claude-code", id: "s-1", directory: DIRECTORY, version: "2.4.1", left: { system: 1 } },
    ["main", "anthropic", "claude-sonnet-5-5", ["user: They greeted.", "user: Go on.", "assistant: Yes."], [CLAUDE]],
    ["compacted", "anthropic", "claude-sonnet-5-5", ["user: Hello.", "assistant: Hi."], [CLAUDE]],
  ],
  CODEX: [
    { program: "codex", id: "cx-1", directory: DIRECTORY, version: "0.98.0", left: { user_message: 1, ghost_snapshot: 1 } },
    ["main", "openai-responses", "gpt-5.1-codex", ["user: List the files.", "assistant: reasoning shell()", "tool: a.txt", "assistant: There is a.txt."], [{ ...CODEX, input: 1_000, cachedInput: 0 }, CODEX]],
  ],
  GEMINI: [
    { program: "gemini-cli", id: "g-1", directory: DIRECTORY, version: null, left: { thoughts: 1, info: 1 } },
    ["main", "gemini", "gemini-3-pro", ["user: Look.", "assistant: look()", "tool: rain", "assistant: Rain."], [GEMINI, GEMINI]],
  ],
  GEMINI_LINES: [
    { program: "gemini-cli", id: "g-1", directory: DIRECTORY, version: null, left: { thoughts: 1 } },
    ["main", "gemini", "gemini-3-pro", ["user: Look.", "assistant: look()", "tool: rain", "assistant: Rain."], [GEMINI, GEMINI]],
    ["branch", "gemini", "gemini-3-pro", ["user: Look.", "assistant: look()", "tool: rain", "assistant: A left answer."], [GEMINI]],
  ],
  PI: [
    { program: "pi", id: "p-1", directory: DIRECTORY, version: "3", left: { model_change: 1, thinking: 1, image: 1 } },
    ["main", "openai-chat", "claude-sonnet-4-5", ["user: Look.", "assistant: look()", "tool: rain", "assistant: Rain."], [PI, PI]],
    ["branch", "openai-chat", "claude-sonnet-4-5", ["user: Look.", "assistant: look()", "tool: rain", "assistant: A left answer."], [PI]],
  ],
  PI_COMPACTED: [
    { program: "pi", id: "p-2", directory: DIRECTORY, version: "3", left: {} },
    ["main", "openai-chat", "claude-sonnet-4-5", ["user: They counted.", "user: Second.", "assistant: Two.", "user: Third."], [PI, PI]],
  ],
};

describe("a session is read", () => {
  for (const [name, [about, ...transcripts]] of Object.entries(SESSIONS)) {
    test(name, () => {
      const { transcripts: found, left, ...rest } = readSession(given[name]);
      const counts = Object.fromEntries(left.map(({ what, count }) => [what, count]));
      assert.deepEqual({ ...rest, left: counts }, about);
      const shown = found.map((one) => [one.kind, one.format, one.model, wordsOf(one), one.answers.map(({ tokens }) => tokens)]);
      assert.deepEqual(shown, transcripts);
      for (const { answers } of found) for (const { at } of answers) assert.ok(at >= Date.UTC(2026, 10, 30, 10) && at < Date.UTC(2026, 10, 30, 11), String(at));
    });
  }

  test("the answers of a compaction of pi are those before it, too", () => {
    const { transcripts } = readSession(given.PI_COMPACTED);
    assert.deepEqual(transcripts[0].answers.map(({ recordedUsd }) => recordedUsd), [0.33, 0.33]);
  });

  test("totals alone are the usage since the total before, and a repeated total is no answer", () => {
    const total = (input, cached, write) => ({ timestamp: "2026-11-30T10:00:00Z", type: "event_msg", payload: { type: "token_count", info: { total_token_usage: { input_tokens: input, cached_input_tokens: cached, cache_write_input_tokens: write, output_tokens: 10 } } } });
    const limits = { timestamp: "2026-11-30T10:00:00Z", type: "event_msg", payload: { type: "token_count", info: null, rate_limits: {} } };
    const [meta, context, asked] = given.CODEX.split("\n");
    const text = [meta, context, asked, ...[limits, total(1_000, 900, 50), total(1_600, 1_400, 60), total(1_600, 1_400, 60)].map((line) => JSON.stringify(line))].join("\n");
    const [{ answers }] = readSession(text).transcripts;
    assert.deepEqual(answers.map(({ tokens }) => tokens), [{ input: 1_000, output: 10, cachedInput: 900, cacheWrite: 50 }, { input: 600, output: 0, cachedInput: 500, cacheWrite: 10 }]);
  });

  test("a file of a subagent has no main transcript", () => {
    const aside = given.CLAUDE.split("\n").filter((line) => line.includes('"isSidechain":true')).join("\n");
    assert.deepEqual(readSession(aside).transcripts.map(({ kind }) => kind), ["sidechain"]);
  });

  test("a last line that breaks off is counted, and the rest is read", () => {
    const { transcripts, left } = readSession(given.CODEX.slice(0, -20));
    assert.deepEqual([wordsOf(transcripts[0]).length, left[0]], [4, { what: "lines that are no JSON", count: 1 }]);
  });

  test("entries that name each other as their parents end", () => {
    const text = given.PI.replace('"id":"a","parentId":"m"', '"id":"a","parentId":"d"');
    assert.equal(readSession(text).program, "pi");
  });

  test("other texts are none", () => {
    for (const text of ["", "{}", "[]", "Hello.", '{"model":"m","messages":[{"role":"user","content":"Hi"}]}', '{"sessionId":"s"}']) assert.equal(readSession(text), null, text);
    for (const value of [null, 7, {}, Buffer.from("{}")]) assert.throws(() => readSession(value), { code: "invalid-argument" });
  });

  test("the newest branch of Codex and Gemini CLI is the request that a paste of the text has", () => {
    for (const name of ["CODEX", "GEMINI", "PI"]) assert.deepEqual(readSession(given[name]).transcripts[0].body, readPaste(given[name]).requests[0].value, name);
  });
});

describe("what a program wrote in a form of its own", () => {
  const at = (second) => new Date(Date.UTC(2026, 10, 30, 10, 0, second)).toISOString();
  const lines = (...values) => values.map((value) => JSON.stringify(value)).join("\n");
  const claude = (type, uuid, parentUuid, words, more) => ({ parentUuid, isSidechain: false, sessionId: "s", cwd: DIRECTORY, version: "2.1.0", type, uuid, timestamp: at(1), message: { role: type, content: [{ type: "text", text: words }], ...(type === "assistant" && { id: `msg_${uuid}`, model: "claude-sonnet-5-5" }) }, ...more });
  const part = { functionResponse: { id: "c", name: "look", response: { output: "rain" } } };
  const gemini = (...messages) => JSON.stringify({ sessionId: "g", projectHash: "a", startTime: at(0), lastUpdated: at(4), messages });
  const pi = (id, parentId, role, words) => ({ type: "message", ...(id !== null && { id, parentId }), timestamp: at(1), message: { role, content: [{ type: "text", text: words }] } });

  const ROWS = [
    ["a result of Gemini CLI that stands beside its call and in the next message is one", gemini(
      { id: "1", timestamp: at(1), type: "user", content: "Look." },
      { id: "2", timestamp: at(2), type: "gemini", content: "", model: "gemini-3-pro", toolCalls: [{ id: "c", name: "look", args: {}, result: [part] }] },
      { id: "3", timestamp: at(3), type: "user", content: [part] },
      { id: "4", timestamp: at(4), type: "gemini", content: { text: "Rain." }, model: "gemini-3-pro" },
    ), ["user: Look.", "assistant: look()", "tool: rain", "assistant: Rain."]],
    ["messages of Claude Code that a compaction kept stand behind its summary", lines(
      claude("user", "u1", null, "First."),
      claude("assistant", "a1", "u1", "One."),
      claude("user", "u2", "a1", "Second."),
      { parentUuid: null, logicalParentUuid: "u2", isSidechain: false, sessionId: "s", cwd: DIRECTORY, version: "2.1.0", type: "system", subtype: "compact_boundary", content: "Conversation compacted", uuid: "k", timestamp: at(3), compactMetadata: { preservedMessages: { anchorUuid: "c", uuids: ["a1", "u2"] } } },
      claude("user", "c", "k", "They counted.", { isCompactSummary: true }),
      claude("assistant", "a2", "c", "Two."),
    ), ["user: They counted.", "assistant: One.", "user: Second.", "assistant: Two."]],
    ["the first version of pi names what a compaction kept by its place", lines(
      { type: "session", version: 1, id: "p", timestamp: at(0), cwd: DIRECTORY },
      pi(null, null, "user", "First."),
      pi(null, null, "assistant", "One."),
      pi(null, null, "user", "Second."),
      { type: "compaction", timestamp: at(5), summary: "They counted.", firstKeptEntryIndex: 3, tokensBefore: 100 },
      pi(null, null, "user", "Third."),
    ), null, /They counted\.[^]*Second\.[^]*Third\./],
  ];
  for (const [name, text, words, order] of ROWS)
    test(name, () => {
      const [main] = readSession(text).transcripts;
      assert.equal(main.kind, "main");
      if (words !== null) assert.deepEqual(wordsOf(main), words);
      else assert.match(wordsOf(main).join("\n"), order);
      if (order !== undefined) assert.ok(!wordsOf(main).join("\n").includes("One."));
    });

  test("a session of Codex without counts of tokens names its model", () => {
    const rollout = (type, payload) => ({ timestamp: at(1), type, payload });
    const item = (role, type, words) => rollout("response_item", { type: "message", role, content: [{ type, text: words }] });
    const text = lines(rollout("session_meta", { id: "cx", timestamp: at(0), cwd: DIRECTORY, cli_version: "0.98.0" }), rollout("turn_context", { cwd: DIRECTORY, model: "gpt-5.1-codex" }), item("user", "input_text", "Hi."), item("assistant", "output_text", "Hello."));
    assert.equal(readSession(text).transcripts[0].model, "gpt-5.1-codex");
  });
});

describe("the requests of a session", () => {
  for (const [name, [, [, , model]]] of Object.entries(SESSIONS)) {
    test(`${name}: each holds the messages before its answer, and goes on from the one before`, () => {
      for (const transcript of readSession(given[name]).transcripts) {
        const requests = transcript.requests();
        assert.ok(requests.length <= transcript.answers.length);
        const whole = wordsOf(transcript);
        for (const request of requests) {
          const words = wordsOf(request);
          if (name !== "PI_COMPACTED") assert.deepEqual(words, whole.slice(0, words.length));
          assert.ok(!words.at(-1).startsWith("assistant"), words.at(-1));
          assert.equal(request.body.model, model);
          assert.ok(transcript.answers.includes(request.answer));
        }
      }
    });
  }

  test("the cache doctor compares them", () => {
    const long = given.CODEX.replaceAll("List the files.", "List the files of the harbour. ".repeat(300));
    const [before, after] = readSession(long).transcripts[0].requests();
    const comparison = compareRequests(after.format, before.body, after.body, { elapsedMs: after.answer.at - before.answer.at });
    assert.deepEqual([comparison.isLost, comparison.misses], [false, []]);
    assert.ok(comparison.keptTokens > 1_024);
  });
});

describe("the bill", () => {
  test("counts each answer once, at list prices", () => {
    const session = readSession(given.CLAUDE);
    const { models, unpriced, usd } = sessionCost(session, { at: Date.UTC(2026, 10, 30) });
    assert.deepEqual([models.map(({ model, answers }) => [model, answers]), unpriced], [[["claude-sonnet-5-5", 5]], []]);
    assert.ok(usd > 0);
  });

  test("is that of a conversation with the same answers", () => {
    const prices = [{ model: "claude-sonnet-4-5", input: 3, cachedInput: 0.3, cacheWrite: 3.75, output: 15 }];
    const conversation = new ConversationManager();
    for (let answer = 0; answer < 3; answer += 1) {
      conversation.addMessage("user", "Hi");
      conversation.addMessage({ role: "assistant", content: "Hello", model: "claude-sonnet-4-5", tokens: PI });
    }
    assert.deepEqual(sessionCost(readSession(given.PI), { prices }), conversation.cost({ prices }));
  });

  test("refuses what is no session", () => {
    for (const value of [null, {}, []]) assert.throws(() => sessionCost(value), { code: "invalid-argument", message: /readSession/ });
    assert.throws(() => sessionCost(readSession(given.PI), { price: [] }), { code: "invalid-argument" });
  });
});

test("the command takes a session: `cache` compares its requests, `stats` counts its messages", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sessions-"));
  const command = fileURLToPath(new URL("../../../node_modules/backscroll/cli.mjs", import.meta.url));
  const run = (...args) => new Promise((resolve) => execFile(process.execPath, [command, ...args, "--json"], (error, stdout, stderr) => resolve({ code: error?.code ?? 0, rows: stdout.trim().split("\n").map((line) => (line === "" ? null : JSON.parse(line))), stderr })));
  try {
    for (const [name, file, comparisons] of [["CODEX", "rollout.jsonl", 1], ["CLAUDE", "claude.jsonl", 2], ["GEMINI", "session.json", 1], ["PI", "pi.jsonl", 1]]) {
      const path = join(folder, file);
      writeFileSync(path, given[name]);
      const { rows, stderr } = await run("cache", path);
      assert.equal(rows.length, comparisons, stderr);
      assert.ok(rows.every((row) => typeof row.reportedTokens === "number"), JSON.stringify(rows));
      const counted = await run("stats", path);
      assert.equal(counted.code, 0, counted.stderr);
      assert.ok(counted.rows[0].messages > 0, JSON.stringify(counted.rows[0]));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("notices that hang on each message of a long session make no branches", () => {
  const rows = [];
  for (let turn = 0; turn < 6_000; turn += 1) {
    const parent = turn === 0 ? null : `m${turn - 1}`;
    const role = turn % 2 === 0 ? "user" : "assistant";
    rows.push({ type: role, uuid: `m${turn}`, parentUuid: parent, sessionId: "s", message: { role, ...(role === "assistant" && { id: `msg_${turn}`, model: "m" }), content: [{ type: "text", text: "x" }] } });
    rows.push({ type: "progress", uuid: `p${turn}`, parentUuid: `m${turn}`, sessionId: "s" });
  }
  const { transcripts, left } = readSession(rows.map((row) => JSON.stringify(row)).join("\n"));
  assert.deepEqual([transcripts.length, transcripts[0].answers.length, left], [1, 3_000, [{ what: "progress", count: 6_000 }]]);
});
