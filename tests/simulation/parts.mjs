// The parts of the package that a history uses, published or with a planted bug.

import { register } from "node:module";
import { LEASE } from "./weather.mjs";

let isRegistered = false;

/** The errors that a fault may bring about. Any other breaks a history. */
const EXPECTED = ["store-failed", "store-conflict", "ledger-failed", "save-failed", "checkpoint-already-resumed", "invalid-checkpoint"];

/** Loads the package with a planted bug, or none. */
export async function partsWith(bug = "none") {
  if (!isRegistered) register("./hooks.mjs", import.meta.url);
  isRegistered = true;
  const names = ["", "/store", "/store/file", "/store/sqlite", "/store/postgres", "/store/cloudflare", "/store/redis"];
  const modules = await Promise.all(names.map((name) => import(`simulated:${bug}:backscroll${name}`)));
  const all = Object.assign({}, ...modules);
  return {
    ...all,
    lease: LEASE,
    /** Makes a conversation that is disposed of after the history. */
    conversation: (world, options) => {
      const made = new all.ConversationManager(options);
      world.leftovers.push(() => made.dispose());
      return made;
    },
    texts: (conversation) => conversation.messages.filter(({ role }) => role === "user").map(({ content }) => content),
    expected: (error) => {
      if (!EXPECTED.includes(error?.code)) throw error;
    },
    /** The listener for errors of automatic saves. */
    onError: (world) => (error) => {
      if (!world.isOver && !EXPECTED.includes(error?.code)) world.violated(`an automatic save: ${error?.stack}`);
    },
    /** Tries something three times. Returns null if it fails. */
    tried: async (world, work) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await work();
        } catch (error) {
          if (error?.code !== "store-failed") throw error;
          if (attempt === 3) return null;
          await world.sleep(20 * world.random.next());
        }
      }
    },
  };
}
