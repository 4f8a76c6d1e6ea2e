// Code that runs within a reducer: it may not wait for a reduction of the same conversation, which waits for the reducer.

/** A reducer that has begun. `isOver` is true after its reduction has ended; what the reducer started may still run. */
export interface Run {
  readonly key: object;
  isOver: boolean;
}

/** The reducers that the code that runs now was called by, as far as they have not awaited anything. */
let stack: readonly Run[] = [];

/** The part of Node's `AsyncLocalStorage` that is used. Deno, Bun and Workers have it, too; in browsers, only `stack` is known. */
interface Storage {
  run<R>(runs: readonly Run[], work: () => R): R;
  getStore(): readonly Run[] | undefined;
  disable(): void;
}

/** A runtime that has it. */
interface Runtime {
  readonly process: { getBuiltinModule(name: string): { AsyncLocalStorage: new () => Storage } };
}

let storage: Storage | null | undefined;
let underWay = 0;

/** Begins the run of a reducer. */
export function begin(key: object): Run {
  underWay += 1;
  return { key, isOver: false };
}

/** Calls the reducer. */
export function within<R>(run: Run, work: () => R): R {
  storage ??= storageOf();
  const before = stack;
  const runs = [...current(), run];
  stack = runs;
  try {
    return storage === null ? work() : storage.run(runs, work);
  } finally {
    stack = before;
  }
}

/** Ends the run. Without a running reducer, nothing is followed, because that would slow down all promises of the process. */
export function end(run: Run): void {
  run.isOver = true;
  underWay -= 1;
  if (underWay > 0) return;
  try {
    storage?.disable();
  } catch {
    // Workers has no such method, and follows at no cost.
  }
}

/** Returns true when the code that runs now was called, or begun, by a reducer of this key that is not over. */
export function isWithin(key: object): boolean {
  return underWay > 0 && current().some((run) => run.key === key && !run.isOver);
}

function current(): readonly Run[] {
  return storage?.getStore() ?? stack;
}

function storageOf(): Storage | null {
  try {
    const { AsyncLocalStorage } = (globalThis as unknown as Runtime).process.getBuiltinModule("node:async_hooks");
    return new AsyncLocalStorage();
  } catch {
    return null;
  }
}
