// The bytes of the wasm by the module of Rust that they come from.

/** Ids of the sections that are looked into. */
const [IMPORTS, CODE, DATA] = [2, 10, 11];
/** The kind of an import that is a function. */
const FUNCTION = 0;

/**
 * Returns the bytes of each module: its functions, one behind the other. Code of others goes by its crate, and that of the standard library
 * by its module there. The data have a name, and so have all other sections together.
 *
 * @param {Buffer} wasm
 * @param {string} symbols lines of a function's number and its name, as wasm-opt writes them by `--symbolmap`
 * @param {(path: string[]) => boolean} isFolder tells folders of sources: the module of a function is the deepest folder of its path, or the
 * file in `src`
 * @returns {Map<string, Buffer>}
 */
export function modulesOf(wasm, symbols, isFolder) {
  const names = new Map(symbols.trim().split("\n").map((line) => [Number(line.slice(0, line.indexOf(":"))), line.slice(line.indexOf(":") + 1)]));
  const parts = new Map();
  const add = (module, bytes) => parts.set(module, [...(parts.get(module) ?? []), bytes]);
  let imported = 0;
  for (const { id, content, whole } of sectionsOf(wasm)) {
    if (id === IMPORTS) imported = importedFunctions(content);
    if (id === CODE) for (const [index, body] of bodiesOf(content).entries()) add(moduleOf(names.get(imported + index) ?? "", isFolder), body);
    else add(id === DATA ? "data: texts and tables" : "sections: types, exports and the like", whole);
  }
  return new Map([...parts].map(([module, pieces]) => [module, Buffer.concat(pieces)]));
}

/** A path in a name such as `<backscroll[01ab]::json::node::Node as core[23cd]::fmt::Display>::fmt`, with its crate in front. */
const PATH = /([a-z_]\w*)(?:\[[0-9a-f]+\])?((?:::\w+)+)/;
/** A closure of ours, and a type or function of ours. */
const [OUR_CLOSURE, OURS] = [/(backscroll)\[[0-9a-f]+\]((?:::\w+)+)::\{closure/, /(backscroll)\[[0-9a-f]+\]((?:::\w+)+)/];

/** Generic code of the standard library belongs to the closure of ours that it was made for, or else to the type. */
function moduleOf(name, isFolder) {
  const first = PATH.exec(name);
  if (first === null) return "glue of exports";
  const [, crate, rest] = first[1] === "backscroll" ? first : (OUR_CLOSURE.exec(name) ?? OURS.exec(name) ?? first);
  const path = rest.slice(2).split("::");
  if (["core", "alloc", "std"].includes(crate)) return `${crate}::${path[0]}`;
  if (crate !== "backscroll") return crate;
  let depth = 1;
  while (depth < path.length && isFolder(path.slice(0, depth + 1))) depth += 1;
  return `src/${path.slice(0, depth).join("/")}`;
}

/** The sections of a module, each as its content and as it stands. */
function* sectionsOf(wasm) {
  for (let at = 8; at < wasm.length; ) {
    const [size, start] = number(wasm, at + 1);
    yield { id: wasm[at], content: wasm.subarray(start, start + size), whole: wasm.subarray(at, start + size) };
    at = start + size;
  }
}

function bodiesOf(code) {
  const bodies = [];
  for (let [, at] = number(code, 0); at < code.length; ) {
    const [size, start] = number(code, at);
    bodies.push(code.subarray(at, start + size));
    at = start + size;
  }
  return bodies;
}

/** The number of imported functions. wasm-bindgen's module imports nothing else. */
function importedFunctions(imports) {
  let [count, at] = number(imports, 0);
  for (let left = count; left > 0; left -= 1) {
    for (let name = 0; name < 2; name += 1) {
      const [length, start] = number(imports, at);
      at = start + length;
    }
    if (imports[at] !== FUNCTION) throw new RangeError("the wasm imports more than functions");
    [, at] = number(imports, at + 1);
  }
  return count;
}

/** The LEB128 number at a place, and the place behind it. */
function number(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7, at += 1) {
    value += (bytes[at] & 0x7f) * 2 ** shift;
    if (bytes[at] < 0x80) return [value, at + 1];
  }
}
