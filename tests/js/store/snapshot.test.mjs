// A conversation that is restored from a snapshot is the same conversation.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { ConversationManager, estimateTokens, fitBudget } from "backscroll";
import { TARGETS, objection } from "../../support/judges.mjs";
import { KEPT, goOn, viewOf } from "../../support/conversation/kept.mjs";
import { PARAMS, calling, outline } from "../../support/conversation/waiting.mjs";
import { chat, refusal } from "../../support/basics.mjs";

/** The ways to transport a snapshot. */
const WAYS = [
  ["as it is", (conversation) => conversation.toJSON()],
  ["by structuredClone", (conversation) => structuredClone(conversation.toJSON())],
  ["as text", (conversation) => JSON.stringify(conversation)],
  ["through JSON", (conversation) => JSON.parse(JSON.stringify({ kept: conversation })).kept],
  ["as the conversation itself", (conversation) => conversation],
];

describe("a restored conversation is the same", () => {
  for (const [name, make, options] of KEPT) {
    test(name, async () => {
      const conversation = await make();
      for (const [way, keep] of WAYS) {
        const again = ConversationManager.fromJSON(keep(conversation), options);
        assert.deepEqual(again.messages, conversation.messages, way);
        assert.deepEqual(viewOf(again), viewOf(conversation), way);
        assert.deepEqual(again.toJSON(), conversation.toJSON(), way);
        assert.equal(again.lastReduction, null);
      }
    });
  }
});

describe("a restored conversation continues as the original would", () => {
  for (const [name, make, options] of KEPT) {
    test(name, async () => {
      const conversation = await make();
      const again = ConversationManager.fromJSON(conversation.toJSON(), options);
      for (const one of [conversation, again]) goOn(one);
      assert.deepEqual(viewOf(again), viewOf(conversation));
    });
  }
});

describe("what is in it", () => {
  test("is plain JSON of version 4, with the messages as `messages` gives them", () => {
    const conversation = calling();
    const snapshot = conversation.toJSON();
    assert.equal(snapshot.version, 4);
    assert.deepEqual(snapshot.messages, conversation.messages);
    assert.deepEqual(JSON.parse(JSON.stringify(snapshot)), snapshot);
    assert.deepEqual(Object.keys(snapshot).sort(), ["answers", "estimator", "limits", "messages", "pending", "prefixChanged", "repeated", "settings", "suspensions", "version"]);
  });

  test("is a copy, in both directions", () => {
    const conversation = calling();
    const snapshot = conversation.toJSON();
    const again = ConversationManager.fromJSON(snapshot);
    snapshot.messages[0].content = "changed";
    assert.deepEqual([conversation.messages[0].content, again.messages[0].content], ["Go.", "Go."]);
  });

  test("does not keep a run: a restored conversation is idle", () => {
    const conversation = new ConversationManager();
    conversation.beginRun();
    conversation.enqueue({ source: "user", content: "waits" });
    const again = ConversationManager.fromJSON(conversation.toJSON());
    assert.deepEqual([again.busy, again.pending.length, conversation.busy], [false, 1, true]);
    again.enqueue({ source: "user", content: "new" });
    assert.deepEqual(outline(again), ["user:waits", "user:new"]);
  });

  test("has the state of that moment, also during a reduction", async () => {
    let kept;
    const conversation = chat(new ConversationManager({ tokenLimit: 300, reduce: ({ draft }) => { draft.keepRecentTurns(1); kept = conversation.toJSON(); return true; } }), 8);
    const before = conversation.messages;
    await conversation.prepare("openai-chat", PARAMS["openai-chat"]);
    assert.deepEqual(kept.messages, before);
    assert.ok(conversation.messageCount < before.length);
  });

  test("keeps ids unique when new messages arrive", () => {
    const conversation = calling();
    const again = ConversationManager.fromJSON(conversation.toJSON());
    for (const one of [conversation, again, again]) one.addMessage("user", "More.");
    assert.equal(new Set(again.messages.map(({ id }) => id)).size, again.messageCount);
    assert.equal(again.messages.at(-1).id, again.addMessage({ ...again.messages.at(-1) }).id, "a known message is known");
  });
});

