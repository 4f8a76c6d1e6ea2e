// `slidingWindow`: the messages that it keeps, and its treatment of results.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, slidingWindow } from "backscroll";
import { refusal } from "../../support/basics.mjs";
import { assertSound, ids, overflow, story, text } from "../../support/reduce/stories.mjs";

const noResults = { shouldTruncateResults: false };

describe("the window", () => {
  for (const [name, letters, options, left] of [
    ["keeps the newest messages from a question on", "uauauaua", { windowSize: 4 }, "u5 a6 u7 a8"],
    ["moves its cut forward to a question", "uauauaua", { windowSize: 3 }, "u7 a8"],
    ["loses two messages when it is not full", "uauauaua", { windowSize: 40 }, "u3 a4 u5 a6 u7 a8"],
    ["is 40 messages wide", "ua".repeat(30), {}, "u21 a22 u23 a24 u25 a26 u27 a28 u29 a30 u31 a32 u33 a34 u35 a36 u37 a38 u39 a40 u41 a42 u43 a44 u45 a46 u47 a48 u49 a50 u51 a52 u53 a54 u55 a56 u57 a58 u59 a60"],
    ["splits no call from its result", "ucccc", { windowSize: 3, ...noResults }, "u1 c8 r8"],
    ["keeps the request of a turn that is longer than it", "ucccccc", { windowSize: 4, ...noResults }, "u1 c10 r10 c12 r12"],
    ["of no message keeps the current request", "uauau", { windowSize: 0 }, "u5"],
    ["of one message keeps the newest round whole", "uccc", { windowSize: 1, ...noResults }, "u1 c6 r6"],
    ["spares the first messages", "uauauaua", { windowSize: 4, pinFirst: 2 }, "u1 a2 u5 a6 u7 a8"],
    ["spares the results of calls among the first", "uauauccua", { windowSize: 2, pinFirst: 1 }, "u1 u10 a11"],
  ]) {
    test(name, async () => {
      const conversation = story(letters, { reduce: slidingWindow(options) });
      assert.equal(await conversation.recover(overflow()), true);
      assert.equal(ids(conversation).join(" "), left);
      assertSound(conversation);
    });
  }

  test("returns false, and changes nothing, when nothing can be removed", async () => {
    for (const [letters, options] of [["u", {}], ["ua", {}], ["ua", { windowSize: 1 }], ["", { windowSize: 0 }]]) {
      const conversation = story(letters, { reduce: slidingWindow(options) });
      const before = ids(conversation);
      assert.equal(await conversation.recover(overflow()), false, letters);
      assert.deepEqual(ids(conversation), before);
    }
  });

  test("keeps pinned messages, the question of a pinned answer among them", async () => {
    const conversation = story("", { reduce: slidingWindow({ windowSize: 2 }) });
    for (const [role, id, pinned] of [["user", "q1"], ["assistant", "a1", true], ["user", "q2"], ["assistant", "a2"], ["user", "q3"], ["assistant", "a3"]]) {
      conversation.addMessage(role, text(50), { id, ...(pinned && { pinned }) });
    }
    assert.equal(await conversation.recover(overflow()), true);
    assert.equal(ids(conversation).join(" "), "q1 a1 q3 a3");
  });

  test("goes on until the target is met", async () => {
    const conversation = story("ua".repeat(10), { reduce: slidingWindow(), tokenLimit: 700 });
    const { tokens } = await conversation.prepare("openai-chat");
    assert.ok(tokens <= 700, `${tokens}`);
    assert.ok(conversation.messageCount >= 5, "and not further");
  });
});

