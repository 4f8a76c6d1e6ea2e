// An actor who keeps a list of its own in a store.

/** Characters after which a list gets a snapshot. */
const LARGE = 70_000;

/** @param {import("./history.mjs").Scene} scene */
export function lister({ world, parts, lists }) {
  const { random } = world;
  let texts = 0;
  return async (actor) => {
    const model = random.pick(lists);
    const list = new parts.StoredList(actor.store, model.id);
    for (let turns = 2 + random.below(4); turns > 0; turns -= 1) {
      const added = Array.from({ length: 1 + random.below(2) }, () => `${model.id} ${actor.name} ${(texts += 1)}${random.chance(0.01) ? "x".repeat(LARGE) : ""}`);
      for (const text of added) model.begin(text);
      const since = world.step;
      try {
        const all = await (random.chance(0.3) ? list.update((items) => [...items, ...added]) : list.append(added));
        model.acknowledge(added);
        model.observe(all, actor.name, since);
      } catch (error) {
        parts.expected(error);
      }
      if (random.chance(0.2)) {
        const before = world.step;
        const read = await parts.tried(world, () => list.load());
        if (read !== null) model.observe(read, actor.name, before);
      }
      await world.sleep(10 * random.next());
    }
  };
}
