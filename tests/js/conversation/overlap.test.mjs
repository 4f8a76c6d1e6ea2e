// Any two calls on one conversation, its thread, its checkpoint and its streams may overlap: one waits, or is refused with a code. Afterwards
// everything can be read and sent, no result was invented, and no tool ran twice.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { ConversationError, ConversationManager, MemoryLedger, resume } from "backscroll";
import { withHistory } from "backscroll/clients";
import { StoredList, memoryStore } from "backscroll/store";
import { addStream } from "backscroll/stream";
import { TARGETS, objection } from "../../support/judges.mjs";
import { PARAMS } from "../../support/conversation/waiting.mjs";
import { overflow } from "../../support/basics.mjs";
import { runs } from "../../support/runs.mjs";
import { chunk } from "../../support/stream/recorded.mjs";

const page = readFileSync(new URL("../../../docs/errors.md", import.meta.url), "utf8");
const CODES = new Set([...page.slice(0, page.indexOf("\n## Repairs")).matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code));

/** Something that takes a few turns of the event loop. */
const later = async (value) => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return value;
};

/** Results that the history may hold: those of the tools, of a person, and of the other call of a pair. */
const RESULTS = ["rm done", "mail done", "by hand", "Tool execution denied."];

/** A conversation over its limit, in a store, with other paths, a reduction and a pending message. It may end with open calls that wait. */
async function made(isAsking) {
  const runs = [];
  const conversation = new ConversationManager({
    systemPrompt: "Be brief.",
    tokenLimit: 400,
    reduce: async ({ draft }) => {
      await later();
      return draft.keepRecentTurns(4) > 0 || draft.keepRecentTurns(2) > 0 || draft.keepRecentTurns(1) > 0;
    },
  });
  const say = (number) => {
    conversation.addMessage("user", `Question ${number} ${"word ".repeat(20)}`);
    conversation.addMessage("assistant", `Answer ${number} ${"word ".repeat(20)}`);
  };
  for (let turn = 1; turn <= 12; turn += 1) say(turn);
  conversation.truncate({ keepRecent: 10 });
  const left = conversation.messages.at(-1).id;
  conversation.edit(left, "Another answer");
  if (isAsking) {
    conversation.addMessage("user", "Tidy up.");
    const toolCalls = ["rm", "mail"].map((name) => ({ id: name, name, arguments: "{}" }));
    conversation.addMessage("assistant", null, { toolCalls });
  } else conversation.addMessage("user", "Now?");
  const [store, ledger] = [memoryStore(), new MemoryLedger()];
  const thread = await conversation.persist(store, "t", { autoSave: false, onError: () => undefined });
  await thread.save();
  const checkpoint = isAsking ? conversation.suspend({ needsApproval: ({ name }) => name === "mail" }) : null;
  if (isAsking) conversation.enqueue({ source: "user", content: "Enqueued before" });
  const tool = (name) => async () => {
    runs.push(name);
    return later(`${name} done`);
  };
  const list = new StoredList(store, "list");
  return { conversation, thread, store, ledger, checkpoint, runs, left, list, tools: { rm: tool("rm"), mail: tool("mail") } };
}

const PARAMS_CHAT = { model: "gpt-5" };
const answer = { choices: [{ index: 0, message: { role: "assistant", content: "Provider's answer" }, finish_reason: "stop" }] };
const client = { chat: { completions: { create: async () => later(answer) } } };

async function* streamed() {
  yield chunk({ role: "assistant", content: "Streamed" });
  await later();
  yield chunk({ content: " answer" }, { finish_reason: "stop" });
}

/** A writer of another process, which adds a message to the stored thread. */
async function anotherWriter({ store }) {
  const other = new ConversationManager();
  const thread = await other.persist(store, "t", { autoSave: false });
  other.addMessage("user", "By another writer");
  await thread.close();
  other.dispose();
}

