// `npm run approve`, run in a process of its own and judged by its output and its exit code.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../../scripts/approve.mjs", import.meta.url));
let folder;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "backscroll-approve-test-"));
});
after(() => rm(folder, { recursive: true, force: true }));

const environment = () => ({ ...process.env, BACKSCROLL_SKIP_BUILD: "1", TMPDIR: folder, TEMP: folder, TMP: folder });

/** Runs the program, and returns the rows of its final table as facts. */
function approve(...args) {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env: environment(), timeout: 60_000 }, (error, stdout, stderr) => {
      const table = (stdout.split("What happened\n")[1] ?? "").split("\n\n")[0];
      const rows = table.matchAll(/^ {2}(\S.*?) {2,}(\S.*)$/gm);
      const facts = Object.fromEntries([...rows].map(([, name, value]) => [name, value]));
      resolve({ exitCode: error === null ? 0 : error.code, stdout, stderr, facts });
    });
  });
}

test("a run stops, waits on disk, is resumed once by another process, and outlives one that is killed", async () => {
  const { exitCode, stdout, stderr, facts } = await approve();
  assert.equal(exitCode, 0, stderr + stdout);
  assert.equal(stderr, "");
  assert.deepEqual(facts, {
    processes: "7, 1 killed by SIGKILL",
    list_files: "begun 2, ended 2",
    delete_files: "begun 3, ended 2",
    deleted: "monday.log, sunday.log",
    requests: "4 accepted, 0 refused",
    "calls sent": 'list_files {}, delete_files {"files":["sunday.log"]}',
    meanwhile: "waited, sent right behind 2 results",
    "left waiting": "0",
    "taken from the ledger": "1",
    "resumed again": "checkpoint-already-resumed",
    "seal changed": "checkpoint-tampered",
    outcome: "all as it should be",
  });
  assert.equal(stdout.match(/^Process \d: /gm).length, 7);
  assert.match(stdout, /^ {2}again +refused: checkpoint-already-resumed\n {2}changed +refused: checkpoint-tampered$/m);
  assert.doesNotMatch(stdout, /\u001b/, "no colour where nobody looks");
  assert.deepEqual(stdout.split("\n").filter((line) => [...line].length > 100), [], "no line is wider than 100 columns");
  assert.ok(stdout.split("\n").length <= 80, "it is two screens long at most");
  assert.deepEqual(readdirSync(folder), [], "and nothing is left behind");
});

test("an unknown option is refused", async () => {
  const { exitCode, stderr } = await approve("--fast");
  assert.equal(exitCode, 1);
  assert.match(stderr, /^\nFAILED: there is no option --fast\nWhat to do: npm run approve\n$/);
});

test("a closed pipe ends the program quietly", async () => {
  const child = spawn(process.execPath, [program], { env: environment(), stdio: ["ignore", "pipe", "pipe"] });
  let complaints = "";
  child.stderr.on("data", (text) => (complaints += text));
  child.stdout.once("data", () => child.stdout.destroy());
  const [exitCode] = await once(child, "close");
  assert.deepEqual([exitCode, complaints], [0, ""]);
  assert.deepEqual(readdirSync(folder), [], "and tidies up all the same");
});