describe("results", () => {
  const filled = (contents, options) => {
    const conversation = story("u", { size: 10, reduce: slidingWindow(), ...options });
    contents.forEach((content, at) => {
      conversation.addMessage("assistant", null, { id: `c${at}`, toolCalls: [{ id: `x${at}`, name: "look", arguments: "{}" }] });
      conversation.addMessage("tool", content, { id: `r${at}`, toolCallId: `x${at}` });
    });
    return conversation;
  };
  const result = (conversation, at) => conversation.messages.find(({ id }) => id === `r${at}`).content;
  const digits = "0123456789".repeat(100);

  test("lose their middle before a message is dropped, oldest long result first", async () => {
    const conversation = filled(["short", "x".repeat(450), digits, digits]);
    assert.equal(await conversation.recover(overflow()), true);
    assert.equal(conversation.messageCount, 10, "no message went");
    assert.deepEqual([0, 1, 3].map((at) => result(conversation, at)), ["short", "x".repeat(450), digits]);
    assert.equal(result(conversation, 2), `${"0123456789".repeat(20)}\n<truncated chars="600"/>\n${"0123456789".repeat(20)}`);
    assert.equal(conversation.lastReduction.shortened[0].original.content, digits);
  });

  test("without text become a line that names them", async () => {
    const conversation = filled([
      [
        { type: "text", text: "a picture" },
        { type: "image", mediaType: "image/png", data: "A".repeat(400) },
        { type: "image", mediaType: "image/jpeg", url: "https://example.com/a.jpg" },
        { type: "file", mediaType: "application/pdf", name: "report", data: "A".repeat(40) },
        { type: "other", format: "anthropic", value: { type: "search_result", text: "b".repeat(1_000) } },
      ],
    ]);
    assert.equal(await conversation.recover(overflow()), true);
    const lines = result(conversation, 0).map((part) => part.text);
    assert.deepEqual(lines, [
      "a picture",
      "[image: png, source: bytes, 300 bytes]",
      "[image: jpeg, source: url]",
      "[document: report, pdf, source: bytes, 30 bytes]",
      "[json: 1034 chars]",
    ]);
  });

  test("keep their status and their call", async () => {
    const conversation = filled([]);
    conversation.addMessage("assistant", null, { toolCalls: [{ id: "x", name: "look", arguments: "{}" }] });
    conversation.addMessage("tool", digits, { toolCallId: "x", isError: true });
    await conversation.recover(overflow());
    const { toolCallId, isError } = conversation.messages.at(-1);
    assert.deepEqual([toolCallId, isError], ["x", true]);
  });

  test("are unchanged with shouldTruncateResults false, and without a refused request", async () => {
    const conversation = filled([digits, "a", "b"], { reduce: slidingWindow({ windowSize: 2, shouldTruncateResults: false }) });
    await conversation.recover(overflow());
    assert.deepEqual(conversation.lastReduction.shortened, []);
    const proactive = filled([digits, digits, "a", "b"], { reduce: slidingWindow({ windowSize: 40 }), tokenLimit: 1_000, proactiveCompression: { compressionThreshold: 0.5 } });
    await proactive.prepare("openai-chat");
    assert.deepEqual(proactive.lastReduction.shortened, [], "a message goes, and the results in the window are left alone");
  });

  test("are shortened nevertheless when the request does not fit otherwise", async () => {
    const conversation = filled([digits.repeat(20)], { tokenLimit: 1_000 });
    const { tokens, reduction } = await conversation.prepare("anthropic");
    assert.ok(tokens <= 1_000);
    assert.equal(reduction.removed.length, 0);
    assert.equal(reduction.shortened.length, 1);
  });
});

describe("options", () => {
  for (const options of [{ windowSize: -1 }, { windowSize: 1.5 }, { windowSize: NaN }, { windowSize: "40" }, { pinFirst: -1 }, { shouldTruncateResults: 1 }, { window: 3 }, null, 5]) {
    test(`${JSON.stringify(options)} is refused`, () => {
      refusal(() => slidingWindow(options), "invalid-argument");
    });
  }

  test("are all optional", () => {
    assert.equal(slidingWindow().name, "sliding-window");
    assert.equal(new ConversationManager({ reduce: slidingWindow({}) }).messageCount, 0);
  });
});
