// The network between an actor and a server. A request arrives once, twice, late or never, and so does its answer.

import { NotSimulated } from "./texts.mjs";

export class Network {
  /** Changes when the server starts again. */
  #generation = 0;
  #downUntil = 0;

  /** @param {import("./world.mjs").World} world */
  constructor(world) {
    this.world = world;
  }

  /**
   * Sends a request. `execute` happens at the server in one moment, and its value is the answer.
   *
   * @param {string} what the request, for a trace
   */
  send(what, execute) {
    const { world } = this;
    const actor = world.current;
    return new Promise((resolve, reject) => {
      let isSettled = false;
      const answer = (delay, settle) =>
        world.after(delay, actor, () => {
          if (isSettled) return;
          isSettled = true;
          settle();
        });
      const fail = (delay, why) => answer(delay, () => (world.note(() => `no answer to ${what}: ${why}`), reject(new Error(why))));
      const arrive = (delay, isAnswered) =>
        world.after(delay, null, () => {
          if (this.#isDown()) return fail(world.latency(), "the server is down");
          let settle;
          try {
            const value = execute(actor);
            settle = () => (world.note(() => `answer to ${what}`), resolve(value));
          } catch (error) {
            if (error instanceof NotSimulated) world.violated(error.message);
            settle = () => reject(error);
          }
          world.note(() => `the server executes ${what} of ${actor.name}`);
          const generation = this.#generation;
          if (!isAnswered) return;
          const back = this.#delay(actor);
          if (actor.cutUntil > world.now + back) return fail(actor.cutUntil - world.now, "the connection is cut");
          answer(back, () => (generation === this.#generation ? settle() : reject(new Error("the server has died"))));
        });
      if (actor.cutUntil > world.now) return fail(this.#timeout(), "the network is cut");
      if (world.strikes("partition", actor.name)) {
        actor.cutUntil = world.now + world.random.next() ** 2 * (world.weather.longestCut ?? 1_000);
        return fail(this.#timeout(), "the network is cut");
      }
      if (world.strikes("serverCrash")) this.#crash();
      if (world.strikes("lostRequest", what)) return fail(this.#timeout(), "the request was lost");
      if (world.strikes("lateRequest", what)) {
        fail(this.#timeout(), "the connection is lost");
        return arrive(this.#timeout() + world.latency(), false);
      }
      const delay = this.#delay(actor);
      if (world.strikes("lostAnswer", what)) {
        arrive(delay, false);
        return fail(delay + this.#timeout(), "the answer was lost");
      }
      // A client or a proxy sends it again.
      const isRepeated = world.strikes("repeatedRequest", what);
      if (isRepeated) arrive(delay + this.#delay(actor), true);
      // The answer of either may be the one that counts.
      arrive(delay, !isRepeated || world.random.chance(0.5));
    });
  }

  #isDown() {
    return this.world.now < this.#downUntil;
  }

  /** The server dies, with all connections. What it has committed is on its disk. */
  #crash() {
    this.#generation += 1;
    this.#downUntil = this.world.now + 100 * this.world.random.next();
  }

  #delay(actor) {
    const { world } = this;
    return world.latency() + (world.strikes("slowAnswer", actor.name) ? world.random.next() ** 2 * (world.weather.longestDelay ?? 1_000) : 0);
  }

  #timeout() {
    return 5 + 95 * this.world.random.next();
  }
}
