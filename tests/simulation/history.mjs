// A history: a store, its machines, what actors do with it while faults happen, and the judgement at the end.

import { CheckpointModel } from "./checkpoint-model.mjs";
import { claimant } from "./claimant.mjs";
import { deleter } from "./deleter.mjs";
import { within } from "./globals.mjs";
import { inspector } from "./inspector.mjs";
import { KINDS } from "./kinds.mjs";
import { lister } from "./lister.mjs";
import { Actor, Machine, Process } from "./machine.mjs";
import { resumer } from "./resumer.mjs";
import { ThreadModel } from "./thread-model.mjs";
import { LEASE, weather } from "./weather.mjs";
import { World } from "./world.mjs";
import { writer } from "./writer.mjs";

/**
 * @typedef {object} Scene what actors know
 * @property {World} world
 * @property {Awaited<ReturnType<import("./parts.mjs").partsWith>>} parts
 * @property {ThreadModel[]} threads
 * @property {ThreadModel[]} lists
 * @property {CheckpointModel} [checkpoint]
 * @property {string} [text] the checkpoint as JSON
 * @property {string} [threadId] the thread of the checkpoint
 * @property {CheckpointModel} turn the name that claimants claim
 */

/** The most times that a program starts again after it died. */
const LIVES = 3;

/** The programs of actors in a history: mostly of one kind. */
const ROLES = {
  conversations: [writer, writer, writer, deleter],
  lists: [lister, lister, lister, deleter],
  checkpoints: [resumer, resumer, resumer, (scene) => resumer(scene, { isLate: true })],
  claims: [claimant],
  all: [writer, lister, resumer, claimant, deleter],
};

/**
 * Runs the history of a seed.
 *
 * @param {{ parts: Scene["parts"], plant?: import("./plants.mjs").Plant, trace?: (line: string) => void, only?: string }} options `only`: the
 *   name of a kind of stores
 * @returns {Promise<{ violations: string[], faults: Record<string, number>, steps: number, kind: string }>}
 */
export async function history(seed, { parts, plant, trace, only }) {
  const world = new World(seed, { trace });
  const { random } = world;
  const kind = only === undefined ? random.pick(KINDS) : KINDS.find(({ name }) => name === only);
  await within(world, async () => {
    const data = kind.open(world, plant?.database);
    const isPowered = kind.name === "file";
    const machines = Array.from({ length: kind.hasNetwork ? 3 : 1 }, (_, place) => new Machine(world, `host${place}`, isPowered ? data.disk : null));
    const rates = weather(random, kind);
    const mayRepeat = kind.hasNetwork && (rates.lateRequest ?? 0) + (rates.repeatedRequest ?? 0) > 0;
    const thread = (id) => new ThreadModel(world, id, { mayRepeat });
    const leases = data.leases ?? null;
    const scene = {
      world,
      parts,
      threads: [thread("t1"), ...(random.chance(0.3) ? [thread("t2")] : [])],
      lists: [thread("l1")],
      turn: new CheckpointModel(world, { id: "turn", denied: new Set(), leases }),
    };
    for (const machine of machines) machine.onPowerCut = () => [...scene.threads, ...scene.lists].forEach((model) => model.forget());
    const start = (name, program, life) => {
      const machine = random.pick(machines);
      const living = machine.processes.filter(({ isAlive }) => isAlive);
      const isThread = living.length > 0 && (kind.isOneProcess || random.chance(0.25));
      const process = isThread ? random.pick(living) : new Process(machine);
      const actor = new Actor(process, `${name}.${life}`, () => {
        if (life < LIVES && world.weather !== CALM) again(name, program, life + 1);
      });
      actor.store = kind.store(parts, data, actor, { lease: LEASE });
      world.note(() => `${actor.name} begins as ${isThread ? "a thread of process" : "process"} ${process.pid} on ${machine.name}`);
      world.start(actor, program);
    };
    const again = (name, program, life) => {
      world.running += 1;
      world.after(100 * random.next(), null, () => {
        world.running -= 1;
        if (world.weather !== CALM) start(name, program, life);
      });
    };
    /** Runs a program while nothing fails. */
    const calmly = async (name, program) => {
      world.weather = CALM;
      start(name, program, LIVES);
      await world.run();
    };
    const isOf = random.pick(Object.keys(ROLES));
    world.note(() => `a history of ${isOf} on ${kind.name}`);
    await calmly("founder", async ({ store }) => {
      if (store.setup !== undefined) await store.setup();
      if (ROLES[isOf].includes(resumer)) Object.assign(scene, await founded(scene, leases, store));
    });
    world.weather = rates;
    for (let count = 2 + random.below(3); count > 0; count -= 1) {
      const role = random.pick(ROLES[isOf]);
      start(`${role.name || "late"}${count}`, role(scene), 0);
    }
    await world.run();
    world.weather = CALM;
    for (const machine of machines) {
      if (isPowered && random.chance(0.5)) machine.cutPower();
      else for (const process of machine.processes) process.die();
    }
    // All leases have ended, and all requests that were under way have arrived.
    world.now += 10 * LEASE;
    await calmly("inspector", inspector(scene));
    await world.end();
  });
  return { violations: world.violations, faults: world.faults, steps: world.step, kind: kind.name };
}

const CALM = {};

/** A conversation that waits for decisions on its calls. */
async function founded({ world, parts }, leases, store) {
  const { random } = world;
  const conversation = parts.conversation(world);
  const threadId = "waiting";
  const thread = await conversation.persist(store, threadId, { autoSave: false });
  conversation.addMessage("user", "Please.");
  const calls = ["a", "b", "c"].slice(0, 1 + random.below(3)).map((name) => ({ id: `call_${name}`, name, arguments: "{}" }));
  conversation.addMessage("assistant", null, { toolCalls: calls });
  const checkpoint = conversation.suspend({ threadId, needsApproval: () => true });
  await thread.save();
  const denied = new Set(calls.map(({ id }) => id).filter(() => random.chance(0.3)));
  return { checkpoint: new CheckpointModel(world, { id: checkpoint.checkpointId, denied, leases }), text: JSON.stringify(checkpoint), threadId };
}