const ASYNC = {
  prepare: ({ conversation }) => conversation.prepare("openai-chat", PARAMS_CHAT, { openCalls: "close" }),
  recover: ({ conversation }) => conversation.recover(overflow()),
  reduceNow: ({ conversation }) => conversation.reduceNow(),
  runTools: ({ conversation, tools }) => conversation.runTools(tools),
  resume: ({ conversation, checkpoint, tools, ledger }) => resume(checkpoint, { decisions: true, tools, ledger, conversation }),
  "resume that denies": ({ conversation, checkpoint, tools, ledger }) => resume(checkpoint, { decisions: false, tools, ledger, conversation }),
  "resume that saves": ({ conversation, checkpoint, tools, ledger, thread }) => resume(checkpoint, { decisions: true, tools, ledger, conversation, concurrency: 2, save: () => thread.save() }),
  save: ({ thread }) => thread.save(),
  refresh: ({ thread }) => thread.refresh(),
  compact: ({ thread }) => thread.compact(),
  close: ({ thread }) => thread.close(),
  persist: ({ conversation, store }) => conversation.persist(store, "u", { autoSave: false }),
  "close and persist": async ({ conversation, thread, store }) => (await thread.close(), conversation.persist(store, "u", { autoSave: false })),
  "merge of another writer": async (made) => (await anotherWriter(made), made.thread.save()),
  addStream: ({ conversation }) => addStream(conversation, "openai-chat", streamed()).result(),
  withHistory: ({ conversation }) => withHistory(conversation, "openai-chat", client)(PARAMS_CHAT, { openCalls: "close" }),
  "StoredList.append": ({ list }) => list.append([1]),
  seal: async ({ checkpoint }) => checkpoint.seal(new Uint8Array(32)),
};

const CHANGES = {
  "addMessage of the user": ({ conversation }) => conversation.addMessage("user", "More"),
  "addMessage of the assistant": ({ conversation }) => conversation.addMessage("assistant", "Aside"),
  "addMessage of a tool": ({ conversation }) => conversation.addMessage({ role: "tool", toolCallId: "rm", content: "by hand" }),
  addResponse: ({ conversation }) => conversation.addResponse("openai-chat", answer),
  enqueue: ({ conversation }) => conversation.enqueue({ source: "skill", name: "n", content: "Enqueued" }),
  promotePending: ({ conversation }) => conversation.promotePending(),
  withdraw: ({ conversation }) => conversation.pending.forEach(({ id }) => conversation.withdraw(id)),
  edit: ({ conversation }) => conversation.edit(conversation.messages.at(-3).id, "Edited"),
  rewind: ({ conversation }) => conversation.rewind(conversation.messages.at(-4).id),
  regenerate: ({ conversation }) => conversation.regenerate(),
  select: ({ conversation, left }) => conversation.select(left),
  clear: ({ conversation }) => conversation.clear(),
  truncate: ({ conversation }) => conversation.truncate({ keepRecent: 3 }),
  undo: ({ conversation }) => conversation.undo(),
  undoAll: ({ conversation }) => conversation.undoAll(),
  archive: ({ conversation }) => conversation.archive(),
  suspend: ({ conversation }) => conversation.suspend(),
  pin: ({ conversation }) => conversation.pin(conversation.messages.at(3).id),
  "a new systemPrompt": ({ conversation }) => { conversation.systemPrompt = "Be thorough."; },
  "no systemPrompt": ({ conversation }) => { conversation.systemPrompt = null; },
  "a new tokenLimit": ({ conversation }) => { conversation.tokenLimit = 300; },
  "a new reserve": ({ conversation }) => { conversation.reserveTokens = 50; },
  beginRun: ({ conversation }) => conversation.beginRun(),
  endRun: ({ conversation }) => conversation.endRun(),
  toRequest: ({ conversation }) => conversation.toRequest("anthropic", PARAMS.anthropic, { openCalls: "close" }),
  fork: ({ conversation }) => conversation.fork().dispose(),
  "delete of the thread": ({ store }) => store.delete("t"),
  dispose: ({ conversation }) => conversation.dispose(),
};

/** The codes of calls on the thread; other calls may throw any that is documented. */
const OF_THREADS = ["already-persisted", "store-conflict", "disposed"];
const ON_THREADS = ["save", "refresh", "compact", "close", "persist", "close and persist", "merge of another writer", "the last save"];

