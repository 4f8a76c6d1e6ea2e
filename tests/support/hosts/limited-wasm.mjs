// The wasm with a limit of its memory, as a host sets it, and the newest instance of it. Import it before the package.

/** The section of memories, and the first section's place. */
const [MEMORY, FIRST] = [5, 8];

/**
 * Returns a copy of the wasm whose memory can grow by so many pages of 64 KB.
 *
 * @param {Uint8Array} bytes
 * @param {number} pages
 */
export function limitedWasm(bytes, pages) {
  for (let at = FIRST; at < bytes.length; ) {
    const [size, start] = numberAt(bytes, at + 1);
    if (bytes[at] !== MEMORY) {
      at = start + size;
      continue;
    }
    // One memory: its flags, and its first pages.
    const [, flags] = numberAt(bytes, start);
    [least] = numberAt(bytes, flags + 1);
    const body = [1, 1, ...written(least), ...written(least + pages)];
    return Buffer.concat([bytes.subarray(0, at), Buffer.from([MEMORY, ...written(body.length), ...body]), bytes.subarray(start + size)]);
  }
  throw new Error("the wasm has no memory");
}

/** @type {WebAssembly.Memory} */
let memory;

const { Instance } = WebAssembly;
WebAssembly.Instance = function (...given) {
  const instance = new Instance(...given);
  if (instance.exports.memory !== undefined) memory = instance.exports.memory;
  return instance;
};

/**
 * Takes the pages that the memory can still grow by, but so many. Behind them, no allocation of the wasm succeeds.
 *
 * @param {number} pages
 * @param {number} most the pages by which the memory could grow at first
 */
export function leavePages(pages, most) {
  const grown = memory.buffer.byteLength / PAGE - least;
  if (most - grown > pages) memory.grow(most - grown - pages);
}

const PAGE = 65_536;
/** The pages of a new memory. */
let least = 0;

/** Reads a number in LEB128. Returns it, and the place after it. */
function numberAt(bytes, from) {
  let [value, at] = [0, from];
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at];
    value += (byte & 0x7f) * 2 ** shift;
    at += 1;
    if (byte < 0x80) return [value, at];
  }
}

function written(number) {
  const bytes = [];
  for (let rest = number; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}
