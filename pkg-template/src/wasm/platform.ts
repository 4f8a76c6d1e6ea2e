// Globals that some hosts lack: Jest's jsdom has neither coders nor `structuredClone`. The build puts these in place of the globals in every
// file, the glue's included. They are simple, not fast.

const host = globalThis as Partial<typeof globalThis>;

/** UTF-8 from text. A lone surrogate becomes U+FFFD. */
class PlainEncoder {
  encode(text: string): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(3 * text.length);
    return bytes.slice(0, this.encodeInto(text, bytes).written);
  }

  encodeInto(text: string, bytes: Uint8Array): { read: number; written: number } {
    let [read, written] = [0, 0];
    for (const character of text) {
      const point = character.codePointAt(0) ?? 0;
      const units = unitsOf(point >= 0xd800 && point < 0xe000 ? 0xfffd : point);
      if (written + units.length > bytes.length) break;
      bytes.set(units, written);
      read += character.length;
      written += units.length;
    }
    return { read, written };
  }
}

/** The bytes of a code point. */
function unitsOf(point: number): number[] {
  const rest = (shift: number) => 0x80 | ((point >> shift) & 0x3f);
  if (point < 0x80) return [point];
  if (point < 0x800) return [0xc0 | (point >> 6), rest(0)];
  if (point < 0x10000) return [0xe0 | (point >> 12), rest(6), rest(0)];
  return [0xf0 | (point >> 18), rest(12), rest(6), rest(0)];
}

/** Text from UTF-8. A mark of the byte order is text. It trusts what comes: that was written by the core, or by us. */
class PlainDecoder {
  decode(bytes: ArrayBuffer | ArrayBufferView = new Uint8Array()): string {
    const units = ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes);
    let text = "";
    for (let at = 0; at < units.length; ) {
      const first = units[at] ?? 0;
      const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
      let point = length === 1 ? first : first & (0x7f >> length);
      for (const unit of units.subarray(at + 1, at + length)) point = (point << 6) | (unit & 0x3f);
      text += String.fromCodePoint(point);
      at += length;
    }
    return text;
  }
}

/** A deep copy of plain data, bytes and dates. Other values are passed on unchanged; a message that holds one is refused. */
function plainClone(value: unknown, copies = new Map<unknown, unknown>()): unknown {
  if (typeof value === "function" || typeof value === "symbol") throw new TypeError(`a ${typeof value} cannot be copied`);
  if (typeof value !== "object" || value === null) return value;
  if (copies.has(value)) return copies.get(value);
  const keep = <T>(copy: T): T => (copies.set(value, copy), copy);
  const inner = (each: unknown) => plainClone(each, copies);
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  if (ArrayBuffer.isView(value)) return keep(viewOf(kind, value));
  switch (kind) {
    case "Array":
      return fill(keep(new Array((value as unknown[]).length)), value, inner);
    case "Object":
      return fill(keep({}), value, inner);
    case "ArrayBuffer":
      return keep((value as ArrayBuffer).slice(0));
    case "Date":
      return keep(new Date(Number(value)));
    default:
      return value;
  }
}

/** Fields are defined, for one may be called `__proto__`. */
function fill<T extends object>(copy: T, value: object, inner: (each: unknown) => unknown): T {
  for (const [key, each] of Object.entries(value))
    Object.defineProperty(copy, key, { value: inner(each), writable: true, enumerable: true, configurable: true });
  return copy;
}

/** Of the same kind, over bytes of its own. (`slice` of Node's Buffer shares them.) */
function viewOf(kind: string, { buffer, byteOffset, byteLength }: ArrayBufferView): ArrayBufferView {
  const View = (globalThis as unknown as Record<string, new (buffer: ArrayBufferLike) => ArrayBufferView>)[kind] ?? Uint8Array;
  return new View(buffer.slice(byteOffset, byteOffset + byteLength));
}

// In functions, which a bundler drops where the name is not used: it cannot know that a look at a global does nothing.
const ownEncoder = /* @__PURE__ */ (() => host.TextEncoder ?? PlainEncoder)();
const ownDecoder = /* @__PURE__ */ (() => host.TextDecoder ?? PlainDecoder)();
const ownClone = /* @__PURE__ */ (() => host.structuredClone ?? plainClone)();
export { ownDecoder as TextDecoder, ownEncoder as TextEncoder, ownClone as structuredClone };