describe("functions must be passed again", () => {
  const estimator = (text) => text.length;

  test("a missing estimator function is an error, and a name is accepted instead", () => {
    const snapshot = new ConversationManager({ estimator, systemPrompt: "Twelve chars" }).toJSON();
    assert.match(refusal(() => ConversationManager.fromJSON(snapshot), "invalid-argument").message, /pass it as `estimator`/);
    assert.equal(ConversationManager.fromJSON(snapshot, { estimator }).contextTokens, 12 + 4);
    assert.equal(ConversationManager.fromJSON(snapshot, { estimator: "chars/4" }).contextTokens, 3);
  });

  test("reduce and onReduce are the passed ones", async () => {
    const told = [];
    const conversation = chat(new ConversationManager({ tokenLimit: 300 }), 8);
    const again = ConversationManager.fromJSON(conversation.toJSON(), { reduce: ({ draft }) => draft.keepRecentTurns(1) > 0, onReduce: (reduction) => told.push(reduction) });
    await again.prepare("openai-chat", PARAMS["openai-chat"]);
    assert.deepEqual([again.messageCount, told.length], [2, 1]);
  });

  for (const options of [{ tokens: 5 }, null, 5]) {
    test(`${JSON.stringify(options)} is no option`, () => {
      refusal(() => ConversationManager.fromJSON(new ConversationManager().toJSON(), options), "invalid-argument");
    });
  }
});

describe("a subclass", () => {
  class Mine extends ConversationManager {
    name = "mine";
    constructor(options) {
      super({ systemPrompt: "Of the class.", tokenLimit: 10, estimator: (text) => text.length, ...options });
      this.own = true;
    }
    reduce({ draft }) {
      return draft.keepRecentTurns(1) > 0;
    }
  }

  test("is restored, with the history and the settings of the snapshot", async () => {
    const conversation = chat(new Mine({ tokenLimit: 2_000 }), 4);
    const again = Mine.fromJSON(conversation.toJSON());
    assert.ok(again instanceof Mine);
    assert.deepEqual([again.own, again.name, again.tokenLimit, again.contextTokens], [true, "mine", 2_000, conversation.contextTokens]);
    assert.deepEqual(again.messages, conversation.messages);
    const { id } = again.addMessage("user", "Next.");
    assert.equal(again.messages.at(-1).id, id);
    const plain = Mine.fromJSON(new ConversationManager({ tokenLimit: 400 }).toJSON());
    assert.deepEqual([plain.messages, plain.tokenLimit], [[], 400]);
  });
});

describe("no second reduction", () => {
  const strategies = { fitBudget: () => fitBudget(), function: () => ({ draft }) => draft.keepRecentTurns(2) > 0 };
  for (const [name, strategy] of Object.entries(strategies)) {
    for (const target of TARGETS) {
      test(`${name}, ${target}: what fits after a reduction still does after a restart`, async () => {
        const conversation = chat(new ConversationManager({ tokenLimit: 1_000, proactiveCompression: true, reduce: strategy() }), 30);
        conversation.addMessage("user", "Next?");
        const { reduction, body, tokens } = await conversation.prepare(target, PARAMS[target]);
        assert.ok(reduction.reduced);
        const again = ConversationManager.fromJSON(JSON.stringify(conversation), { reduce: strategy() });
        const next = await again.prepare(target, PARAMS[target]);
        assert.deepEqual([next.reduction, next.tokens, next.body], [null, tokens, body]);
      });
    }
  }
});

test("lone surrogates of a list become U+FFFD, from text or objects", () => {
  const list = [{ role: "user", content: "half \ud800, and the letters \\ud800" }];
  for (const given of [list, JSON.stringify(list)]) {
    assert.equal(ConversationManager.fromJSON(given).messages[0].content, "half \ufffd, and the letters \\ud800");
  }
});

