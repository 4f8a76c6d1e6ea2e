// A checkpoint as it must be: which of its tools ran, for whom, and what the ledger acknowledged of them.

/**
 * @typedef {object} Run
 * @property {object} actor
 * @property {boolean} isRecorded true if the ledger acknowledged the result while the actor had the claim
 */

export class CheckpointModel {
  /** @type {Map<string, Run[]>} by call */
  #runs = new Map();
  /** The actor who has the claim by the ledger's acknowledgements. */
  #holder = null;
  /** True once a resume has ended well. */
  isResumed = false;
  /** True once a resume that saved the conversation has ended well. */
  isSaved = false;

  /**
   * @param {import("./world.mjs").World} world
   * @param {{ id: string, denied: Set<string>, leases: import("./leases.mjs").Leases | null }} given `leases`: those of a database
   */
  constructor(world, { id, denied, leases }) {
    this.world = world;
    this.id = id;
    this.denied = denied;
    this.leases = leases;
  }

  /** Reports whether an actor has the claim: by the true leases of a database, or until its process dies. */
  isHeldBy(actor) {
    return this.leases === null ? this.#holder === actor : this.leases.isHeldBy(this.id, actor);
  }

  /** Returns the ledger with eyes. */
  watched(ledger, actor) {
    const { world } = this;
    return {
      consumed: async (id) => ledger.consumed(id),
      renew: async (id) => ledger.renew?.(id),
      recorded: (id) => ledger.recorded(id),
      claim: async (id) => {
        await ledger.claim(id);
        world.note(() => `CLAIMED ${id}`);
        const holder = this.#holder;
        if (this.leases === null && holder !== null && holder.process.isAlive) world.violated(`${actor.name} got the claim of ${id}, which ${holder.name} holds`);
        this.#holder = actor;
      },
      release: (id) => {
        if (this.#holder === actor) this.#holder = null;
        return ledger.release(id);
      },
      commit: (id) => {
        if (this.#holder === actor) this.#holder = null;
        return ledger.commit(id);
      },
      record: async (id, result) => {
        await ledger.record(id, result);
        const run = (this.#runs.get(result.toolCallId) ?? []).findLast((one) => one.actor === actor);
        if (run !== undefined && this.isHeldBy(actor)) run.isRecorded = true;
        world.note(() => `RECORDED ${result.toolCallId}`);
      },
    };
  }

  /** A tool begins. */
  begin(call, actor, isLate) {
    const { world } = this;
    const violated = (what) => world.violated(`${actor.name} runs ${call} of ${this.id}, ${what}`);
    world.note(() => `RUNS ${call}`);
    if (this.denied.has(call)) violated("which was denied");
    if (this.isResumed || isLate) violated("whose checkpoint was resumed");
    if (!this.isHeldBy(actor)) violated("without the claim");
    const runs = this.#runs.get(call) ?? [];
    if (runs.some(({ isRecorded }) => isRecorded)) violated("whose result is recorded");
    this.#runs.set(call, [...runs, { actor, isRecorded: false }]);
  }

  /** A resume has ended well. */
  resume(actor, isSaved) {
    this.world.note(() => `RESUMED ${this.id}`);
    if (this.isResumed) this.world.violated(`${actor.name} resumes ${this.id}, which was resumed`);
    this.isResumed = true;
    if (isSaved) this.isSaved = true;
  }

  /** Checks the messages of a thread that holds the checkpoint's calls. */
  check(messages, who) {
    for (const { id } of messages.flatMap(({ toolCalls = [] }) => toolCalls)) {
      const results = messages.filter(({ role, toolCallId }) => role === "tool" && toolCallId === id);
      const violated = (what) => this.world.violated(`${who}: ${what}: ${JSON.stringify(results.map(({ content }) => content))}`);
      if (results.length > 1) violated(`${id} has ${results.length} results`);
      if (results.length === 0 && this.isSaved) violated(`the result of ${id} is lost`);
      if (results.some(({ content }) => content.startsWith("Tool execution denied") !== this.denied.has(id))) violated(`the result of ${id} is that of another decision`);
    }
  }
}
