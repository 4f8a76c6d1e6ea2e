// The actor who comes last, when all others are dead and nothing fails: it must be able to read all, and to complete what is left.

import { resumed } from "./resumer.mjs";

/** @param {import("./history.mjs").Scene} scene */
export function inspector(scene) {
  const { world, parts, threads, lists, turn, checkpoint } = scene;
  return async (actor) => {
    const { store } = actor;
    for (const model of threads) {
      const conversation = parts.conversation(world);
      await conversation.persist(store, model.id, { autoSave: false });
      model.observe(parts.texts(conversation), actor.name, world.step);
    }
    for (const model of lists) model.observe(await new parts.StoredList(store, model.id).load(), actor.name, world.step);
    await turn.watched(store.ledger, actor).claim(turn.id);
    if (checkpoint === undefined) return;
    if (!(await resumed(scene, actor))) world.violated(`${checkpoint.id} can never be resumed`);
    const conversation = parts.conversation(world);
    await conversation.persist(store, scene.threadId, { autoSave: false });
    checkpoint.check(conversation.messages, actor.name);
  };
}
