// The entry `backscroll/strands` of the published package: it shares the engine with the package's own entry, and alone needs the SDK.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as imported from "backscroll/strands";

const require = createRequire(import.meta.url);
const folder = realpathSync(fileURLToPath(new URL("../../../node_modules/backscroll", import.meta.url)));
const text = (name) => readFileSync(join(folder, name), "utf8");
const run = (code, cwd) => promisify(execFile)(process.execPath, ["--input-type=module", "--eval", code], { cwd, timeout: 60_000 });

test("exports the class, by its name and by its former name", () => {
  assert.deepEqual(Object.keys(imported), ["ConversationManager", "StrandsConversationManager"]);
  assert.equal(imported.ConversationManager, imported.StrandsConversationManager);
});

test("only the package's own entry contains the wasm, and no entry contains the SDK", () => {
  for (const name of ["strands.mjs", "strands.cjs"]) {
    assert.ok(text(name).length < 64 * 1024, `${name} is ${text(name).length} characters`);
    assert.ok(text(name).includes('"backscroll"'), `${name} imports the package, whichever entry the runtime picks`);
    assert.ok(text(name).includes('"@strands-agents/sdk"'), `${name} imports the SDK`);
    assert.ok(!text(name).includes("extends Error"), `${name} has no errors of its own`);
  }
  for (const name of ["index.mjs", "index.cjs", "index.d.ts", "index.d.cts"]) assert.ok(!text(name).includes("strands-agents"), name);
});

test("the SDK is a peer, and an optional one", () => {
  const manifest = require("backscroll/package.json");
  const sdk = require(fileURLToPath(new URL("../../../package.json", import.meta.url))).devDependencies["@strands-agents/sdk"];
  assert.equal(manifest.peerDependencies["@strands-agents/sdk"], `^${sdk}`, "tested is the oldest that is allowed");
  assert.deepEqual(manifest.peerDependenciesMeta["@strands-agents/sdk"], { optional: true });
  assert.equal(manifest.dependencies, undefined);
});

test("import and require share their classes where a module can be required", { skip: process.features.require_module !== true && "not in this Node" }, () => {
  assert.equal(require("backscroll/strands").ConversationManager, imported.ConversationManager);
});

test("the CommonJS file works", { skip: process.features.require_module !== true && "the SDK is a module" }, async () => {
  const { ConversationManager } = require(join(folder, "strands.cjs"));
  const { ConversationError } = require("backscroll");
  assert.throws(() => new ConversationManager({ reduce: 3 }), ConversationError);
});

test("without the SDK the package works, and the error of the entry names the missing package", async () => {
  const project = mkdtempSync(join(tmpdir(), "backscroll-without-sdk-"));
  try {
    mkdirSync(join(project, "node_modules"));
    cpSync(folder, join(project, "node_modules", "backscroll"), { recursive: true });
    const { stdout } = await run('import { ConversationManager } from "backscroll"; new ConversationManager().addMessage("user", "x"); console.log("works");', project);
    assert.equal(stdout, "works\n");
    await assert.rejects(run('await import("backscroll/strands");', project), /Cannot find package '@strands-agents\/sdk'/);
    symlinkSync(fileURLToPath(new URL("../../../node_modules/@strands-agents", import.meta.url)), join(project, "node_modules", "@strands-agents"), "junction");
    const code = 'import { ConversationManager } from "backscroll/strands"; console.log(new ConversationManager().name);';
    assert.equal((await run(code, project)).stdout, "backscroll:strands-conversation-manager\n");
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
});
