// An actor who resumes a checkpoint.

/** @param {import("./history.mjs").Scene} scene */
export function resumer(scene, { isLate = false } = {}) {
  const { world } = scene;
  const { random } = world;
  return async (actor) => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      if (isLate) {
        // This one approves all, when the checkpoint has been resumed.
        for (let waits = 0; waits < 20 && !scene.checkpoint.isResumed; waits += 1) await world.sleep(100);
        if (!scene.checkpoint.isResumed) return;
        attempt = 4;
      }
      if (await resumed(scene, actor, isLate)) return;
      await world.sleep(300 * random.next());
    }
  };
}

/** Tries to resume the checkpoint. Returns true if nothing is left to do. @param {import("./history.mjs").Scene} scene */
export async function resumed({ world, parts, checkpoint: model, text, threadId }, actor, isLate = false) {
  const { random } = world;
  const checkpoint = parts.Checkpoint.fromJSON(text);
  const ledger = model.watched(actor.store.ledger, actor);
  const tool = async (_, call) => {
    model.begin(call.id, actor, isLate);
    await world.sleep(random.chance(0.2) ? parts.lease * 1.5 * random.next() : 20 * random.next());
    if (random.chance(0.05)) throw new Error("the tool failed");
    return `${call.id} by ${actor.name}`;
  };
  const decisions = isLate ? true : Object.fromEntries(checkpoint.pending.map(({ id }) => [id, !model.denied.has(id)]));
  const options = { decisions, tools: { a: tool, b: tool, c: tool }, ledger, concurrency: random.pick([1, 2, Infinity]) };
  try {
    if (random.chance(0.3)) {
      (await parts.resume(checkpoint, options)).dispose();
      model.resume(actor, false);
      return true;
    }
    const conversation = parts.conversation(world);
    const thread = await conversation.persist(actor.store, threadId, { autoSave: random.chance(0.3), onError: parts.onError(world) });
    await parts.resume(checkpoint, { ...options, conversation, save: () => thread.save() });
    model.resume(actor, true);
    return true;
  } catch (error) {
    parts.expected(error);
    if (error.code === "checkpoint-already-resumed") return await ledger.consumed(checkpoint.checkpointId).catch(() => false);
    return false;
  }
}
