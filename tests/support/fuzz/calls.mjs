// A sequence of calls on a conversation, by chance. Whatever is called, the conversation can be sent, saved and restored.

import assert from "node:assert/strict";
import { ConversationError, ConversationManager, fitBudget, resume, sanitize } from "backscroll";
import { addStream } from "backscroll/stream";
import { PARAMS } from "../conversation/waiting.mjs";
import { objection } from "../judges.mjs";
import { random } from "../random.mjs";
import { MADE, madeStream } from "../stream/parts.mjs";
import { streamOf } from "../stream/recorded.mjs";
import { TARGETS } from "../targets.mjs";
import { changed } from "./values.mjs";

const STEPS = 30;
const WORDS = "Some words of a long answer that nobody needs any more. ";
const IDS = ["c1", "c2", "c3", "c4"];
const TOOLS = { look: () => "seen" };
const overflow = () => Object.assign(new Error("too long"), { status: 400, code: "context_length_exceeded" });

/** Messages, some of which are changed. */
const MESSAGES = [
  { role: "user", content: "And now?" },
  { role: "user", content: [{ type: "text", text: "See:" }, { type: "image", url: "https://example.org/a.png" }] },
  { role: "assistant", content: WORDS },
  { role: "assistant", content: null, toolCalls: [{ id: "c1", name: "look", arguments: "{}" }, { id: "c2", name: "look", arguments: '{"a":1}' }] },
  { role: "assistant", content: [{ type: "reasoning", text: "Hm." }, { type: "text", text: "So." }], toolCalls: [{ id: "c3", name: "look", arguments: "{" }] },
  { role: "tool", toolCallId: "c1", content: WORDS.repeat(20) },
  { role: "tool", toolCallId: "c2", content: "", isError: true },
  { role: "system", content: "Be brief." },
];

/** The calls, by name. `own` holds the conversation, which some calls replace. */
const CALLS = {
  add: ({ conversation }, { pick }) => conversation.addMessage(structuredClone(pick(MESSAGES))),
  addChanged: ({ conversation }, chance) => conversation.addMessage(changed(chance.pick(MESSAGES), chance, MESSAGES, 2)),
  answer: ({ conversation }, { pick }) => conversation.addMessage("tool", WORDS, { toolCallId: pick(IDS) }),
  edit: ({ conversation }, chance) => conversation.edit(someId(conversation, chance), WORDS),
  regenerate: ({ conversation }, chance) => conversation.regenerate(someId(conversation, chance)),
  rewind: ({ conversation }, chance) => conversation.rewind(someId(conversation, chance)),
  select: ({ conversation }, chance) => conversation.select(chance.pick(conversation.siblings(someId(conversation, chance)))),
  pin: ({ conversation }, chance) => conversation.pin(someId(conversation, chance), chance.chance(0.5)),
  undo: ({ conversation }) => conversation.undo(),
  undoAll: ({ conversation }) => conversation.undoAll(),
  truncate: ({ conversation }, { below }) => conversation.truncate({ keepRecent: below(5) }),
  prepare: ({ conversation }, { pick }) => conversation.prepare(...withParams(pick(TARGETS))),
  recover: ({ conversation }) => conversation.recover(overflow()),
  reduceNow: ({ conversation }) => conversation.reduceNow(),
  enqueue: ({ conversation }, { pick }) => conversation.enqueue({ source: pick(["user", "subagent", "goal"]), name: "n", content: WORDS }),
  withdraw: ({ conversation }, { below }) => conversation.withdraw(below(4)),
  promote: ({ conversation }) => conversation.promotePending(),
  beginRun: ({ conversation }) => conversation.beginRun(),
  endRun: ({ conversation }) => conversation.endRun(),
  suspend: ({ conversation }, { chance }) => conversation.suspend({ threadId: "t", needsApproval: ({ id }) => id !== "c2" || chance(0.5) }),
  async resume({ conversation }, { pick, chance }) {
    const [checkpoint] = conversation.checkpoints;
    if (checkpoint === undefined) return;
    const decisions = Object.fromEntries(IDS.filter(() => chance(0.8)).map((id) => [id, pick([{ approved: true }, { approved: false }, { approved: true, args: { a: 2 } }])]));
    await resume(JSON.parse(JSON.stringify(checkpoint)), { decisions, tools: TOOLS, conversation });
  },
  runTools: ({ conversation }) => conversation.runTools(TOOLS),
  async stream({ conversation }, chance) {
    const format = chance.pick(MADE.filter((name) => TARGETS.includes(name)));
    const stream = addStream(conversation, format, streamOf(madeStream(format, chance).map(({ event }) => event), chance.chance(0.3) ? new TypeError("terminated") : undefined));
    await stream.result();
  },
  prompt: ({ conversation }, { pick }) => void (conversation.systemPrompt = pick([null, "", "Be brief.", "Be long."])),
  limit: ({ conversation }, { pick }) => void (conversation.tokenLimit = pick([null, 200, 1_000, 100_000])),
  fork(own) {
    const copy = own.conversation.fork();
    own.conversation.dispose();
    own.conversation = copy;
  },
  restore(own) {
    const copy = ConversationManager.fromJSON(JSON.parse(JSON.stringify(own.conversation.toJSON())), { reduce: fitBudget() });
    own.conversation.dispose();
    own.conversation = copy;
  },
};

const withParams = (target) => [target, PARAMS[target]];

function someId({ messages, transcript }, { pick, chance }) {
  const list = chance(0.3) ? transcript.map(({ message }) => message) : messages;
  return list.length === 0 ? "nobody" : pick(list).id;
}

/**
 * @param {number} seed
 */
export async function checkCalls(seed) {
  const chance = random(seed);
  const own = { conversation: new ConversationManager({ tokenLimit: 1_000, reserveTokens: 50, reduce: fitBudget() }) };
  const done = [];
  try {
    for (let step = 0; step < STEPS; step += 1) {
      const name = chance.pick(Object.keys(CALLS));
      done.push(name);
      const before = outlineOf(own.conversation);
      try {
        await CALLS[name](own, chance);
      } catch (error) {
        if (!(error instanceof ConversationError)) throw error;
        done.push(`(${error.code})`);
        if (name === "add" || name === "addChanged" || name === "edit") assert.equal(outlineOf(own.conversation), before, "a refused call changed the history");
      }
      assertWhole(own.conversation, TARGETS[step % TARGETS.length]);
    }
  } catch (error) {
    error.message += `\nafter ${done.join(" ")}`;
    throw error;
  } finally {
    own.conversation.dispose();
  }
}

const outlineOf = ({ messages }) => JSON.stringify(messages);

function assertWhole(conversation, target) {
  const saved = conversation.toJSON();
  const copy = ConversationManager.fromJSON(JSON.parse(JSON.stringify(saved)));
  try {
    assert.deepEqual(JSON.parse(JSON.stringify(copy.toJSON())), JSON.parse(JSON.stringify(saved)));
    const [own, other] = [conversation, copy].map((each) => requestOf(each, target));
    assert.deepEqual(other, own, "the restored conversation sends another request");
    if (own === null) return;
    assert.equal(objection(target, own), null, JSON.stringify(own));
    assert.deepEqual(sanitize(target, own).repairs, [], JSON.stringify(own));
  } finally {
    copy.dispose();
  }
}

function requestOf(conversation, target) {
  try {
    return conversation.toRequest(...withParams(target), { openCalls: "close" }).body;
  } catch (error) {
    if (error.code === "nothing-to-send") return null;
    throw error;
  }
}
