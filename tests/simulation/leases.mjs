// The claims of a database by true time: what every claim is checked against, however its store judges it.

/** Milliseconds by which a database may round. */
const ROUNDING = 2;

export class Leases {
  /** The owner, the actor who asked for it, and the true end of each claim. */
  #claims = new Map();

  /** @param {import("./world.mjs").World} world */
  constructor(world) {
    this.world = world;
    /** The actor whose request the database executes now. */
    this.sender = null;
  }

  claimed(id, owner, lease) {
    const { now } = this.world;
    const before = this.#claims.get(id);
    if (before !== undefined && before.owner !== owner && before.until > now + ROUNDING)
      this.world.violated(`${this.sender.name} got the claim of ${id}, which ${before.actor.name} holds for ${Math.round(before.until - now)} ms more`);
    this.#claims.set(id, { owner, actor: this.sender, until: now + lease });
  }

  renewed(id, owner, lease) {
    const claim = this.#claims.get(id);
    if (claim?.owner === owner) claim.until = this.world.now + lease;
  }

  ended(id, owner) {
    if (this.#claims.get(id)?.owner === owner) this.#claims.delete(id);
  }

  /** True if the claim is the actor's own, and its lease has not ended. */
  isHeldBy(id, actor) {
    const claim = this.#claims.get(id);
    return claim?.actor === actor && claim.until >= this.world.now - ROUNDING;
  }
}
