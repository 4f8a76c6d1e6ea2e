// `dispose`: afterwards every method throws `disposed`. Also the classes of errors.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { ContextWindowOverflowError, ConversationError, ConversationManager } from "backscroll";
import { chat, overflow, refusal } from "../../support/basics.mjs";

describe("after dispose", () => {
  const uses = [
    ["messages", (c) => c.messages],
    ["messageCount", (c) => c.messageCount],
    ["lastAssistantMessage", (c) => c.lastAssistantMessage],
    ["tokenLimit", (c) => c.tokenLimit],
    ["tokensSpent", (c) => c.tokensSpent],
    ["tokenRemaining", (c) => c.tokenRemaining],
    ["contextTokens", (c) => c.contextTokens],
    ["lastRepairs", (c) => c.lastRepairs],
    ["lastReduction", (c) => c.lastReduction],
    ["approachingLimit", (c) => c.approachingLimit()],
    ["addMessage", (c) => c.addMessage("user", "x")],
    ["addMessage of an object", (c) => c.addMessage({ role: "user", content: [] })],
    ["addResponse", (c) => c.addResponse("openai-chat", { choices: [] })],
    ["truncate", (c) => c.truncate({ keepRecent: 1 })],
    ["clear", (c) => c.clear()],
    ["toOpenAIMessages", (c) => c.toOpenAIMessages()],
    ["toAnthropicMessages", (c) => c.toAnthropicMessages()],
    ["toRequest", (c) => c.toRequest("openai-chat")],
    ["toRequestBytes", (c) => c.toRequestBytes("openai-chat")],
    ["toRequestView", (c) => c.toRequestView("openai-chat")],
    ["prepare", (c) => c.prepare("openai-chat")],
    ["recover", (c) => c.recover(overflow())],
  ];
  for (const [name, use] of uses) {
    test(`${name} throws \`disposed\``, async () => {
      const conversation = chat(new ConversationManager({ tokenLimit: 10 }), 1);
      conversation.dispose();
      await refusal(() => use(conversation), "disposed");
    });
  }

  test("dispose is idempotent, under both names", () => {
    const conversation = new ConversationManager();
    conversation.dispose();
    conversation.dispose();
    conversation[Symbol.dispose]();
    const other = new ConversationManager();
    other[Symbol.dispose]();
    refusal(() => other.messages, "disposed");
  });

  test("`using` calls a dispose that a subclass overrides", () => {
    let disposed = 0;
    class Noted extends ConversationManager {
      dispose() {
        disposed += 1;
        super.dispose();
      }
    }
    new Noted()[Symbol.dispose]();
    assert.equal(disposed, 1);
  });

  test("other conversations are not affected", () => {
    const [one, other] = [new ConversationManager(), new ConversationManager()];
    other.addMessage("user", "kept");
    one.dispose();
    assert.equal(other.messages[0].content, "kept");
  });
});

describe("errors", () => {
  test("carry code, details and cause", () => {
    const error = new ConversationError("some-code", "text", { cause: 5, details: { n: 1 } });
    assert.deepEqual([error.name, error.code, error.message, error.cause, error.details], ["ConversationError", "some-code", "text", 5, { n: 1 }]);
    assert.ok(error instanceof Error);
    const bare = new ConversationError("c", "t");
    assert.ok(!("details" in bare) && !("cause" in bare));
  });

  test("the overflow error has a name and a code of its own", () => {
    const error = new ContextWindowOverflowError();
    assert.ok(error instanceof ConversationError);
    assert.deepEqual([error.name, error.code], ["ContextWindowOverflowError", "context-overflow"]);
    assert.equal(new ContextWindowOverflowError("own words").message, "own words");
  });
});

describe("the memory of a large conversation", () => {
  /** Runs statements in a process of its own, with `wasms`: weak references to the memories that the package made. */
  const run = (...statements) => {
    const program = `
      const { Instance } = WebAssembly;
      const wasms = [];
      WebAssembly.Instance = function (...given) {
        const instance = Reflect.construct(Instance, given);
        if (instance.exports.core_call !== undefined) wasms.push(new WeakRef(instance.exports.memory));
        return instance;
      };
      const { ConversationManager, sanitize } = await import("backscroll");
      const FORMAT = "openai-chat";
      const hello = [{ role: "user", content: "Hello" }];
      const large = () => Array.from({ length: 400 }, (_, at) => ({ role: "user", content: String(at).repeat(40_000) }));
      const held = async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        gc();
        await new Promise((resolve) => setTimeout(resolve, 20));
        return wasms.reduce((sum, wasm) => sum + (wasm.deref()?.buffer.byteLength ?? 0), 0);
      };
      ${statements.join("\n")}
    `;
    const options = { encoding: "utf8", cwd: fileURLToPath(new URL(".", import.meta.url)) };
    return JSON.parse(execFileSync(process.execPath, ["--expose-gc", "--input-type=module", "-e", program], options));
  };
  const [SMALL, LARGE] = [4e6, 33e6];

  for (const [when, statements] of [
    ["it was disposed", ["let c = ConversationManager.from(FORMAT, large());", "const before = await held();", "c.dispose();"]],
    ["nobody holds it", ["let c = ConversationManager.from(FORMAT, large());", "const before = await held();", "c = undefined;", "await held();"]],
  ]) {
    test(`comes back when ${when}`, () => {
      const [before, after, said] = run(
        ...statements,
        "const after = await held();",
        'const other = ConversationManager.from(FORMAT, hello);',
        "console.log(JSON.stringify([before, after, other.messages[0].content]));",
      );
      assert.ok(before > LARGE, `${before} bytes`);
      assert.ok(after < SMALL, `${after} bytes`);
      assert.equal(said, "Hello");
    });
  }

  test("stays while another conversation is in it", () => {
    const [after, said] = run(
      'const other = ConversationManager.from(FORMAT, hello);',
      "ConversationManager.from(FORMAT, large()).dispose();",
      "const after = await held();",
      "console.log(JSON.stringify([after, other.messages[0].content]));",
    );
    assert.ok(after > LARGE, `${after} bytes`);
    assert.equal(said, "Hello");
  });

  test("comes back after a function that reads a large body", () => {
    const [after] = run(
      "const { repairs } = sanitize(FORMAT, { model: 'gpt-5', messages: [...large(), { role: 'tool', tool_call_id: 'x', content: 'lost' }] });",
      "if (repairs.length === 0) throw new Error('nothing to repair');",
      "console.log(JSON.stringify([await held()]));",
    );
    assert.ok(after < SMALL, `${after} bytes`);
  });
});
