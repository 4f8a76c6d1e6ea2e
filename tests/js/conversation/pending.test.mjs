// Pending messages and the queue that holds them.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager } from "backscroll";
import { objection, TARGETS } from "../../support/judges.mjs";
import { mendings } from "../../support/conversation/mendings.mjs";
import { PARAMS, assertSendable, calling, outline, waitingContents } from "../../support/conversation/waiting.mjs";
import { refusal, state } from "../../support/basics.mjs";

const CONTENT = "Line one.\nLine two.";

/** The table of sources. `pair` is null for the user, who needs no phantom tool. */
const ROWS = [
  { source: "user", name: undefined, shown: CONTENT, pair: null },
  { source: "user", name: "Ada", shown: CONTENT, pair: null },
  { source: "subagent", name: "scout", shown: `[sub-agent scout]: ${CONTENT}`, pair: ["subagent_message", { from: "scout" }] },
  { source: "skill", name: "cooking", shown: `[recalled skill: cooking]\n${CONTENT}`, pair: ["recall_skill", { skill: "cooking" }] },
  { source: "workflow", name: "deploy", shown: `[recalled workflow: deploy]\n${CONTENT}`, pair: ["recall_workflow", { workflow: "deploy" }] },
  { source: "recall", name: "42", shown: CONTENT, pair: ["recall_memory", { message_id: 42 }] },
  { source: "goal", name: "7", shown: `[goal 7]\n${CONTENT}`, pair: ["recall_goal", { goal_id: 7 }] },
];

/** Numbers at the beginning of a text; 0 for a text without one. */
const NUMBERS = [
  ["42", 42],
  ["42abc", 42],
  ["abc", 0],
  ["  9 lives", 9],
  ["-3", -3],
  ["+3", 3],
  ["007", 7],
  ["1.9", 1],
  ["0x10", 0],
  ["４２", 0],
  ["🙂", 0],
];

describe("a pending message of each source", () => {
  for (const { source, name, shown, pair } of ROWS) {
    test(`${source}${name === undefined ? "" : ` ${name}`} is shown and told as the table says`, () => checkRow({ source, name, shown, pair }));
  }

  for (const [name, number] of NUMBERS) {
    test(`the number in ${JSON.stringify(name)} is ${number}`, () => {
      const conversation = calling();
      for (const [source, key] of [["recall", "message_id"], ["goal", "goal_id"]]) {
        assert.deepEqual(conversation.enqueue({ source, name, content: "x" }).phantomToolInput, { [key]: number });
      }
    });
  }
});

function checkRow({ source, name, shown, pair }) {
  const conversation = calling();
  const waiting = conversation.enqueue({ source, ...(name !== undefined && { name }), content: CONTENT });
  const [tool, input] = pair ?? [null, null];
  const wanted = { id: 1, source, name: name ?? null, content: CONTENT, displayContent: shown, messageId: null, isPhantomPair: pair !== null, phantomToolName: tool, phantomToolInput: input };
  assert.deepEqual({ ...waiting }, wanted);
  assert.deepEqual(conversation.pending.map((one) => ({ ...one })), [wanted]);
  assert.deepEqual(structuredClone(waiting), wanted);
  assert.deepEqual(JSON.parse(JSON.stringify(waiting)), wanted);
  const told = waiting.toLlmMessages();
  if (pair === null) return assert.equal(told, CONTENT);
  const id = `${tool}_1`;
  assert.deepEqual(told, [
    { role: "assistant", content: [{ type: "tool_use", id, name: tool, input }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: CONTENT }] },
  ]);
  told[0].content[0].input.changed = true;
  assert.deepEqual(waiting.phantomToolInput, input, "what is handed out is a copy");
}

