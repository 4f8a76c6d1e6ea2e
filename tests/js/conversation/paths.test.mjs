// Transcript, undo, and the paths through a conversation.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { objection } from "../../support/judges.mjs";
import { TARGETS } from "../../support/targets.mjs";
import { PARAMS } from "../../support/conversation/waiting.mjs";

/** A conversation of four turns, each with an id of its number: q1, a1, q2, and so on. */
function fourTurns(options) {
  const conversation = new ConversationManager(options);
  for (const turn of [1, 2, 3, 4]) {
    conversation.addMessage({ id: `q${turn}`, role: "user", content: `Question ${turn}?` });
    conversation.addMessage({ id: `a${turn}`, role: "assistant", content: `Answer ${turn}.` });
  }
  return conversation;
}

const said = (conversation) => conversation.transcript.map(({ message }) => message.id);
const history = (conversation) => conversation.messages.map(({ id }) => id);
const states = (conversation) => conversation.transcript.map(({ state }) => state);
const bytes = (conversation, target = "openai-chat") => Buffer.from(conversation.toRequestBytes(target, PARAMS[target])).toString();

/** Runs `work`, and returns the code of the error that it throws. */
function codeOf(work) {
  try {
    work();
  } catch (error) {
    return error.code;
  }
  return null;
}

/** Replaces everything through this message by a summary. */
async function summarized(conversation, through) {
  const engineLimit = 10_000;
  class Summing extends ConversationManager {
    reduce({ draft }) {
      draft.summarize(through, "They spoke.");
      return true;
    }
  }
  const own = Summing.fromJSON({ ...conversation.toJSON(), settings: { tokenLimit: engineLimit, proactiveCompression: { compressionThreshold: 0.000_1 } } });
  await own.prepare("openai-chat", PARAMS["openai-chat"]);
  return own;
}

describe("a reduction", () => {
  test("removes messages from the history and leaves them in the transcript", () => {
    const conversation = fourTurns();
    const before = bytes(conversation);
    conversation.truncate({ keepRecent: 2 });
    assert.deepEqual(history(conversation), ["q3", "a3", "q4", "a4"]);
    assert.deepEqual(said(conversation), ["q1", "a1", "q2", "a2", "q3", "a3", "q4", "a4"]);
    assert.deepEqual(states(conversation), ["removed", "removed", "removed", "removed", "kept", "kept", "kept", "kept"]);
    assert.deepEqual(conversation.reductions.map(({ removed }) => removed), [["q1", "a1", "q2", "a2"]]);
    assert.equal(conversation.transcript[0].reduction, 0);
    assert.equal(conversation.undo(), true);
    assert.equal(bytes(conversation), before);
    assert.deepEqual([conversation.undo(), conversation.reductions, conversation.lastReduction], [false, [], null]);
  });

  test("is undone newest first, and what came since stays", () => {
    const conversation = fourTurns();
    conversation.truncate({ keepRecent: 3 });
    conversation.addMessage({ id: "q5", role: "user", content: "Question 5?" });
    conversation.truncate({ keepRecent: 2 });
    assert.deepEqual(history(conversation), ["q4", "a4", "q5"]);
    conversation.undo();
    assert.deepEqual(history(conversation), ["q2", "a2", "q3", "a3", "q4", "a4", "q5"]);
    assert.equal(conversation.undoAll(), 1);
    assert.deepEqual(history(conversation), [...said(fourTurns()), "q5"]);
  });

  test("puts a summary in the history, which nobody said", async () => {
    const conversation = await summarized(fourTurns(), "a2");
    assert.equal(conversation.messages[0].content, "They spoke.");
    assert.deepEqual(said(conversation), said(fourTurns()));
    assert.equal(conversation.reductions[0].summary, conversation.messages[0].id);
    conversation.undoAll();
    assert.deepEqual(history(conversation), said(fourTurns()));
  });

  test("gives up a call, whose late result joins it after the undo", () => {
    const conversation = fourTurns();
    conversation.addMessage({ id: "call", role: "assistant", content: null, toolCalls: [{ id: "c1", name: "look", arguments: "{}" }] });
    conversation.addMessage({ id: "q5", role: "user", content: "Never mind." });
    conversation.truncate({ keepRecent: 1 });
    conversation.addMessage({ id: "late", role: "tool", toolCallId: "c1", content: "Seen." });
    conversation.undo();
    for (const target of TARGETS) assert.equal(objection(target, conversation.toRequest(target, PARAMS[target]).body), null);
    assert.match(bytes(conversation), /Seen\./);
  });

  test("hides messages whose ids cannot be used for others", () => {
    const conversation = fourTurns();
    conversation.truncate({ keepRecent: 1 });
    assert.equal(codeOf(() => conversation.addMessage({ id: "q1", role: "user", content: "Other words" })), "duplicate-id");
    const again = conversation.transcript[0].message;
    assert.deepEqual(conversation.addMessage(again), again);
    assert.deepEqual(said(conversation), said(fourTurns()), "what is in the transcript is not added again");
  });

  test("of reasoning: what a model thought since is not sent after the undo", () => {
    const thinking = (id, text) => ({ id, role: "assistant", model: "claude-sonnet-4-5", content: [{ type: "reasoning", text, signature: "c2ln" }, { type: "text", text: "Done." }, { type: "text", text: "." }], extrasFrom: "anthropic" });
    const conversation = fourTurns();
    conversation.addMessage(thinking("before", "Before."));
    conversation.addMessage("user", "Go on.");
    conversation.truncate({ keepRecent: 2 });
    conversation.addMessage(thinking("after", "After."));
    const isSent = (text) => bytes(conversation, "anthropic").includes(text);
    assert.deepEqual([isSent("Before."), isSent("After.")], [false, true], "the reduction changed what stood before the first");
    conversation.undo();
    assert.deepEqual([isSent("Before."), isSent("After.")], [true, false]);
  });
});

