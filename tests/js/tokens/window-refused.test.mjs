// A window must have room for a request, wherever it is set.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";

function asked(options) {
  const conversation = new ConversationManager(options);
  conversation.addMessage("user", "Hello?");
  return conversation;
}

describe("a window in which no request fits is refused everywhere, by one text", () => {
  const saved = asked().toJSON();
  const PLACES = {
    "the constructor": ["options.", (window) => new ConversationManager(window)],
    "`fromJSON`": ["options.", (window) => ConversationManager.fromJSON(saved, window)],
    "`prepare`": ["options.", (window) => asked().prepare("openai-chat", { model: "m" }, window)],
    "the setter of `tokenLimit`": ["", ({ tokenLimit, reserveTokens = 0 }) => void (asked({ reserveTokens }).tokenLimit = tokenLimit)],
  };
  for (const [name, [prefix, act]] of Object.entries(PLACES)) {
    for (const window of [{ tokenLimit: 0 }, { tokenLimit: 5, reserveTokens: 5 }, { tokenLimit: 5, reserveTokens: 6 }]) {
      test(`${name}: ${JSON.stringify(window)}`, async () => {
        const message = `\`${prefix}tokenLimit\` must be above \`${prefix}reserveTokens\`, or no request fits; they are ${window.tokenLimit} and ${window.reserveTokens ?? 0}.`;
        await assert.rejects(async () => act(window), { code: "invalid-argument", message });
      });
    }
  }

  test("a snapshot that holds one can be read, and changed", () => {
    const own = ConversationManager.fromJSON({ ...saved, settings: { tokenLimit: 0 } });
    assert.equal(own.tokenLimit, 0);
    own.tokenLimit = 500;
    assert.equal(own.tokenLimit, 500);
  });
});
