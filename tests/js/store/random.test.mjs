// Random programs whose conversation is saved in a store after each step: what is read again is the same conversation.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ConversationManager } from "backscroll";
import { memoryStore } from "backscroll/store";
import { optionsOf } from "../../support/reduce/loops.mjs";
import { Program } from "../../support/conversation/trees.mjs";
import { FIRST_SEED, runs } from "../../support/runs.mjs";

const RUNS = runs({ few: 30, all: 100 });

/** Returns the snapshot of the conversation that a store has, read by another process. */
async function stored(store, threadId, estimator) {
  const conversation = new ConversationManager({ estimator });
  await conversation.persist(store, threadId, { autoSave: false });
  const snapshot = conversation.toJSON();
  conversation.dispose();
  return snapshot;
}

/** Returns what restoring makes of a snapshot: of two spellings that mean the same, it has one. */
function restored(snapshot, estimator) {
  const conversation = ConversationManager.fromJSON(snapshot, { estimator });
  const again = conversation.toJSON();
  conversation.dispose();
  return again;
}

for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
  test(`seed ${seed}: each save holds the whole conversation, and writes no message twice`, async () => {
    const [program, store, done] = [new Program(seed), memoryStore(), []];
    const { estimator } = optionsOf(program.settings);
    let [own, thread, written] = [null, null, new Set()];
    for (let step = 0; step < 40; step += 1) {
      done.push(await program.step());
      const { conversation } = program;
      if (conversation !== own) {
        [own, written] = [conversation, new Set()];
        thread = await conversation.persist(store, `t${step}`, { autoSave: false });
      }
      const before = thread.revision;
      await (step % 13 === 12 ? thread.compact() : thread.save());
      if (thread.revision === null) continue;
      const { revision, entries } = await store.load(thread.threadId);
      assert.equal(revision, thread.revision);
      if (revision !== before && entries.length > 0) {
        const { messages = [] } = JSON.parse(entries.at(-1).data);
        const said = new Set(conversation.transcript.map(({ message }) => JSON.stringify(message)));
        // A reduction after an undo may shorten a message again.
        for (const text of messages.map(([, message]) => JSON.stringify(message)).filter((text) => said.has(text))) {
          assert.ok(!written.has(text), `${text} is written again: ${done.join(" ")}`);
          written.add(text);
        }
      }
      assert.deepEqual(await stored(store, thread.threadId, estimator), restored(conversation.toJSON(), estimator), done.join(" "));
    }
    program.conversation.dispose();
  });
}