describe("an answer to a request of an earlier state", () => {
  const answer = { id: "m", model: PARAMS.anthropic.model, role: "assistant", content: [{ type: "thinking", thinking: "Hm.", signature: "c2ln" }, { type: "text", text: "Done." }] };
  const CHANGES = {
    nothing: () => {},
    "another message": (conversation) => conversation.addMessage("user", "And more."),
    truncate: (conversation) => conversation.truncate({ keepRecent: 2 }),
    undo: (conversation) => conversation.undo(),
    "another prompt": (conversation) => { conversation.systemPrompt = "Be long."; },
    edit: (conversation) => conversation.edit("q4", "Other?"),
  };
  for (const [name, change] of Object.entries(CHANGES)) {
    test(`keeps its reasoning only if the history is the one that was asked: ${name}`, async () => {
      const conversation = fourTurns({ systemPrompt: "Be brief." });
      conversation.truncate({ keepRecent: 3 });
      conversation.addMessage("user", "Go on.");
      await conversation.prepare("anthropic", PARAMS.anthropic);
      change(conversation);
      conversation.addResponse("anthropic", answer);
      conversation.addMessage("user", "Next?");
      assert.equal(bytes(conversation, "anthropic").includes("c2ln"), name === "nothing");
    });
  }
});

describe("memory", () => {
  test("archive hands out what was removed or shortened, and lets go of it", () => {
    const conversation = fourTurns();
    conversation.truncate({ keepRecent: 3 });
    assert.deepEqual(conversation.archive().map(({ message, state }) => [message.id, state]), [["q1", "removed"], ["a1", "removed"]]);
    assert.deepEqual(said(conversation), history(conversation));
    assert.equal(conversation.undo(), false);
    assert.deepEqual(conversation.archive(), []);
  });

  test("with `transcript: false` nothing is kept, in a snapshot neither", async () => {
    const conversation = fourTurns({ transcript: false, tokenLimit: 60 });
    conversation.truncate({ keepRecent: 3 });
    conversation.rewind("a3");
    for (const own of [conversation, ConversationManager.fromJSON(JSON.stringify(conversation))]) {
      assert.deepEqual([said(own), own.reductions, own.undo()], [["q2", "a2", "q3", "a3"], [], false]);
      own.addMessage("user", "Long words. ".repeat(30));
      await assert.rejects(() => own.prepare("openai-chat", PARAMS["openai-chat"]), { code: "cannot-fit" });
      assert.equal(own.messageCount, 5, "a request that fails still undoes its reductions");
    }
    assert.equal(codeOf(() => fourTurns({ transcript: 1 })), "invalid-argument");
  });

  test("with `transcript: false` a reducer cannot undo what `prepare` may take back", async () => {
    let undone = null;
    const conversation = fourTurns({ transcript: false, tokenLimit: 60, reduce: ({ draft }) => draft.keepRecentTurns(1) > 0, onReduce: () => {} });
    const own = conversation.prepare.bind(conversation);
    conversation.subscribe(() => (undone ??= conversation.undo()));
    await own("openai-chat", PARAMS["openai-chat"]);
    assert.equal(undone, false);
  });

  test("clear removes the transcript and all paths", () => {
    const conversation = fourTurns({ systemPrompt: "Be brief." });
    conversation.edit("q2", "Other?");
    conversation.truncate({ keepRecent: 1 });
    conversation.clear();
    assert.deepEqual(conversation.transcript.map(({ message }) => message.content), ["Be brief."]);
    assert.equal(codeOf(() => conversation.select("q1")), "invalid-argument");
  });
});

