// The contract of stores: one table of facts for a kind of stores.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { ConversationManager, resume } from "backscroll";
import { StoredList } from "backscroll/store";
import { refusal } from "../support/basics.mjs";

const REVISIONS = ["1-00000000000000aa", "2-00000000000000bb", "3-00000000000000cc", "4-00000000000000dd"];
const [ONE, TWO, THREE, FOUR] = REVISIONS.map((revision) => ({ revision, data: `{"messages":[],"set":{"n":"${revision} 🙂"}}` }));
/** More than a row may hold on some databases, with a pair of surrogates at the border. */
const LARGE = JSON.stringify({ text: `${"x".repeat(599_990)}${"🙂".repeat(40_000)}` });

/** @param {import("./kinds.mjs").Kind} kind */
export function contract({ name, skip, open }) {
  describe(name, { skip }, () => {
    let data;
    let store;
    let other;
    let threads = 0;
    /** The id of a new thread, with letters that databases like to mistake for others. */
    const fresh = () => `Tenant/é {${(threads += 1)}} %_*.`;

    before(async () => {
      data = await open();
      [store, other] = [await data.client(), await data.client()];
    });
    after(() => data?.close());

    test("an absent thread is null, and not listed", async () => {
      assert.equal(await store.load(fresh()), null);
      assert.deepEqual(await store.list(), []);
    });

    test("what one client appends, another reads", async () => {
      const id = fresh();
      await store.append(id, null, ONE);
      await store.append(id, ONE.revision, TWO);
      assert.deepEqual(await other.load(id), { revision: TWO.revision, snapshot: null, entries: [ONE, TWO] });
    });

    test("an entry is refused unless it follows the newest one, and changes nothing", async () => {
      const id = fresh();
      await refusal(() => store.append(id, ONE.revision, TWO), "store-conflict");
      await store.append(id, null, ONE);
      await refusal(() => other.append(id, null, { ...ONE, revision: "1-00000000000000ee" }), "store-conflict");
      await refusal(() => other.append(id, "1-00000000000000ee", TWO), "store-conflict");
      await store.append(id, ONE.revision, TWO);
      await refusal(() => other.append(id, ONE.revision, { ...TWO, revision: "2-00000000000000ee" }), "store-conflict");
      assert.deepEqual((await store.load(id)).entries, [ONE, TWO]);
    });

    test("an entry whose answer was lost may be appended again, and is there once", async () => {
      const id = fresh();
      await store.append(id, null, ONE);
      await store.append(id, null, ONE);
      await store.append(id, ONE.revision, TWO);
      await store.append(id, ONE.revision, TWO);
      assert.deepEqual((await store.load(id)).entries, [ONE, TWO]);
    });

    test("a snapshot takes the place of the entries up to it", async () => {
      const id = fresh();
      await store.append(id, null, ONE);
      await store.append(id, ONE.revision, TWO);
      await store.append(id, TWO.revision, THREE);
      await store.snapshot(id, { ...TWO, data: '"two"' });
      assert.deepEqual(await other.load(id), { revision: THREE.revision, snapshot: { ...TWO, data: '"two"' }, entries: [THREE] });
      // An older one, one of another history, and one of the same number change nothing.
      for (const late of [{ ...ONE, data: '"one"' }, { revision: "3-00000000000000ee", data: '"other"' }, { ...TWO, data: '"again"' }]) await store.snapshot(id, late);
      assert.deepEqual(await other.load(id), { revision: THREE.revision, snapshot: { ...TWO, data: '"two"' }, entries: [THREE] });
      await store.snapshot(id, { ...THREE, data: '"three"' });
      assert.deepEqual(await other.load(id), { revision: THREE.revision, snapshot: { ...THREE, data: '"three"' }, entries: [] });
      await store.append(id, THREE.revision, FOUR);
      assert.deepEqual(await other.load(id), { revision: FOUR.revision, snapshot: { ...THREE, data: '"three"' }, entries: [FOUR] });
    });

    test("a stale writer is refused although a snapshot removed the entry that it would follow", async () => {
      const id = fresh();
      await store.append(id, null, ONE);
      await store.append(id, ONE.revision, TWO);
      await store.append(id, TWO.revision, THREE);
      await store.snapshot(id, { ...THREE, data: '"three"' });
      await refusal(() => other.append(id, ONE.revision, { ...TWO, revision: "2-00000000000000ee" }), "store-conflict");
      assert.deepEqual(await other.load(id), { revision: THREE.revision, snapshot: { ...THREE, data: '"three"' }, entries: [] });
    });

    test("entries and snapshots of any size come back as they were", async () => {
      const id = fresh();
      await store.append(id, null, { ...ONE, data: LARGE });
      await store.append(id, ONE.revision, TWO);
      assert.deepEqual((await other.load(id)).entries, [{ ...ONE, data: LARGE }, TWO]);
      await store.snapshot(id, { ...TWO, data: LARGE });
      assert.deepEqual(await other.load(id), { revision: TWO.revision, snapshot: { ...TWO, data: LARGE }, entries: [] });
    });

    test("a missing entry is reported by its number, and is not read as a shorter thread", async (t) => {
      if (data.remove === undefined) return t.skip("its data cannot be reached from here");
      const entry = (number, size = 0) => ({ revision: `${number}-00000000000000aa`, data: JSON.stringify({ set: { items: [number], text: "x".repeat(size) } }) });
      const damaged = async (size, ...rows) => {
        const id = fresh();
        for (let number = 1; number <= 4; number += 1) await store.append(id, number === 1 ? null : entry(number - 1).revision, entry(number, size));
        assert.deepEqual(await new StoredList(store, id).load(), [4]);
        await data.remove(id, ...rows);
        for (const read of [() => new StoredList(other, id).load(), () => new ConversationManager().persist(other, id)]) {
          const { message, details } = await refusal(read, "invalid-snapshot");
          assert.equal(details.threadId, id);
          return message;
        }
      };
      for (const number of [1, 2, 3]) assert.match(await damaged(0, number), new RegExp(`entry ${number} is missing`));
      await damaged(0, 4);
      await damaged(0);
      if (!["file", "redis"].includes(name)) for (const part of [0, 1, 2]) await damaged(1_500_000, 3, part);
    });

    test("a deleted thread is gone, and its writers are refused, also when the id is used again", async () => {
      const id = fresh();
      assert.equal(await store.delete(id), false);
      await store.append(id, null, ONE);
      await store.append(id, ONE.revision, TWO);
      await store.snapshot(id, { ...ONE, data: '"one"' });
      assert.equal(await other.delete(id), true);
      assert.equal(await store.load(id), null);
      await refusal(() => store.append(id, TWO.revision, THREE), "store-conflict");
      await store.snapshot(id, { ...TWO, data: '"two"' });
      assert.equal(await store.load(id), null);
      await other.append(id, null, { ...ONE, revision: "1-00000000000000ee" });
      await other.append(id, "1-00000000000000ee", { ...TWO, revision: "2-00000000000000ee" });
      await refusal(() => store.append(id, TWO.revision, THREE), "store-conflict");
      await store.snapshot(id, { ...TWO, data: '"two"' });
      assert.equal((await store.load(id)).snapshot, null);
    });

    test("threads are listed in the order of their ids, in pages", async () => {
      for (const { threadId } of await store.list()) await store.delete(threadId);
      const ids = ["a", "B", "a/b", "c", "é", "_"];
      const begun = Date.now();
      for (const id of ids) await store.append(id, null, ONE);
      const sorted = ids.toSorted?.() ?? [...ids].sort();
      const all = await other.list();
      assert.deepEqual(all.map(({ threadId }) => threadId), sorted);
      for (const { revision, updatedAt } of all) {
        assert.equal(revision, ONE.revision);
        assert.ok(Math.abs(updatedAt - begun) < 60_000, String(updatedAt));
      }
      const first = await store.list({ limit: 4 });
      const rest = await store.list({ after: first.at(-1).threadId, limit: 4 });
      assert.deepEqual([...first, ...rest], all);
      await refusal(() => store.list({ limit: 0 }), "invalid-argument");
    });

    test("ids that no database can have as a key are refused", async () => {
      for (const id of ["", "x".repeat(256), "a\0b", "\ud800", 7, undefined]) await refusal(() => store.load(id), "invalid-argument");
      await store.append("x".repeat(255), null, ONE);
      assert.deepEqual((await store.load("x".repeat(255))).entries, [ONE]);
    });

    test("a conversation is the same after it was loaded, with path, reductions and pending messages", async () => {
      const [id, options] = [fresh(), { systemPrompt: "Be brief.", tokenLimit: 900 }];
      const conversation = new ConversationManager(options);
      const thread = await conversation.persist(store, id);
      for (let turn = 1; turn <= 12; turn += 1) {
        conversation.addMessage("user", `Question ${turn}: ${"why? ".repeat(30)}`);
        await conversation.prepare("openai-chat", { model: "gpt-5" });
        conversation.addMessage("assistant", null, { toolCalls: [{ id: `c${turn}`, name: "look", arguments: "{}" }] });
        conversation.addMessage("tool", `Found ${turn}. ${"dust ".repeat(30)}`, { toolCallId: `c${turn}` });
        conversation.addMessage("assistant", `Answer ${turn}.`);
        await thread.save();
        if (turn === 7) await thread.compact();
      }
      conversation.edit(conversation.transcript.at(-4).message.id, "Another question.");
      conversation.beginRun();
      conversation.enqueue({ source: "user", content: "And quickly." });
      await thread.save();
      const loaded = new ConversationManager(options);
      await loaded.persist(other, id);
      assert.deepEqual(loaded.toJSON(), ConversationManager.fromJSON(conversation.toJSON()).toJSON());
      assert.ok(loaded.reductions.length > 0 && loaded.pending.length === 1);
      await thread.close();
    });

    test("two writers of one thread lose no message and store none twice", async () => {
      const id = fresh();
      const merges = [];
      const writers = await Promise.all(
        [store, other].map(async (own, place) => {
          const conversation = new ConversationManager({ systemPrompt: "Be brief." });
          return { conversation, place, thread: await conversation.persist(own, id, { autoSave: false, onMerge: (merged) => merges.push(merged) }) };
        }),
      );
      await Promise.all(
        writers.map(async ({ conversation, place, thread }) => {
          for (let turn = 0; turn < 12; turn += 1) {
            conversation.addMessage("user", `writer ${place}, message ${turn}`);
            await thread.save();
          }
        }),
      );
      const loaded = new ConversationManager();
      await loaded.persist(store, id, { autoSave: false });
      const said = loaded.messages.filter(({ role }) => role === "user").map(({ content }) => content);
      const expected = writers.flatMap(({ place }) => Array.from({ length: 12 }, (_, turn) => `writer ${place}, message ${turn}`));
      assert.deepEqual(said.toSorted?.() ?? [...said].sort(), [...expected].sort());
      for (const { place } of writers) assert.deepEqual(said.filter((text) => text.startsWith(`writer ${place}`)), expected.filter((text) => text.startsWith(`writer ${place}`)));
      assert.ok(merges.length > 0, "both wrote at once");
    });

    test("a pending message that both writers move into the history is there once", async () => {
      const [id, one, two] = [fresh(), new ConversationManager(), new ConversationManager()];
      const mine = await one.persist(store, id, { autoSave: false });
      one.addMessage("user", "Look.");
      one.beginRun();
      for (const pending of [{ source: "user", content: "Yes." }, { source: "skill", name: "maps", content: "North is up." }, { source: "user", content: "Yes." }]) one.enqueue(pending);
      await mine.save();
      const theirs = await two.persist(other, id, { autoSave: false });
      for (const [conversation, name] of [[one, "one"], [two, "two"]]) {
        conversation.promotePending();
        conversation.addMessage("user", `And ${name}.`);
      }
      await theirs.save();
      await mine.save();
      const loaded = new ConversationManager();
      await loaded.persist(store, id, { autoSave: false });
      const said = loaded.messages.map(({ content, toolCalls }) => content ?? toolCalls[0].name);
      assert.deepEqual(said, ["Look.", "Yes.", "Yes.", "recall_skill", "North is up.", "And two.", "And one."]);
      assert.deepEqual(loaded.pending, []);
    });

    test("a reduction that a merge overtakes is refused, and changes nothing", async () => {
      const [id, one, two] = [fresh(), new ConversationManager(), new ConversationManager()];
      const [mine, theirs] = [await one.persist(store, id, { autoSave: false }), await two.persist(other, id, { autoSave: false })];
      for (const text of ["a", "b", "c"]) one.addMessage("user", text.repeat(400));
      await mine.save();
      two.addMessage("user", "d");
      await theirs.save();
      const overtaken = one.reduceNow({
        reduce: async ({ draft }) => {
          await mine.refresh();
          return draft.keepRecentTurns(1) > 0;
        },
      });
      await refusal(() => overtaken, "stale-plan");
      assert.deepEqual(one.messages.map(({ content }) => content[0]), ["a", "b", "c", "d"]);
    });

    test("the ledger of a store lets a checkpoint be resumed once, and keeps the results of tools", async () => {
      const conversation = new ConversationManager();
      conversation.addMessage("assistant", null, { toolCalls: [{ id: "a", name: "pay", arguments: "{}" }, { id: "b", name: "fail", arguments: "{}" }] });
      const checkpoint = conversation.suspend();
      let paid = 0;
      let works = false;
      const tools = { pay: () => `paid ${(paid += 1)}`, fail: () => "done" };
      const save = () => {
        if (!works) throw new Error("no disk");
      };
      const attempt = ({ ledger }) => resume(checkpoint, { decisions: true, tools, ledger, save });
      await refusal(() => attempt(store), "save-failed");
      works = true;
      const outcomes = await Promise.allSettled([attempt(store), attempt(other), attempt(store)]);
      assert.deepEqual([paid, outcomes.filter(({ status }) => status === "fulfilled").length], [1, 1], JSON.stringify(outcomes.map(({ reason }) => reason?.message)));
      await refusal(() => attempt(other), "checkpoint-already-resumed");
      assert.equal(await other.ledger.consumed(checkpoint.checkpointId), true);
    });
  });
}
