// Loaded into each process of a test: chooses the mutant, in each wasm that it starts and in Stryker's branches, and writes which mutants it
// reached to REACHED.

import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const { MUTANT, REACHED } = process.env;
/** The object that Stryker's branches ask, and in which they count. */
globalThis.__stryker__ = { activeMutant: MUTANT };
/** The exports of each wasm that holds mutants. */
const begun = [];

function begin(instance) {
  const { choose_mutant: choose } = instance.exports;
  if (choose === undefined) return;
  choose(Number(MUTANT ?? 0));
  if (REACHED !== undefined) begun.push(instance.exports);
}

const { Instance, instantiate } = WebAssembly;
WebAssembly.Instance = new Proxy(Instance, {
  construct(target, given) {
    const instance = new target(...given);
    begin(instance);
    return instance;
  },
});
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  begin(made.instance ?? made);
  return made;
};

process.on("exit", () => {
  if (REACHED === undefined) return;
  const reached = new Set(Object.keys(globalThis.__stryker__.mutantCoverage?.static ?? {}).map(Number));
  for (const { memory, reached_mutants: place, count_mutants: count } of begun)
    new Uint8Array(memory.buffer, place(), count()).forEach((flag, number) => flag && reached.add(number));
  writeFileSync(join(REACHED, randomUUID()), JSON.stringify([...reached]));
});