/** When the second call comes. */
const MOMENTS = {
  "at once": () => undefined,
  "a little later": () => Promise.resolve(),
  "in the middle": () => later(),
};

/** The number of moments at which each pair of calls is tried. */
const MOST = runs({ few: 1, all: 3 });

/** Returns the moments of a pair. If they are not all, other pairs have others. */
function momentsOf(name, other) {
  const moments = Object.entries(MOMENTS);
  const first = (name.length + other.length) % moments.length;
  return [...moments.slice(first), ...moments.slice(0, first)].slice(0, MOST);
}

/** Runs a call; an error must be of this package, and its code documented. */
async function called(name, call, given) {
  try {
    return await call(given);
  } catch (error) {
    // What a call reads of a conversation that is disposed, empty or elsewhere by now is the test's own mistake.
    if (error instanceof TypeError && /undefined|null/.test(error.message)) return null;
    assert.ok(error instanceof ConversationError, `${name}: ${error?.stack ?? error}`);
    assert.ok(CODES.has(error.code) && error.code !== "internal" && error.code !== "poisoned", `${name}: ${error.code}: ${error.message}`);
    if (ON_THREADS.includes(name)) assert.ok(OF_THREADS.includes(error.code), `${name}: ${error.code}: ${error.message}`);
    return null;
  }
}

/** Fails unless the conversation can be read and sent, and its thread loaded. */
async function assertSound({ conversation, thread, store, runs }, isDisposed) {
  for (const name of new Set(runs)) assert.ok(runs.filter((run) => run === name).length === 1, `${name} ran ${runs.length} times`);
  if (!isDisposed) {
    const { messages } = conversation;
    for (const { role, content } of messages) if (role === "tool") assert.ok(RESULTS.includes(content) || String(content).startsWith("Enqueued"), `the result ${JSON.stringify(content)} is nobody's`);
    assert.equal(new Set(messages.map(({ id }) => id)).size, messages.length);
    const copy = ConversationManager.fromJSON(JSON.stringify(conversation));
    assert.deepEqual(copy.messages, messages);
    if (messages.some(({ role }) => role === "user")) {
      for (const target of TARGETS) {
        const { body } = conversation.toRequest(target, PARAMS[target], { openCalls: "close" });
        assert.equal(objection(target, body), null, `${target}: ${JSON.stringify(body)}`);
      }
    }
    copy.dispose();
    await called("the last save", () => thread.save());
  }
  for (const threadId of ["t", "u"]) {
    const read = new ConversationManager();
    await read.persist(store, threadId, { autoSave: false });
    if (!isDisposed && thread.error === null && threadId === "t" && thread.revision !== null) {
      const ids = ({ transcript }) => transcript.map(({ message }) => message.id);
      assert.deepEqual(ids(read), ids(conversation), "the thread holds what the conversation holds");
    }
    read.dispose();
  }
}

for (const isAsking of [false, true]) {
  describe(isAsking ? "a conversation whose calls wait for results and for a person" : "a conversation that waits for an answer", () => {
    const needsCheckpoint = (name) => /^resume|seal/.test(name) && !isAsking;
    for (const [name, first] of Object.entries(ASYNC).filter(([each]) => !needsCheckpoint(each))) {
      test(`${name}, and every other call`, { timeout: 120_000 }, async () => {
        const others = { ...Object.fromEntries(Object.entries(ASYNC).filter(([each]) => !needsCheckpoint(each))), ...CHANGES };
        for (const [other, second] of Object.entries(others)) {
          for (const [moment, wait] of momentsOf(name, other)) {
            const given = await made(isAsking);
            const pair = `${name} and ${other}, ${moment}`;
            try {
              const one = called(name, first, given);
              const pause = wait();
              if (pause !== undefined) await pause;
              const [a, b] = await Promise.all([one, called(other, second, given)]);
              const closing = [a, b].filter((result) => typeof result?.close === "function" && result !== given.thread);
              for (const thread of closing) await called("close", () => thread.close());
              await assertSound(given, other === "dispose");
            } catch (error) {
              throw new Error(`${pair}: ${error.message}`, { cause: error });
            }
            given.conversation.dispose();
          }
        }
      });
    }
  });
}