describe("refusals of enqueue", () => {
  const refused = [
    ["an unknown source", { source: "robot", content: "x" }, "invalid-pending", /source: unknown source `robot`.*user, subagent, skill, workflow, recall, goal/],
    ["a source of another spelling", { source: "User", content: "x" }, "invalid-pending", /unknown source `User`/],
    ["a name that every object has", { source: "constructor", content: "x" }, "invalid-pending", /unknown source/],
    ["no source", { content: "x" }, "invalid-pending", /`message.source` must be a string/],
    ["no content", { source: "user" }, "invalid-pending", /`message.content` must be a string/],
    ["content that is no text", { source: "user", content: ["x"] }, "invalid-pending", /given was an array/],
    ["empty content", { source: "user", content: "" }, "invalid-pending", /content: .*not be blank/],
    ["blank content", { source: "goal", name: "1", content: " \n\t\u3000" }, "invalid-pending", /content: .*not be blank/],
    ...["subagent", "skill", "workflow", "recall", "goal"].flatMap((source) => [
      [`a ${source} without a name`, { source, content: "x" }, "invalid-pending", /^name: /],
      [`a ${source} with a blank name`, { source, name: " ", content: "x" }, "invalid-pending", /^name: /],
    ]),
    ["a name that is no text", { source: "goal", name: 5, content: "x" }, "invalid-pending", /`message.name` must be a string/],
    ["an unknown field", { source: "user", content: "x", id: 9 }, "invalid-argument", /no field "id"/],
    ["a misspelt field", { Source: "user", content: "x" }, "invalid-argument", /Did you mean `source`/],
    ["null", null, "invalid-argument", /must be an object/],
    ["a list", [], "invalid-argument", /must be an object/],
    ["more than a message may be", { source: "user", content: "x".repeat(2_000) }, "too-large", /over the limit/],
  ];
  for (const [name, message, code, says] of refused) {
    test(`${name} is ${code}, and changes nothing`, () => {
      for (const conversation of [calling(["c1"], { limits: { messageBytes: 1_000 } }), new ConversationManager({ limits: { messageBytes: 1_000 } })]) {
        const before = state(conversation);
        assert.match(refusal(() => conversation.enqueue(message), code).message, says);
        assert.equal(state(conversation), before);
        assert.deepEqual(conversation.pending, []);
        conversation.beginRun();
        assert.equal(conversation.enqueue({ source: "user", content: "x" }).id, 1, "a refused message takes no id");
      }
    });
  }
});

describe("idle", () => {
  for (const { source, name, shown } of ROWS) {
    test(`a message of a ${source}${name === undefined ? "" : ` ${name}`} becomes a user message with its display content`, () => {
      const conversation = new ConversationManager();
      const said = conversation.enqueue({ source, ...(name !== undefined && { name }), content: CONTENT });
      const [message] = conversation.messages;
      assert.equal(conversation.messageCount, 1);
      assert.deepEqual([message.role, message.content, message.id], ["user", shown, said.messageId]);
      assert.equal(message.name, source === "user" ? name : undefined);
      assert.deepEqual(conversation.pending, []);
      assertSendable(conversation, { codes: ["field-dropped"] });
    });
  }

  test("pending messages go before new ones", () => {
    const conversation = new ConversationManager();
    conversation.beginRun();
    for (const content of ["one", "two"]) conversation.enqueue({ source: "user", content });
    conversation.enqueue({ source: "goal", name: "3", content: "three" });
    conversation.endRun();
    const last = conversation.enqueue({ source: "subagent", name: "four", content: "4" });
    assert.deepEqual(outline(conversation), ["user:one", "user:two", "assistant>recall_goal_3", "tool<recall_goal_3", "user:[sub-agent four]: 4"]);
    assert.equal(last.id, 4);
    assert.equal(conversation.messages.at(-1).id, last.messageId);
    assertSendable(conversation);
  });

  test("ids grow whether messages are pending or not", () => {
    const conversation = new ConversationManager();
    const ids = [false, true, true, false].map((isRunning) => {
      if (isRunning) conversation.beginRun();
      else conversation.endRun();
      return conversation.enqueue({ source: "user", content: "x" }).id;
    });
    assert.deepEqual(ids, [1, 2, 3, 4]);
  });
});

describe("busy", () => {
  const busy = [
    ["during a run", () => { const conversation = new ConversationManager(); conversation.beginRun(); return conversation; }],
    ["while a call is open", () => calling()],
    ["while one of two calls is open", () => { const conversation = calling(["c1", "c2"]); conversation.addMessage("tool", "1", { toolCallId: "c1" }); return conversation; }],
    ["while a call waits for a decision", () => { const conversation = calling(); conversation.suspend(); return conversation; }],
    ["while a call is open behind words of the user", () => { const conversation = calling(); conversation.addMessage("user", "And?"); return conversation; }],
  ];
  for (const [when, start] of busy) {
    test(`${when}, a message is pending and not in the history`, () => {
      const conversation = start();
      const before = state(conversation);
      assert.equal(conversation.busy, true);
      const { messageId } = conversation.enqueue({ source: "user", content: "Wait for me." });
      assert.equal(messageId, null);
      assert.equal(state(conversation), before);
      assert.deepEqual(waitingContents(conversation), ["Wait for me."]);
    });
  }

  test("the conversation is idle after the run and the last result", () => {
    const conversation = calling(["c1", "c2"]);
    conversation.beginRun();
    for (const id of ["c1", "c2"]) conversation.addMessage("tool", "r", { toolCallId: id });
    assert.equal(conversation.busy, true);
    conversation.endRun();
    assert.equal(conversation.busy, false);
  });
});

