// Traps of the wasm: an error with a code, a fresh engine, and a process that goes on.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Runs `body` in a process of its own, with `faults` available. The process must exit with 0, garbage collection included. */
async function inProcess(body) {
  const program = `
    import assert from "node:assert/strict";
    import { faults, instances, ways } from "../../support/hosts/faulty-wasm.mjs";
    const { ConversationError, ConversationManager, sanitizeToolCalls } = await import("backscroll");
    const refused = (run, code) => {
      try { run(); } catch (error) {
        assert.ok(error instanceof ConversationError, String(error?.stack));
        assert.equal(error.code, code, error.message);
        return error;
      }
      assert.fail("nothing was thrown, not " + code);
    };
    const filled = () => {
      const conversation = new ConversationManager({ tokenLimit: 1000 });
      conversation.addMessage("user", "kept");
      return conversation;
    };
    const works = () => {
      const conversation = filled();
      assert.equal(conversation.messages[0].content, "kept");
      assert.equal(conversation.toRequest("openai-chat").body.messages.length, 1);
      conversation.truncate({ keepRecent: 0 });
      conversation.dispose();
    };
    ${body}
    // Finalizers run between tasks. A finalizer that throws ends the process.
    for (let round = 0; round < 5; round += 1) {
      globalThis.gc();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    works();
    console.log("done");
  `;
  const args = ["--expose-gc", "--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: here, timeout: 60_000 });
  assert.equal(stdout.trim(), "done");
}

const calls = [
  ["a message of a text", "core_call", `conversation.addMessage("user", "x")`],
  ["a message of texts", "core_call", `conversation.addMessage("user", "x", { name: "n" })`],
  ["a message as JSON", "core_call", `conversation.addMessage("user", "x", { extras: { a: 1 } })`],
  ["room for a message", "core_reserve", `conversation.addMessage("user", "x".repeat(100_000))`],
  ["a list", "core_call", `conversation.messages`],
  ["a number", "core_call", `conversation.messageCount`],
  ["the tokens", "core_call", `conversation.contextTokens`],
  ["a truncation", "core_call", `conversation.truncate({ keepRecent: 0 })`],
  ["a request", "core_call", `conversation.toRequestView("openai-chat")`],
  ["a constructor", "core_new", `new ConversationManager()`],
  ["the first call of a constructor", "core_call", `new ConversationManager()`],
  ["the end", "__wbg_core_free", `conversation.dispose()`],
  ["a function without a conversation", "core_call", `sanitizeToolCalls([])`],
];

describe("a fault in", () => {
  for (const [what, name, call] of calls) {
    for (const way of ["trap", "overflow", "stranger"]) {
      test(`${what}: ${way}`, async () => {
        await inProcess(`
          const [bystander, conversation] = [filled(), filled()];
          for (let i = 0; i < 50; i += 1) filled();
          faults.set("${name}", "${way}");
          const error = refused(() => { ${call} }, "internal");
          assert.equal(faults.size, 0, "the fault did not happen");
          assert.equal(instances, 2);
          assert.match(error.message, /poisoned/);
          assert.equal(error.cause.name, { trap: "RuntimeError", overflow: "RangeError", stranger: "Error" }["${way}"]);
          for (const use of [() => bystander.messages, () => bystander.addMessage("user", "x"), () => bystander.tokenLimit]) refused(use, "poisoned");
          works();
          bystander.dispose();
          refused(() => bystander.messages, "disposed");
          for (let i = 0; i < 50; i += 1) works();
        `);
      });
    }
  }
});

describe("after a fault", () => {
  test("a second fault is handled like the first", () =>
    inProcess(`
      for (let round = 1; round <= 3; round += 1) {
        const conversation = filled();
        faults.set("core_call", "trap");
        refused(() => conversation.messages, "internal");
        refused(() => conversation.messages, "poisoned");
        works();
      }
      assert.equal(instances, 4);
    `));

  test("a running reduction fails with a code, and its late result has no effect", () =>
    inProcess(`
      const other = filled();
      let finish;
      const conversation = new ConversationManager({ reduce: () => new Promise((resolve) => { finish = resolve; }) });
      conversation.addMessage("user", "x");
      const recovery = conversation.recover("prompt is too long");
      faults.set("core_call", "trap");
      refused(() => other.messages, "internal");
      finish([]);
      await assert.rejects(recovery, { code: "poisoned" });
      works();
    `));

  test("when the restart fails, too, the next conversation tries again", () =>
    inProcess(`
      const conversation = filled();
      faults.set("core_call", "trap");
      faults.set("instantiate", true);
      refused(() => conversation.messages, "internal");
      refused(() => conversation.messages, "poisoned");
      conversation.dispose();
      assert.throws(() => filled());
      faults.delete("instantiate");
      works();
    `));

  test("views that were returned still hold their bytes", () =>
    inProcess(`
      const view = filled().toRequestView("openai-chat");
      const before = view.slice();
      const conversation = filled();
      faults.set("core_call", "trap");
      refused(() => conversation.messages, "internal");
      works();
      assert.equal(view.length, before.length);
    `));
});

test("a stack overflow of the host affects no conversation", () =>
  inProcess(`
    const conversation = filled();
    const codes = new Set();
    const deeper = () => {
      try { conversation.addMessage("user", "x"); } catch (error) { codes.add(error.code ?? error.name); }
      deeper();
    };
    assert.throws(deeper, RangeError);
    let state;
    try { state = conversation.messages.length > 0 ? "sound" : "lost"; } catch (error) { state = error.code; }
    assert.ok(["sound", "poisoned"].includes(state), state);
    works();
  `));

test("conversations that are dropped without dispose are freed, and the others stay", () =>
  inProcess(`
    const kept = filled();
    for (let round = 0; round < 20; round += 1) {
      for (let i = 0; i < 100; i += 1) new ConversationManager().addMessage("user", "x".repeat(10_000));
      globalThis.gc();
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    // 20 MB of text went through the engine. Freed memory was used again.
    kept.addMessage("user", "y".repeat(70_000));
    const bytes = kept.toRequestView("openai-chat").buffer.byteLength;
    assert.ok(bytes < 20_000_000, bytes + " bytes of memory");
    assert.equal(kept.messageCount, 2);
  `));

test("bad input of every size leaves the process alive", () =>
  inProcess(`
    const conversation = filled();
    const cyclic = {}; cyclic.self = cyclic;
    let deep = {}; for (let i = 0; i < 20_000; i += 1) deep = { deep };
    refused(() => conversation.addMessage("tool", "x", { toolResult: cyclic }), "invalid-message");
    refused(() => conversation.addMessage("tool", "x", { toolResult: deep }), "too-deep");
    refused(() => conversation.addMessage("tool", "x", { toolResult: { toJSON: () => deep } }), "too-deep");
    refused(() => conversation.addMessage("assistant", null, { toolCalls: [{ id: "c", name: "f", arguments: "[".repeat(40_000_000) }] }), "too-large");
    refused(() => conversation.addMessage("user", "x".repeat(50_000_000)), "too-large");
    assert.equal(instances, 1, "none of it reached so deep");
    assert.equal(conversation.messageCount, 1);
  `));
