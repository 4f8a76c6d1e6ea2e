// An actor who claims a name in the ledger, so that one at a time does something.

/** @param {import("./history.mjs").Scene} scene */
export function claimant({ world, parts, turn }) {
  const { random } = world;
  return async (actor) => {
    const ledger = turn.watched(actor.store.ledger, actor);
    for (let times = 1 + random.below(3); times > 0; times -= 1) {
      try {
        await ledger.claim(turn.id);
        await world.sleep(parts.lease * 2 * random.next() ** 2);
        await ledger.release(turn.id);
      } catch (error) {
        parts.expected(error);
      }
      await world.sleep(50 * random.next());
    }
  };
}
