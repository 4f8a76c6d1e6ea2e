// An actor who writes a conversation: it loads a thread, adds messages, saves them, and begins again.

/** @typedef {import("./history.mjs").Scene} Scene */

const SESSIONS = 2;

/** @param {Scene} scene */
export function writer({ world, parts, threads }) {
  const { random } = world;
  let texts = 0;
  return async (actor) => {
    const model = random.pick(threads);
    const store = actor.store;
    for (let session = 0; session < SESSIONS; session += 1) {
      const conversation = parts.conversation(world);
      const isMerging = random.chance(0.8);
      /** The ids of messages that the conversation has for a reason. */
      const known = new Set();
      let since = world.step;
      const thread = await parts.tried(world, () =>
        ((since = world.step), conversation.persist(store, model.id, {
          autoSave: random.chance(0.3),
          merge: isMerging,
          onMerge: ({ theirs }) => {
            for (const id of theirs) known.add(id);
          },
          onError: parts.onError(world),
        })),
      );
      if (thread === null) continue;
      const own = () => conversation.messages.filter(({ role }) => role === "user");
      model.observe(parts.texts(conversation), actor.name, since);
      for (const { id } of own()) known.add(id);
      /** The texts that are not acknowledged. */
      let open = [];
      const add = () => {
        const text = `${model.id} ${actor.name} ${(texts += 1)}`;
        model.begin(text);
        known.add(conversation.addMessage("user", text).id);
        open.push(text);
      };
      /** Returns false if the session is over. */
      const save = async (work) => {
        for (let attempt = 0; attempt < 4; attempt += 1) {
          const saved = [...open];
          try {
            await work();
            model.acknowledge(saved);
            open = open.filter((text) => !saved.includes(text));
            for (const { id, content } of own()) if (!known.has(id)) world.violated(`${actor.name} got ${JSON.stringify(content)} without a word`);
            return true;
          } catch (error) {
            parts.expected(error);
            if (error.code === "store-conflict") return false;
            await world.sleep(20 * random.next());
          }
        }
        return false;
      };
      for (let turns = 1 + random.below(3); turns > 0; turns -= 1) {
        for (let count = 1 + random.below(2); count > 0; count -= 1) add();
        if (random.chance(0.3)) await world.sleep(30 * random.next());
        const way = random.next();
        if (way < 0.1 && !(await save(() => thread.refresh().then(() => thread.save())))) break;
        if (!(await save(() => (way < 0.25 ? thread.compact() : thread.save())))) break;
      }
      if (random.chance(0.3)) await save(() => thread.close());
      if (thread.error === null && random.chance(0.2)) {
        add();
        await save(() => thread.save());
      }
    }
  };
}
