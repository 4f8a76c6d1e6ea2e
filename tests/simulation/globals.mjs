// The clocks, timers and randomness that a history sees in place of Node's own.

const real = {
  Date: Date.now,
  timers: { setTimeout, clearTimeout, setInterval, clearInterval },
  random: crypto.getRandomValues,
  performance: performance.now,
  stack: Error.stackTraceLimit,
};

/** @type {import("./world.mjs").World | null} */
let world = null;

/** The history that runs now. Modules of the package that import `node:fs` and the like reach it here. */
export function theWorld() {
  if (world === null) throw new Error("no history runs");
  return world;
}

function timer(callback, delay, every) {
  const { current } = world;
  const { rate } = current.process.clock;
  const handle = { event: null, unref: () => handle, ref: () => handle };
  const wait = () => {
    handle.event = world.after(Math.max(1, delay) / rate, current, () => {
      if (every) wait();
      callback();
    });
  };
  wait();
  return handle;
}

const clear = (handle) => {
  if (handle?.event) handle.event.isOver = true;
};

/** Runs work with the clocks, timers and randomness of a history. */
export async function within(given, work) {
  world = given;
  const own = (name) => Object.getOwnPropertyDescriptor(process, name);
  const before = { pid: own("pid"), kill: own("kill"), hrtime: own("hrtime"), uptime: own("uptime") };
  const ofProcess = () => world.current?.process;
  Date.now = () => Math.floor(ofProcess()?.wallClock() ?? world.now);
  Object.assign(globalThis, {
    setTimeout: (callback, delay = 0, ...given) => timer(() => callback(...given), delay, false),
    setInterval: (callback, delay = 0, ...given) => timer(() => callback(...given), delay, true),
    clearTimeout: clear,
    clearInterval: clear,
  });
  crypto.getRandomValues = (bytes) => {
    for (let place = 0; place < bytes.length; place += 1) bytes[place] = world.random.below(256);
    return bytes;
  };
  // Many errors are a part of a history, and a stack takes time.
  Error.stackTraceLimit = 3;
  performance.now = () => ofProcess()?.uptime() ?? world.now;
  Object.defineProperties(process, {
    pid: { configurable: true, get: () => ofProcess()?.pid },
    kill: { configurable: true, value: (pid) => killed(pid) },
    hrtime: { configurable: true, value: { bigint: () => BigInt(Math.round(world.now * ofProcess().clock.rate * 1e6)) } },
    uptime: { configurable: true, value: () => ofProcess().uptime() / 1_000 },
  });
  try {
    return await work();
  } finally {
    Date.now = real.Date;
    Object.assign(globalThis, real.timers);
    crypto.getRandomValues = real.random;
    performance.now = real.performance;
    Error.stackTraceLimit = real.stack;
    for (const [name, descriptor] of Object.entries(before)) Object.defineProperty(process, name, descriptor ?? { configurable: true, value: undefined });
    world = null;
  }
}

/** The signal 0 to a process of the own machine. */
function killed(pid) {
  if (world.current.process.machine.processOf(pid) === undefined) throw Object.assign(new Error("kill ESRCH"), { code: "ESRCH" });
  return true;
}