describe("a list of messages that a program kept", () => {
  test("may leave out ids and times: ids are given, and the time is now", () => {
    const before = Date.now();
    const { messages } = ConversationManager.fromJSON([{ role: "user", content: "a" }, { role: "assistant", content: "b", createdAt: 5 }]);
    assert.deepEqual(messages.map(({ content }) => content), ["a", "b"]);
    assert.ok(messages[0].createdAt >= before && messages[0].createdAt <= Date.now());
    assert.equal(messages[1].createdAt, 5);
    assert.equal(new Set(messages.map(({ id }) => id)).size, 2);
  });

  test("may have grown since it was read, by messages without ids", () => {
    const first = ConversationManager.fromJSON([{ role: "user", content: "a" }, { role: "assistant", content: "b" }]).messages;
    const grown = [{ role: "system", content: "Be brief." }, ...first, { role: "user", content: "c" }];
    const { messages } = ConversationManager.fromJSON(grown);
    assert.deepEqual(messages.slice(1, 3), first);
    assert.equal(new Set(messages.map(({ id }) => id)).size, 4);
  });

  test("may be invalid: requests are repaired", () => {
    const conversation = ConversationManager.fromJSON([{ role: "tool", toolCallId: "x", content: "r" }, { role: "assistant", content: null, toolCalls: [{ id: "y", name: "look", arguments: "" }] }, { role: "user", content: "?" }]);
    for (const target of TARGETS) assert.equal(objection(target, conversation.toRequest(target, PARAMS[target]).body), null);
  });
});

/** The bill of the snapshots of versions 1 and 2, which hold none. */
const BILL = [{ model: "claude-sonnet-5", answers: 1, tokens: { input: 870, output: 30, cachedInput: 400 } }];

