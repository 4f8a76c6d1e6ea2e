// The scheduler of a history: it owns the time, and everything that happens is one of its events.
//
// After each event of an actor, all JavaScript that the event woke runs to its end. So whatever runs between two events belongs to the actor
// of the first one, which is `current`.

import { random } from "../support/random.mjs";
import { Queue } from "./queue.mjs";

const realImmediate = setImmediate;
/** The most events of a history. One with more hangs. */
const MOST_EVENTS = 30_000;

/** @typedef {import("./machine.mjs").Actor} Actor */

export class World {
  /** True milliseconds. No actor sees them. */
  now = 0;
  /** Counts events. */
  step = 0;
  /** @type {Actor | null} */
  current = null;
  /** Programs that have neither ended nor died. */
  running = 0;
  /** The faults of this history, by their names. */
  faults = {};
  /** @type {string[]} what the history broke */
  violations = [];
  /** @type {(() => void)[]} what has to be cleared away after the history */
  leftovers = [];
  /** The rates of faults: see `weather.mjs`. */
  weather = {};
  /** True when nothing counts any more. */
  isOver = false;
  #queue = new Queue();
  #last = null;

  /** @param {{ trace?: (line: string) => void }} [options] */
  constructor(seed, { trace } = {}) {
    this.random = random(seed);
    this.trace = trace ?? null;
  }

  /** Reports what an actor does, in a trace. `what` is only called if there is one. */
  note(what) {
    this.trace?.(`${String(this.step).padStart(5)} ${this.now.toFixed(1).padStart(10)} ms  ${(this.current?.name ?? "-").padEnd(10)} ${what()}`);
  }

  /** Counts a fault. */
  fault(name, detail = "") {
    this.faults[name] = (this.faults[name] ?? 0) + 1;
    this.note(() => `FAULT ${name} ${detail}`);
  }

  /** Returns true in a share of cases, which is the rate of a fault, and counts the fault. */
  strikes(name, detail) {
    if (!this.random.chance(this.weather[name] ?? 0)) return false;
    this.fault(name, detail);
    return true;
  }

  violated(what) {
    this.violations.push(what.replace(/x{9,}/g, "x..."));
    this.note(() => `VIOLATION ${what}`);
  }

  /**
   * Runs something later.
   *
   * @param {Actor | null} actor whose event it is: it does not happen when the actor has died. Null: it happens in any case, outside of all
   *   actors, and wakes no JavaScript.
   */
  after(delay, actor, run) {
    const event = { at: this.now + delay, tie: this.random.next(), actor, run, isOver: false };
    this.#queue.add(event);
    return event;
  }

  /** Milliseconds that a call takes: mostly few. */
  latency() {
    const { chance, next } = this.random;
    if (chance(0.8)) return next();
    return chance(0.8) ? 20 * next() : 200 * next();
  }

  /** An actor waits. */
  sleep(milliseconds) {
    const actor = this.current;
    return new Promise((resolve) => this.after(milliseconds, actor, resolve));
  }

  /** A call of the current actor to its machine, which happens in one moment, and may be the actor's last. */
  call(work) {
    const actor = this.current;
    return new Promise((resolve, reject) => {
      this.after(this.latency(), actor, () => {
        let [settle, value] = [resolve, undefined];
        try {
          value = work();
        } catch (error) {
          [settle, value] = [reject, error];
        }
        // The call has happened, and its caller dies before it knows.
        if (actor.mayDie()) return;
        settle(value);
      });
    });
  }

  /** Starts the program of an actor. */
  start(actor, program) {
    this.running += 1;
    actor.isRunning = true;
    this.after(0, actor, () => {
      program(actor).then(
        () => this.#ended(actor),
        (error) => {
          this.violated(`${actor.name}: unexpected ${error?.code ?? ""} ${error?.stack ?? error}`);
          this.#ended(actor);
        },
      );
    });
  }

  #ended(actor) {
    if (!actor.isRunning) return;
    actor.isRunning = false;
    this.running -= 1;
  }

  /** The program of an actor will not end any more. */
  abandoned(actor) {
    this.#ended(actor);
  }

  /** Runs events until all programs have ended or died. */
  async run() {
    while (this.running > 0) {
      const event = this.#queue.next();
      if (event === undefined) return this.violated("a program waits for what never happens");
      const { actor } = event;
      if (event.isOver || actor?.isAlive === false) continue;
      if (actor !== null && actor.pausedUntil > event.at) {
        this.#queue.add(Object.assign(event, { at: actor.pausedUntil }));
        continue;
      }
      this.now = event.at;
      this.step += 1;
      if (this.step > MOST_EVENTS) return this.violated("the history does not end");
      this.current = actor;
      if (actor === null) {
        event.run();
        continue;
      }
      if (actor.mayDie()) continue;
      actor.mayPause();
      if (actor.pausedUntil > this.now) {
        this.#queue.add(Object.assign(event, { at: actor.pausedUntil }));
        continue;
      }
      event.run();
      await new Promise(realImmediate);
    }
    this.#last = this.current;
    this.current = null;
  }

  /** Clears away what the history leaves, so that nothing of it runs during the next one. */
  async end() {
    this.isOver = true;
    this.current = this.#last;
    for (const clear of this.leftovers) clear();
    await new Promise(realImmediate);
  }
}
