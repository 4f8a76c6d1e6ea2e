// The hazards between JavaScript and WebAssembly, as a table for Node and browsers. No imported file may import a module of Node.

import { copies } from "./copies.mjs";
import { faults } from "./faults.mjs";
import { realmHazards } from "./realms.mjs";
import { workers } from "./workers.mjs";

/**
 * The environment in which the hazards run.
 *
 * @typedef {object} Place
 * @property {typeof import("backscroll")} face the package, with a wasm that fails on command
 * @property {typeof import("backscroll")} copy the same package from another path
 * @property {Map<string, string | true>} faults the functions that fail next in either copy, see `tests/support/hosts/faulty-wasm.mjs`
 * @property {Record<string, { face: typeof import("backscroll"), evaluate: (code: string) => any }>} realms other realms, by name
 * @property {(task: object, transfer?: ArrayBuffer[]) => Promise<any>} work runs a task in a worker
 * @property {() => Promise<void>} collect runs the garbage collector, and the finalizers
 */

/**
 * The hazards by group: `[name, run]`, where `run(place)` throws when a hazard does harm.
 *
 * @param {string[]} realms the names of the realms of the place
 * @returns {[group: string, hazards: [name: string, run: (place: Place) => unknown][]][]}
 */
export function table(realms) {
  return [
    ["faults and handles", faults],
    ["two copies of the package", copies],
    ["another realm", realms.flatMap(realmHazards)],
    ["workers", workers],
  ];
}
