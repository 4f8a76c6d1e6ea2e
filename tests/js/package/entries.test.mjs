// The entries of the package: each exports the same names and a working engine, and none has a side effect.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createContext, runInContext } from "node:vm";
import * as imported from "backscroll";
import * as slim from "backscroll/slim";
import { loadIn } from "../../support/hosts/load-in.mjs";

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("../../..", import.meta.url));
/** The public names. A new one is named here, too. */
const names = [
  "Checkpoint", "ContextWindowOverflowError", "ConversationError", "ConversationManager", "MemoryLedger", "PHANTOM_TOOL_NAMES", "breakdown", "chain",
  "compactHistory", "compacting", "convert", "costAware", "estimateTokens", "fit", "fitBudget", "isContextOverflow", "isContinuationRefused", "noReduction", "offload", "recentTurns",
  "resume", "ruleSentence", "sanitize", "sanitizeToolCalls", "slidingWindow", "stripPhantomCalls", "summarizing", "tool", "trim", "validate",
];

const entries = [
  ["import", imported],
  ["require", require("backscroll")],
  // Where `require` can load a module, the condition "module-sync" picks the module; otherwise this file is picked.
  ["the CommonJS file", require(fileURLToPath(new URL("../../../node_modules/backscroll/index.cjs", import.meta.url)))],
];

for (const [name, face] of entries) {
  describe(name, () => {
    test("exports exactly these names", () => {
      assert.deepEqual(Object.keys(face).filter((key) => key !== "default" && key !== "module.exports").sort(), names);
    });

    test("keeps the name of every class", () => {
      for (const key of names.filter((key) => /^[A-Z][a-z]/.test(key))) assert.equal(face[key].name, key);
    });

    test("has a working engine", async () => {
      const conversation = new face.ConversationManager({ systemPrompt: "s", tokenLimit: 1_000 });
      conversation.addMessage("user", "Hello");
      const { body } = await conversation.prepare("openai-chat", { model: "m" });
      assert.deepEqual(body, { model: "m", messages: [{ role: "system", content: "s" }, { role: "user", content: "Hello" }] });
      assert.throws(() => conversation.addMessage("bot", "x"), face.ConversationError);
      conversation.dispose();
    });
  });
}

describe("CommonJS files", () => {
  const [index, node, slim] = ["index", "node", "slim"].map((name) => require(fileURLToPath(new URL(`../../../node_modules/backscroll/${name}.cjs`, import.meta.url))));
  const SHARED = ["ConversationError", "ContextWindowOverflowError", "MemoryLedger", "PHANTOM_TOOL_NAMES", "chain", "fitBudget", "slidingWindow", "tool"];
  const OWN = ["Checkpoint", "ConversationManager", "estimateTokens", "fit", "resume", "sanitize", "trim"];

  for (const name of SHARED) test(`share \`${name}\``, () => assert.deepEqual([node[name] === index[name], slim[name] === index[name]], [true, true]));

  for (const name of OWN) test(`have each its own \`${name}\`, with its own engine`, () => assert.equal(new Set([index, node, slim].map((face) => face[name])).size, 3));

  test("mark themselves as compiled modules, for compilers that add a default export otherwise", () => {
    for (const face of [index, node, slim]) assert.equal(face.__esModule, true);
  });
});

test("import and require share their classes where require can load a module", { skip: process.features.require_module !== true && "not in this Node" }, () => {
  assert.equal(require("backscroll").ConversationManager, imported.ConversationManager);
});

test("slim has the same names, and init and initSync", () => {
  assert.deepEqual(Object.keys(slim).sort(), [...names, "init", "initSync"].sort());
  assert.deepEqual(Object.keys(require("backscroll/slim")).filter((key) => key !== "default" && key !== "module.exports").sort(), Object.keys(slim).sort());
});

test("streams have two names", () => {
  assert.deepEqual(Object.keys(require("backscroll/stream")).filter((key) => key !== "default" && key !== "module.exports").sort(), ["addStream", "readStream"]);
});

test("the entry for recall has one name", () => {
  assert.deepEqual(Object.keys(require("backscroll/recall")).filter((key) => key !== "default" && key !== "module.exports"), ["recall"]);
});

