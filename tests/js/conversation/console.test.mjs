// A conversation in a console, a copy of its fields, and its name.

import assert from "node:assert/strict";
import { inspect, isDeepStrictEqual } from "node:util";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { ConversationManager as StrandsManager } from "backscroll/strands";
import { chat } from "../../support/basics.mjs";

describe("in a console", () => {
  test("a conversation shows its size, its limit and its newest messages", () => {
    const conversation = chat(new ConversationManager({ tokenLimit: 8_000 }), 3);
    conversation.addMessage("assistant", null, { toolCalls: [{ id: "c", name: "weather", arguments: "{}" }] });
    const text = inspect(conversation);
    assert.match(text, /^ConversationManager \{/);
    for (const part of ["messageCount: 7", `contextTokens: ${conversation.contextTokens}`, "tokenLimit: 8000", "user: Question 3.", "assistant: weather()"]) {
      assert.ok(text.includes(part), `${part} in ${text}`);
    }
    assert.ok(text.length < 600, text);
  });

  test("so do a nested one, a disposed one, one whose estimator fails, and a subclass", () => {
    class Mine extends ConversationManager {}
    const gone = new Mine();
    gone.dispose();
    assert.match(inspect(gone), /^Mine \{ .*disposed/);
    assert.equal(inspect({ a: { b: { c: new Mine() } } }).replace(/\s+/g, " "), "{ a: { b: { c: [Mine] } } }");
    const failing = new ConversationManager({ estimator: () => { throw new Error("no table"); } });
    failing.addMessage("user", "x");
    assert.match(inspect(failing), /no table/);
  });

  test("a draft shows its size, and that it has ended", async () => {
    let draft;
    const conversation = chat(new ConversationManager({ tokenLimit: 200, reduce: (context) => {
      draft = context.draft;
      draft.keepRecentTurns(1);
      assert.match(inspect(draft), /messages: \d+.*tokens: \d+.*turnCount: \d+.*isEdited: true/s);
    } }), 4);
    await conversation.prepare("openai-chat");
    assert.match(inspect(draft), /ended/);
  });

  test("a request shows its body", async () => {
    const conversation = chat(new ConversationManager(), 1);
    const request = await conversation.prepare("openai-chat", { model: "m" });
    assert.match(inspect(request), /^\{\s+body: \{\s+model: 'm'/);
    assert.deepEqual(Object.keys(request), ["body", "bytes", "repairs", "reduction", "tokens", "breakdown", "forecast"]);
  });
});

describe("a copy of its fields", () => {
  const copies = { "{...}": (value) => ({ ...value }), "Object.assign": (value) => Object.assign({}, value), structuredClone };
  for (const [name, copy] of Object.entries(copies)) {
    test(`by ${name} is empty, and advises to use toJSON`, () => {
      const copied = copy(new ConversationManager({ systemPrompt: "Be brief." }));
      assert.match(inspect(copied), /a copy of this object is empty: use toJSON\(\) and fromJSON\(\)/);
      assert.equal(copied.addMessage, undefined);
    });
  }

  test("walking over the object throws nothing, and its JSON is the snapshot", () => {
    const conversation = new ConversationManager({ systemPrompt: "Be brief." });
    for (const key in conversation) assert.equal(typeof conversation[key], "string");
    assert.ok(isDeepStrictEqual(conversation, conversation));
    assert.equal(JSON.parse(JSON.stringify({ conversation })).conversation.messages[0].content, "Be brief.");
  });
});

describe("its name", () => {
  for (const [Base, name] of [[ConversationManager, "backscroll:conversation-manager"], [StrandsManager, "backscroll:strands-conversation-manager"]]) {
    test(`${name}, unless a subclass says otherwise, by a getter, a field or an assignment`, () => {
      class Getter extends Base {
        get name() {
          return "getter";
        }
      }
      class Field extends Base {
        name = "field";
      }
      class Assigned extends Base {
        constructor() {
          super();
          this.name = "assigned";
        }
      }
      assert.deepEqual([Base, Getter, Field, Assigned].map((Class) => new Class().name), [name, "getter", "field", "assigned"]);
    });
  }
});