describe("withdrawing", () => {
  test("removes one message, once", () => {
    const conversation = calling();
    for (const content of ["a", "b", "c"]) conversation.enqueue({ source: "user", content });
    assert.deepEqual([conversation.withdraw(2), conversation.withdraw(2)], [true, false]);
    assert.deepEqual(waitingContents(conversation), ["a", "c"]);
    conversation.addMessage("tool", "r", { toolCallId: "c1" });
    conversation.promotePending();
    assert.deepEqual(outline(conversation).slice(3), ["user:a", "user:c"]);
    assert.equal(conversation.withdraw(1), false, "it was promoted");
    conversation.beginRun();
    assert.equal(conversation.enqueue({ source: "user", content: "d" }).id, 4, "ids are not used again");
  });

  for (const id of [0, -1, 1.5, NaN, Infinity, 2 ** 53, "1", null, undefined, {}, 1n, true]) {
    test(`${typeof id} ${String(id)} names no message`, () => {
      const conversation = calling();
      conversation.enqueue({ source: "user", content: "stays" });
      assert.equal(conversation.withdraw(id), false);
      assert.deepEqual(waitingContents(conversation), ["stays"]);
    });
  }
});

const NAMES = ["two words", "🙂👩‍👩‍👧", 'quo"ted \\ back', "new\nline", "ünïcödé", "x".repeat(10_000), "__proto__", "</tool>", "\u0000"];

describe("names of any kind", () => {
  for (const name of NAMES) {
    test(`${JSON.stringify(name).slice(0, 30)} leaves ids within every provider's limits`, () => {
      const conversation = calling();
      for (const source of ["subagent", "skill", "workflow", "recall", "goal"]) conversation.enqueue({ source, name, content: "x" });
      const inputs = conversation.pending.slice(0, 3).map(({ phantomToolInput }) => Object.values(phantomToolInput)[0]);
      assert.deepEqual(inputs, [name, name, name]);
      conversation.addMessage("tool", "r", { toolCallId: "c1" });
      conversation.promotePending();
      for (const target of TARGETS) {
        const { body, repairs } = conversation.toRequest(target, PARAMS[target]);
        assert.equal(objection(target, body, target === "openai-chat" ? { idLimit: 40 } : {}), null);
        assert.deepEqual(mendings(repairs), []);
        const ids = JSON.stringify(body).match(/"(?:id|tool_use_id|tool_call_id|toolUseId|call_id)":"[^"]*"/g) ?? [];
        assert.equal(ids.length, 12, `${target}: a call and its result have an id each`);
        for (const id of ids) assert.match(id, /^"\w+":"[a-zA-Z0-9_-]{1,40}"$/);
      }
    });
  }

  test("ids of a million messages stay within 40 characters", () => {
    const conversation = new ConversationManager();
    const snapshot = conversation.toJSON();
    snapshot.pending.lastId = 4_503_599_627_370_490;
    const late = ConversationManager.fromJSON(snapshot);
    late.beginRun();
    const { id } = late.enqueue({ source: "subagent", name: "a", content: "x" });
    assert.equal(id, 4_503_599_627_370_491);
    const [{ content: [{ id: callId }] }] = late.pending[0].toLlmMessages();
    assert.match(callId, /^[a-zA-Z0-9_-]{1,40}$/);
  });
});

test("a lone surrogate becomes U+FFFD, and that is reported", () => {
  const conversation = calling();
  const { content, name } = conversation.enqueue({ source: "goal", name: "1\ud800", content: "half \udc00" });
  assert.deepEqual([content, name], ["half \ufffd", "1\ufffd"]);
  assert.deepEqual(conversation.lastRepairs.map(({ code }) => code), ["lone-surrogate-replaced"]);
});

test("pending messages survive a reduction, a truncate and a clear", () => {
  const conversation = calling();
  conversation.enqueue({ source: "user", content: "still here" });
  conversation.truncate({ keepRecent: 0 });
  conversation.clear();
  assert.deepEqual(waitingContents(conversation), ["still here"]);
  conversation.promotePending();
  assert.deepEqual(outline(conversation), ["user:still here"]);
});