describe("paths", () => {
  test("edit puts a message in the place of another, and select goes back", () => {
    const conversation = fourTurns();
    const before = bytes(conversation);
    const edited = conversation.edit("q3", "Other question?");
    assert.deepEqual(history(conversation), ["q1", "a1", "q2", "a2", edited.id]);
    assert.deepEqual([edited.role, edited.content], ["user", "Other question?"]);
    assert.deepEqual(conversation.siblings(edited.id), ["q3", edited.id]);
    assert.deepEqual(conversation.siblings("q1"), ["q1"]);
    conversation.select("q3");
    assert.equal(bytes(conversation), before);
    conversation.select(edited.id);
    assert.equal(conversation.messages.at(-1).id, edited.id);
  });

  test("regenerate makes room for another response", () => {
    const conversation = fourTurns();
    assert.equal(conversation.regenerate().id, "q4");
    conversation.addMessage({ id: "b4", role: "assistant", content: "Another answer." });
    assert.equal(conversation.regenerate("b4").id, "q4");
    conversation.addMessage({ id: "c4", role: "assistant", content: "A third answer." });
    assert.deepEqual(conversation.siblings("c4"), ["a4", "b4", "c4"]);
    conversation.regenerate("a2");
    assert.deepEqual(history(conversation), ["q1", "a1", "q2"]);
    assert.equal(codeOf(() => conversation.regenerate()), "invalid-argument");
    assert.equal(codeOf(() => conversation.regenerate("q1")), "invalid-argument");
  });

  test("regenerate goes back over the calls and results of an answer", () => {
    const conversation = fourTurns();
    conversation.addMessage("user", "Look.");
    conversation.addMessage("assistant", null, { toolCalls: [{ id: "c1", name: "look", arguments: "{}" }] });
    conversation.addMessage("tool", "Seen.", { toolCallId: "c1" });
    conversation.addMessage("assistant", "I have seen it.");
    assert.equal(conversation.regenerate().content, "Look.");
    assert.equal(conversation.messageCount, 9);
  });

  test("rewind ends the path, and opens the calls of its last message", () => {
    const conversation = fourTurns();
    conversation.addMessage({ id: "call", role: "assistant", content: null, toolCalls: [{ id: "c1", name: "look", arguments: "{}" }] });
    conversation.addMessage({ id: "result", role: "tool", toolCallId: "c1", content: "Seen." });
    conversation.addMessage({ id: "end", role: "assistant", content: "Done." });
    assert.equal(conversation.rewind("call"), 2);
    assert.equal(conversation.busy, true);
    conversation.addMessage({ id: "other", role: "tool", toolCallId: "c1", content: "Nothing." });
    assert.deepEqual(conversation.siblings("other"), ["result", "other"]);
    assert.equal(conversation.rewind("other"), 0);
    conversation.select("result");
    assert.equal(conversation.messages.at(-1).id, "end");
  });

  test("a checkpoint belongs to the path on which it waits", () => {
    const conversation = fourTurns();
    conversation.addMessage({ id: "call", role: "assistant", content: null, toolCalls: [{ id: "c1", name: "remove", arguments: "{}" }] });
    const { checkpointId } = conversation.suspend({ needsApproval: () => true });
    conversation.rewind("a4");
    assert.deepEqual([conversation.checkpoints.length, conversation.busy], [0, false]);
    conversation.addMessage("user", "Something else.");
    conversation.select("call");
    assert.deepEqual(conversation.checkpoints.map((checkpoint) => checkpoint.checkpointId), [checkpointId]);
  });

  test("the common beginning keeps its bytes, also after a reduction", () => {
    const conversation = fourTurns();
    conversation.truncate({ keepRecent: 3 });
    const before = bytes(conversation);
    conversation.edit("q4", "Other question?");
    const after = bytes(conversation);
    const common = before.indexOf("Question 4");
    assert.equal(after.slice(0, common), before.slice(0, common));
    assert.deepEqual(history(conversation).slice(0, 4), ["q2", "a2", "q3", "a3"]);
  });

  test("a message that was removed can be edited: the reductions that removed what stands before it are undone", async () => {
    const conversation = fourTurns();
    conversation.truncate({ keepRecent: 1 });
    conversation.edit("q2", "Other question?");
    assert.deepEqual(history(conversation).slice(0, 2), ["q1", "a1"]);
    assert.deepEqual(conversation.reductions, []);
    conversation.select("q4");
    assert.deepEqual(history(conversation), ["q4", "a4"], "on its own path the reduction is in force");
    const summary = await summarized(fourTurns(), "a3");
    summary.rewind("a2");
    assert.deepEqual(history(summary), ["q1", "a1", "q2", "a2"], "a summary of what came later does not stay");
  });

  test("a reduction of messages behind the new end is gone", () => {
    const conversation = fourTurns();
    conversation.addMessage({ id: "call", role: "assistant", content: null, toolCalls: [{ id: "c1", name: "look", arguments: "{}" }] });
    conversation.addMessage({ id: "result", role: "tool", toolCallId: "c1", content: "Seen. ".repeat(300) });
    conversation.addMessage("user", "Go on.");
    conversation.truncate({ keepRecent: 4 });
    return conversation.reduceNow({ maxTokens: 10, reduce: ({ draft }) => draft.shortenToolResults() > 0 }).then(() => {
      assert.equal(conversation.reductions.length, 2);
      conversation.rewind("a4");
      assert.deepEqual(conversation.reductions.map(({ shortened }) => shortened), [[]]);
      assert.deepEqual(ConversationManager.fromJSON(JSON.stringify(conversation)).reductions, conversation.reductions);
    });
  });

  test("going back twice keeps both versions within reach", () => {
    const conversation = fourTurns();
    conversation.rewind("q3");
    conversation.rewind("q2");
    conversation.addMessage({ id: "b2", role: "assistant", content: "Other answer." });
    assert.deepEqual(conversation.siblings("b2"), ["a2", "b2"]);
    assert.deepEqual(ConversationManager.fromJSON(JSON.stringify(conversation)).siblings("b2"), ["a2", "b2"]);
    conversation.select("a2");
    assert.deepEqual(said(conversation), said(fourTurns()));
  });

  test("fork copies the path, and neither changes the other", () => {
    class Own extends ConversationManager {}
    const conversation = Own.from("backscroll", fourTurns().messages, { tokenLimit: 900, estimator: (text) => text.length });
    conversation.edit("q4", "Other?");
    const fork = conversation.fork({ through: "a2" });
    assert.ok(fork instanceof Own);
    assert.deepEqual([history(fork), fork.tokenLimit], [["q1", "a1", "q2", "a2"], 900]);
    assert.deepEqual(fork.siblings("a2"), ["a2"]);
    assert.equal(codeOf(() => fork.select("q4")), "invalid-argument", "other paths are not copied");
    fork.addMessage("user", "Only here.");
    assert.equal(conversation.messages.at(-1).content, "Other?");
    assert.equal(codeOf(() => conversation.fork({ through: "nobody" })), "invalid-argument");
  });

  test("an error changes nothing", () => {
    const conversation = fourTurns({ systemPrompt: "Be brief.", limits: { messageBytes: 500 } });
    const { id } = conversation.messages[0];
    const before = JSON.stringify(conversation);
    const table = {
      "edit of nothing": () => conversation.edit("nobody", "?"),
      "edit of the prompt": () => conversation.edit(id, "?"),
      "edit by a number": () => conversation.edit("q1", 5),
      "edit that is too large": () => conversation.edit("q1", "x".repeat(600)),
      "rewind to nothing": () => conversation.rewind("nobody"),
      "rewind to a number": () => conversation.rewind(3),
      "siblings of nothing": () => conversation.siblings("nobody"),
      "select of nothing": () => conversation.select("nobody"),
    };
    for (const [name, work] of Object.entries(table)) assert.match(String(codeOf(work)), /^(invalid-argument|invalid-message|too-large)$/, name);
    assert.equal(JSON.stringify(conversation), before);
  });

  test("a reduction that is under way while the path changes is stale", async () => {
    const conversation = fourTurns();
    let go;
    const waiting = new Promise((resolve) => (go = resolve));
    const own = ConversationManager.fromJSON({ ...conversation.toJSON(), settings: { tokenLimit: 20 } }, {
      reduce: async ({ draft }) => {
        await waiting;
        return draft.keepRecentTurns(1) > 0;
      },
    });
    const request = own.prepare("openai-chat", PARAMS["openai-chat"]);
    own.rewind("a3");
    go();
    await assert.rejects(() => request, (error) => ["stale-plan", "cannot-fit"].includes(error.code));
    assert.deepEqual(history(own), ["q1", "a1", "q2", "a2", "q3", "a3"]);
  });
});

test("a snapshot holds transcript, reductions and paths", async () => {
  const conversation = await summarized(fourTurns({ systemPrompt: "Be brief." }), "a1");
  conversation.edit("q4", "Other?");
  conversation.addMessage("assistant", "Other answer.");
  conversation.truncate({ keepRecent: 1 });
  const restored = ConversationManager.fromJSON(JSON.stringify(conversation));
  const view = (own) => [own.transcript, own.messages, own.reductions, bytes(own)];
  assert.deepEqual(view(restored), view(conversation));
  for (const own of [conversation, restored]) {
    own.undo();
    own.select("a4");
  }
  assert.deepEqual(view(restored), view(conversation));
  for (const own of [conversation, restored]) own.undoAll();
  assert.deepEqual(view(restored), view(conversation));
});