describe("snapshots of all versions", () => {
  const folder = new URL("../../fixtures/snapshots/", import.meta.url);
  const read = (name) => readFileSync(new URL(name, folder), "utf8");

  test("each version has a fixture, including the newest", () => {
    const { version } = new ConversationManager().toJSON();
    assert.deepEqual(readdirSync(folder).sort(), Array.from({ length: version + 1 }, (_, at) => `v${at}.json`));
    assert.equal(JSON.parse(read(`v${version}.json`)).version, version);
  });

  test("version 0 has the messages, with each result at its call", () => {
    const conversation = ConversationManager.fromJSON(read("v0.json"));
    assert.deepEqual(conversation.messages, JSON.parse(read("v0.json")));
    assert.deepEqual(outline(conversation), ["system:Be brief.", "user:Weather in Oslo?", "assistant>call_1,call_2", "tool<call_2", "user:Hurry.", "tool<call_1", "assistant:Rain."]);
    const { body, repairs } = conversation.toRequest("anthropic", PARAMS.anthropic);
    assert.equal(objection("anthropic", body), null);
    assert.deepEqual(body.messages[2].content.map(({ tool_use_id: id, text }) => id ?? text), ["call_2", "call_1", "Hurry."]);
    assert.deepEqual(repairs.map(({ code }) => code), ["result-moved", "user-message-added"]);
    assert.deepEqual([conversation.tokensSpent, conversation.pending, conversation.checkpoints, conversation.tokenLimit], [130, [], [], null]);
  });

  test("version 1 has the complete state", () => {
    const conversation = ConversationManager.fromJSON(read("v1.json"));
    // The report may be about a request that was written elsewhere, so it does not change the size.
    const { report, ...kept } = JSON.parse(read("v1.json"));
    assert.equal(report.tokens, 412);
    assert.deepEqual(conversation.toJSON(), { ...kept, version: 4, bill: BILL });
    assert.deepEqual(outline(conversation), ["system:Be brief.", "system:They spoke of Oslo.", "user:Book it.", "assistant>call_1", "tool<call_1", "tool<call_1", "tool<nobody", "assistant>call_2,call_3", "tool<call_3"]);
    assert.deepEqual([conversation.tokenLimit, conversation.tokensSpent], [8_000, 900]);
    assert.equal(conversation.contextTokens, estimateTokens(conversation.messages, { estimator: "bytes/3" }));
    assert.deepEqual(conversation.pending.map(({ id, source, name, content }) => [id, source, name, content]), [[3, "user", "Ada", "By train."], [5, "goal", "7", "Be on time."]]);
    const [checkpoint, ...others] = conversation.checkpoints;
    assert.deepEqual(others, []);
    assert.deepEqual([checkpoint.checkpointId, checkpoint.pendingToolCallId, checkpoint.threadId, checkpoint.agentClass], ["0b2ff7a5-8a1e-4d0b-9f5e-3c1d2e4f5a6b", "call_2", "t-1", null]);
    assert.deepEqual([checkpoint.originalInput, checkpoint.requestedAt, checkpoint.pendingToolArgs], [{ task: "book" }, "2026-01-02T03:04:05.678Z", { price: 12.5 }]);
    refusal(() => conversation.toRequest("anthropic", PARAMS.anthropic), "awaiting-approval");
    const { body, repairs } = conversation.toRequest("anthropic", PARAMS.anthropic, { openCalls: "close" });
    assert.equal(objection("anthropic", body), null);
    assert.deepEqual(repairs.map(({ code }) => code).sort(), ["arguments-filled", "duplicate-result-dropped", "field-dropped", "missing-result-added", "orphan-result-dropped", "reasoning-dropped"]);
    conversation.addMessage("tool", "Booked.", { toolCallId: "call_2" });
    assert.equal(conversation.enqueue({ source: "user", content: "Thanks." }).id, 10);
    assert.deepEqual(outline(conversation).slice(-5), ["tool<call_2", "user:By train.", "assistant>recall_goal_5", "tool<recall_goal_5", "user:Thanks."]);
  });

  test("version 2: the transcript, the reductions and the paths too", () => {
    const conversation = ConversationManager.fromJSON(read("v2.json"));
    const saved = JSON.parse(read("v2.json"));
    // The common part of the paths is written once.
    const [{ reductions, ...other }] = saved.paths;
    assert.deepEqual(reductions.map(({ rewrite }) => rewrite), saved.reductions.map(({ rewrite }) => rewrite));
    const own = { ...other, base: [0, 0, [[0, 4]]], messages: other.messages.slice(4), prefixChanged: [] };
    assert.deepEqual(conversation.toJSON(), { ...saved, version: 4, bill: BILL, paths: [own] });
    assert.deepEqual(conversation.messages.map(({ id }) => id), ["m0", "m1", "m21", "m22", "m24"]);
    assert.deepEqual(conversation.transcript.map(({ message }) => message.id), ["m0", "s0", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m20", "m21", "m22", "m24"]);
    assert.deepEqual(conversation.siblings("m24"), ["m23", "m24"]);
    conversation.select("m23");
    conversation.undoAll();
    assert.deepEqual(outline(conversation), ["system:Be brief.", "system:They spoke of Oslo.", "user:Book it.", "assistant>call_1", "tool<call_1", "tool<call_1", "tool<nobody", "assistant>call_2,call_3", "tool<call_3", "tool<call_2", "user:And a hotel?", "assistant:Which one?", "user:The small one."]);
    assert.equal(objection("anthropic", conversation.toRequest("anthropic", PARAMS.anthropic).body), null);
  });

  test("version 3: the model that sizes are counted for too", () => {
    const saved = JSON.parse(read("v3.json"));
    const conversation = ConversationManager.fromJSON(read("v3.json"));
    assert.equal(saved.estimator, "script@gpt-5, chat");
    // Earlier packages kept of a count what it exceeded the estimate by: now it is a count for an estimate of nothing.
    const counted = ({ corrections, ...path }) => ({ ...path, corrections: corrections.map(({ tokens, ...correction }) => ({ ...correction, counted: tokens, estimated: 0 })) });
    // The common part of the paths is written once.
    const [other] = saved.paths.map(counted);
    assert.deepEqual(conversation.toJSON(), { ...counted(saved), version: 4, paths: [{ ...other, base: [0, 1, [[0, 6]]], messages: other.messages.slice(7), answers: [] }] });
    // The provider counted more than was estimated, with messages that are left. Each version of the package may estimate a little otherwise.
    const { tokensAfter } = saved.reductions[0];
    assert.ok(Math.abs(conversation.contextTokens - tokensAfter) < tokensAfter / 10, `${conversation.contextTokens}, and ${tokensAfter} when it was saved`);
    assert.ok(conversation.contextTokens > 5 * estimateTokens(conversation.messages, { model: "gpt-5" }));
    assert.deepEqual(conversation.pending.map(({ id, source, name, content }) => [id, source, name, content]), [[1, "goal", "7", "Be on time."]]);
    assert.deepEqual(conversation.messages.map(({ id }) => id), ["m0", "m1", "m5", "m6", "m8"]);
    assert.deepEqual(conversation.siblings("m8"), ["m7", "m8"]);
    // This history, without the provider's count.
    const list = ConversationManager.fromJSON(saved.messages);
    assert.equal(list.contextTokens, estimateTokens(saved.messages));
    list.toRequest("openai-chat", { model: "gpt-5" });
    assert.equal(list.contextTokens, estimateTokens(saved.messages, { model: "gpt-5" }));
    assert.equal(list.toJSON().estimator, saved.estimator);
    conversation.select("m7");
    conversation.undoAll();
    assert.deepEqual(outline(conversation), ["system:Be brief.", "user:Book it.", "assistant>call_1", "tool<call_1", "assistant:There is one train.", "user:And a hotel?", "assistant:Which one?", "user:The small one."]);
    for (const target of TARGETS) assert.equal(objection(target, conversation.toRequest(target, PARAMS[target]).body), null, target);
  });

  test("version 4: what paths share is written once", () => {
    const saved = JSON.parse(read("v4.json"));
    const conversation = ConversationManager.fromJSON(read("v4.json"));
    assert.deepEqual(conversation.toJSON(), saved);
    assert.deepEqual(saved.paths.map(({ base }) => base), [[0, 2, [[0, 4]]], [1, 0, [[0, 6]]], [0, 1, [[0, 5]]]]);
    const start = ["system:Be brief.", "user:Book it.", "assistant>call_1,call_2", "tool<call_2", "tool<call_1", "assistant:There is one of each."];
    const boat = ["user:And a boat?", "assistant:There is none.", "user:Then a table.", "assistant:For how many?"];
    const table = ["user:And a table?", "assistant:For how many?"];
    for (const [id, ...end] of [
      ["m9", ...table, "user:For two.", "assistant:It is booked."],
      ["m10", ...table, "user:For three.", "assistant:Three it is."],
      ["m15", ...boat, "user:For four.", "assistant:Four it is."],
      ["m17", ...boat, "user:For five.", "assistant:Five it is.", "user:Thanks."],
    ]) {
      conversation.select(id);
      conversation.undoAll();
      assert.deepEqual(outline(conversation), [...start, ...end], id);
      for (const target of TARGETS) assert.equal(objection(target, conversation.toRequest(target, PARAMS[target]).body), null, target);
    }
  });
});

describe("its size", () => {
  const words = "The same few words in every message. ".repeat(8);
  const grown = (messages, edits, reduces = () => {}) => {
    const conversation = new ConversationManager();
    for (let at = 0; at < messages; at += 1) conversation.addMessage(at % 2 === 0 ? "user" : "assistant", `${at} ${words}`);
    for (let at = 0; at < edits; at += 1) {
      const users = conversation.messages.filter(({ role }) => role === "user");
      conversation.edit(users[Math.max(0, users.length - 1 - (at % 7))].id, `${at} ${words}`);
      conversation.addMessage("assistant", `${at} ${words}`);
      reduces(conversation, at);
    }
    return conversation;
  };
  /** The bytes of a snapshot beyond those of its messages. */
  const beside = (conversation) => {
    const text = JSON.stringify(conversation);
    const messages = text.match(/"id":"msg-/g).length;
    return { messages, rest: text.length - messages * JSON.stringify(conversation.messages.at(-1)).length };
  };

  for (const [name, reduces] of [
    ["", undefined],
    [", with reductions between", (conversation, at) => at % 20 === 19 && conversation.truncate({ keepRecent: 40 })],
  ]) {
    test(`grows with messages, not with paths and their messages${name}`, () => {
      const [few, many] = [10, 200].map((edits) => beside(grown(2_000, edits, reduces)));
      assert.ok(many.rest < few.rest + 250 * (many.messages - few.messages), `${few.rest} bytes for ${few.messages} messages, ${many.rest} for ${many.messages}`);
    });
  }

  test("is that of the conversation after any number of restarts", () => {
    const conversation = grown(200, 40, (own, at) => at % 8 === 7 && own.truncate({ keepRecent: 12 }));
    let again = conversation.toJSON();
    for (let restarts = 0; restarts < 3; restarts += 1) again = ConversationManager.fromJSON(again).toJSON();
    assert.deepEqual(again, conversation.toJSON());
  });
});
