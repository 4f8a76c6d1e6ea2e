// An actor who deletes a thread.

/** @param {import("./history.mjs").Scene} scene */
export function deleter({ world, parts, threads, lists }) {
  const { random } = world;
  return async (actor) => {
    for (let times = 1 + random.below(2); times > 0; times -= 1) {
      await world.sleep(60 * random.next());
      const model = random.pick([...threads, ...lists]);
      const end = model.beginDeletion();
      try {
        const isDeleted = await actor.store.delete(model.id);
        world.note(() => `DELETED ${model.id}: ${isDeleted}`);
        end();
      } catch (error) {
        parts.expected(error);
      }
    }
  };
}
