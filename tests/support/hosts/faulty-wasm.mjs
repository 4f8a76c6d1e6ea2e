// Makes exported functions of a wasm module fail on demand, as a bug would: by a real trap in wasm code. Import this module before the
// package.

/** The exported functions that fail at their next call, and the kind of failure. */
export const faults = new Map();
/** The number of instances that were made. */
export let instances = 0;

// (module
//   (func (export "unreachable") unreachable)
//   (func $deeper (export "recurse") (call $deeper) (call $deeper)))
const traps = new WebAssembly.Instance(
  new WebAssembly.Module(
    new Uint8Array([
      0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00,
      0x01, 0x04, 0x01, 0x60, 0x00, 0x00,
      0x03, 0x03, 0x02, 0x00, 0x00,
      0x07, 0x19, 0x02,
      0x0b, 0x75, 0x6e, 0x72, 0x65, 0x61, 0x63, 0x68, 0x61, 0x62, 0x6c, 0x65, 0x00, 0x00,
      0x07, 0x72, 0x65, 0x63, 0x75, 0x72, 0x73, 0x65, 0x00, 0x01,
      0x0a, 0x0c, 0x02,
      0x03, 0x00, 0x00, 0x0b,
      0x06, 0x00, 0x10, 0x01, 0x10, 0x01, 0x0b,
    ]),
  ),
).exports;

/** The kinds of failure. */
export const ways = {
  trap: () => traps.unreachable(),
  overflow: () => traps.recurse(),
  stranger: () => { throw new Error("recursive use of an object detected which would lead to unsafe aliasing in rust"); },
};

const Instance = WebAssembly.Instance;
WebAssembly.Instance = function (module, imports) {
  instances += 1;
  if (faults.has("instantiate")) throw new RangeError("WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory");
  const { exports } = new Instance(module, imports);
  const wrapped = Object.entries(exports).map(([name, value]) => [name, typeof value === "function" ? failing(name, value) : value]);
  return { exports: Object.fromEntries(wrapped) };
};

function failing(name, real) {
  return (...args) => {
    const way = faults.get(name);
    if (way === undefined) return real(...args);
    faults.delete(name);
    // Fails in the middle of a call: earlier effects stay, and nothing is cleaned up.
    real(...args);
    return ways[way]();
  };
}
