// Random programs that reduce, edit, regenerate, go back, select and undo: the transcript is what was said, on each path.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ConversationManager } from "backscroll";
import { objection } from "../../support/judges.mjs";
import { TARGETS } from "../../support/targets.mjs";
import { PARAMS } from "../../support/conversation/waiting.mjs";
import { Program } from "../../support/conversation/trees.mjs";
import { FIRST_SEED, runs } from "../../support/runs.mjs";

const RUNS = runs({ few: 40, all: 150 });

/** The body for a target of a conversation to which these messages were added one by one, and that was never reduced. */
function neverReduced(messages, target) {
  const fresh = new ConversationManager();
  for (const message of messages) fresh.addMessage(message);
  const body = bodyOf(fresh, target);
  fresh.dispose();
  return body;
}

function bodyOf(conversation, target) {
  try {
    return new TextDecoder().decode(conversation.toRequestBytes(target, PARAMS[target], { openCalls: "close" }));
  } catch (error) {
    if (error.code === "nothing-to-send") return error.code;
    throw error;
  }
}

for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
  test(`seed ${seed}: the transcript is what was said, and undoing everything gives the bytes of a conversation that was never reduced`, async () => {
    const program = new Program(seed);
    const done = [];
    for (let step = 0; step < 40; step += 1) {
      done.push(await program.step());
      const { conversation, tree } = program;
      const said = conversation.transcript;
      assert.deepEqual(said.map(({ message }) => message), tree.path, done.join(" "));
      for (const { message, siblings = [message.id] } of said) assert.deepEqual(siblings, tree.siblings(message.id), done.join(" "));
      const kept = new Map(conversation.messages.map((message) => [message.id, message]));
      for (const { message, state } of said) {
        assert.equal(kept.has(message.id), state !== "removed", done.join(" "));
        if (state === "kept") assert.deepEqual(kept.get(message.id), message);
      }
      if (step % 8 !== 7) continue;
      const copy = conversation.fork();
      copy.undoAll();
      assert.deepEqual(copy.messages, tree.path, done.join(" "));
      for (const target of TARGETS) {
        const body = bodyOf(copy, target);
        assert.equal(body, neverReduced(tree.path, target), `${target}: ${done.join(" ")}`);
        if (body !== "nothing-to-send") assert.equal(objection(target, JSON.parse(body)), null);
      }
      copy.dispose();
    }
    program.conversation.dispose();
  });
}