test("the entry for compress has one name", () => {
  assert.deepEqual(Object.keys(require("backscroll/compress")).filter((key) => key !== "default" && key !== "module.exports"), ["compress"]);
});

test("the entry for the prompt cache has two names", () => {
  assert.deepEqual(Object.keys(require("backscroll/cache")).filter((key) => key !== "default" && key !== "module.exports").sort(), ["compareRequests", "watchCache"]);
});

test("the entry for OpenTelemetry has four names", () => {
  assert.deepEqual(Object.keys(require("backscroll/opentelemetry")).filter((key) => key !== "default" && key !== "module.exports").sort(), ["opentelemetry", "readSpans", "toolDefinitions", "traceHistory"]);
});

test("the entry for messages has two names", () => {
  assert.deepEqual(Object.keys(require("backscroll/messages")).filter((key) => key !== "default" && key !== "module.exports").sort(), ["shownMessages", "textOf"]);
});

test("the entry for sessions has two names", () => {
  assert.deepEqual(Object.keys(require("backscroll/sessions")).filter((key) => key !== "default" && key !== "module.exports").sort(), ["readSession", "sessionCost"]);
});

test("the entry for summaries has two names", () => {
  assert.deepEqual(Object.keys(require("backscroll/summaries")).filter((key) => key !== "default" && key !== "module.exports").sort(), ["onCache", "summarizeAhead"]);
});

test("the entry for pasted texts has two names", () => {
  assert.deepEqual(Object.keys(require("backscroll/read")).filter((key) => key !== "default" && key !== "module.exports").sort(), ["editedText", "readPaste"]);
});

test("the entry for React has one name", () => {
  assert.deepEqual(Object.keys(require("backscroll/react")).filter((key) => key !== "default" && key !== "module.exports"), ["useConversation"]);
});

test("the manifest can be imported, other files cannot", async () => {
  assert.equal(require("backscroll/package.json").name, "backscroll");
  await assert.rejects(import("backscroll/index.mjs"), { code: "ERR_PACKAGE_PATH_NOT_EXPORTED" });
});

test("importing leaves no trace in globals, and keeps no process alive", async () => {
  const program = `
    const before = Reflect.ownKeys(globalThis).length;
    const { ConversationManager } = await import("backscroll");
    new ConversationManager().addMessage("user", "x");
    console.log(Reflect.ownKeys(globalThis).length - before);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], { cwd: root, timeout: 60_000 });
  assert.equal(stdout.trim(), "0");
});

test("an engine whose first start fails is started again at the next use", async () => {
  const program = `
    import { faults } from "./tests/support/hosts/faulty-wasm.mjs";
    const { ConversationManager } = await import("backscroll");
    faults.set("__wbindgen_start", "trap");
    try { new ConversationManager(); } catch ({ code }) { console.log(code); }
    console.log(faults.size, new ConversationManager().addMessage("user", "x").content);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], { cwd: root, timeout: 60_000 });
  assert.equal(stdout, "wasm-unavailable\n0 x\n");
});

describe("without WebAssembly, the import works, and the first use fails with a code and the reason", () => {
  const file = fileURLToPath(new URL("../../../node_modules/backscroll/index.cjs", import.meta.url));
  for (const [name, before, options, said, advice] of [
    ["it may not be compiled", "", { codeGeneration: { wasm: false } }, /disallowed/, /'wasm-unsafe-eval'/],
    ["there is none", "delete globalThis.WebAssembly", {}, /WebAssembly is not defined/, /There is no WebAssembly\./],
    ["there is no memory for it", "WebAssembly.Instance = function () { throw new RangeError('Out of memory'); }", {}, /Out of memory/, /There is no memory for it\./],
  ]) {
    test(name, () => {
      const context = createContext({ TextEncoder, TextDecoder }, options);
      runInContext(before, context);
      const { ConversationManager } = loadIn(context, file);
      assert.throws(() => new ConversationManager(), ({ name, code, message, cause }) => {
        assert.deepEqual([name, code], ["ConversationError", "wasm-unavailable"]);
        assert.match(message, advice);
        assert.match(message, said);
        return cause.message.match(said) !== null;
      });
    });
  }
});
