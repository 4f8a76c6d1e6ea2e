// The wasm of the core, from the text as which `scripts/lib/wasm-text.mjs` puts it into a JavaScript file.

/** The exports of `unpack.rs`. */
interface Unpacker {
  memory: WebAssembly.Memory;
  unpack(text: number, room: number, wasm: number): number;
}

/** The bytes of a page of memory. */
const PAGE = 65_536;
/** The bytes of memory for each byte of the text: itself, its parts, and the wasm. */
const MEMORY = 4;

/** The wasm that a text holds. `unpacker`: `unpack.rs` as wasm, in hexadecimal digits, because not all hosts have `atob`. */
export function fromText(text: string, unpacker: string): Uint8Array<ArrayBuffer> {
  const program = new WebAssembly.Module(Uint8Array.from(unpacker.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16)));
  const { memory, unpack } = new WebAssembly.Instance(program).exports as unknown as Unpacker;
  const start = memory.buffer.byteLength;
  memory.grow(Math.ceil((text.length * MEMORY) / PAGE));
  new TextEncoder().encodeInto(text, new Uint8Array(memory.buffer, start));
  const [room, wasm] = [start + text.length, start + 2 * text.length];
  return new Uint8Array(memory.buffer, wasm, unpack(start, room, wasm) - wasm);
}
