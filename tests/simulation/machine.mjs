// Machines, their processes, and the actors in them: an actor is a thread of a process, with a store of its own.

/** @typedef {import("./world.mjs").World} World */
/** @typedef {import("./disk.mjs").Disk} Disk */

/** Milliseconds since the epoch at which each history begins. */
const EPOCH = Date.UTC(2030, 0, 1);

export class Machine {
  /** Changes when the machine starts again. */
  boot = 1;
  /** @type {Process[]} */
  processes = [];
  /** @type {(() => void) | undefined} */
  onPowerCut;
  #lastPid = 100;

  /** @param {Disk | null} disk */
  constructor(world, name, disk = null) {
    this.world = world;
    this.name = name;
    this.disk = disk;
    /** In some containers, every program is process 1. */
    this.isContainer = world.random.chance(0.3);
    /** False where the start time of other processes cannot be known. */
    this.isLinux = world.random.chance(0.7);
  }

  newPid() {
    if (this.isContainer && !this.processes.some(({ isAlive, pid }) => isAlive && pid === 1)) return 1;
    return (this.#lastPid += 1);
  }

  processOf(pid) {
    return this.processes.find((process) => process.isAlive && process.pid === pid);
  }

  /** The power fails: all processes die, and the disk keeps only what it must, and what it happens to keep. */
  cutPower() {
    for (const process of this.processes) process.die();
    this.processes = [];
    this.disk?.cutPower();
    this.onPowerCut?.();
    this.boot += 1;
  }
}

export class Process {
  isAlive = true;
  /** @type {Actor[]} */
  actors = [];

  /** @param {Machine} machine */
  constructor(machine) {
    const { world } = machine;
    this.machine = machine;
    this.world = world;
    this.pid = machine.newPid();
    this.startedAt = world.now;
    machine.processes.push(this);
    const { chance, next } = world.random;
    const isSkewed = chance(world.weather.skewedClock ?? 0);
    if (isSkewed) world.fault("skewedClock");
    /** The wall clock is wrong by up to an hour, and all clocks of the process run too fast or too slow. */
    this.clock = isSkewed ? { offset: (next() - 0.5) * 7_200_000, rate: 0.8 + 0.4 * next() } : { offset: 0, rate: 1 };
  }

  /** Milliseconds by the monotonic clock, since the process started. */
  uptime() {
    return (this.world.now - this.startedAt) * this.clock.rate;
  }

  /** Milliseconds since the epoch, by the wall clock. */
  wallClock() {
    return EPOCH + this.clock.offset + this.world.now * this.clock.rate;
  }

  die() {
    this.isAlive = false;
    for (const actor of this.actors) actor.die();
  }
}

export class Actor {
  isAlive = true;
  isRunning = false;
  pausedUntil = 0;
  /** Until then, no message reaches this actor, or leaves it. */
  cutUntil = 0;

  /**
   * @param {Process} process
   * @param {(actor: Actor) => void} onDeath
   */
  constructor(process, name, onDeath) {
    this.process = process;
    this.world = process.world;
    this.name = name;
    this.onDeath = onDeath;
    process.actors.push(this);
  }

  /** At each step, an actor may die: alone, with its process, or with its machine. */
  mayDie() {
    const { world, process } = this;
    if (world.strikes("powerCut", process.machine.name)) process.machine.cutPower();
    else if (world.strikes("kill", String(process.pid))) process.die();
    else if (process.actors.length > 1 && world.strikes("terminatedThread")) this.die();
    return !this.isAlive;
  }

  /** At each step, its process may stop for a while, as on an overloaded machine. */
  mayPause() {
    const { world } = this;
    if (!world.strikes("pause")) return;
    const until = world.now + world.random.next() ** 2 * (world.weather.longestPause ?? 1_000);
    for (const actor of this.process.actors) actor.pausedUntil = Math.max(actor.pausedUntil, until);
  }

  die() {
    if (!this.isAlive) return;
    this.isAlive = false;
    this.world.abandoned(this);
    this.onDeath(this);
  }
}
