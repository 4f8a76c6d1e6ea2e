// Attributes the bytes of the wasm to the Rust modules that they come from.

/** The ids of the sections that are read. */
const [IMPORTS, CODE, DATA] = [2, 10, 11];
/** The kind of a function import. */
const FUNCTION = 0;

/**
 * Returns the bytes of each module: its functions, concatenated. Third-party code is listed by crate, code of the standard library by its
 * module. The data section has a name of its own, and all other sections together have one.
 *
 * @param {Buffer} wasm
 * @param {string} symbols lines of a function's number and its name, as wasm-opt writes them by `--symbolmap`
 * @param {(path: string[]) => boolean} isFolder tells folders of sources: the module of a function is the deepest folder of its path, or the
 * file in `src`
 * @returns {Map<string, Buffer>}
 */
export function modulesOf(wasm, symbols, isFolder) {
  const names = new Map(
    symbols
      .trim()
      .split("\n")
      .map((line) => [Number(line.slice(0, line.indexOf(":"))), line.slice(line.indexOf(":") + 1)]),
  );
  const parts = new Map();
  const add = (module, bytes) => parts.set(module, [...(parts.get(module) ?? []), bytes]);
  let imported = 0;
  for (const { id, content, whole } of sectionsOf(wasm)) {
    if (id === IMPORTS) imported = importedFunctions(content);
    if (id === CODE)
      for (const [index, body] of bodiesOf(content).entries()) add(moduleOf(names.get(imported + index) ?? "", isFolder), body);
    else add(id === DATA ? "data: texts and tables" : "sections: types, exports and the like", whole);
  }
  return new Map([...parts].map(([module, pieces]) => [module, Buffer.concat(pieces)]));
}

/** Matches a path in a symbol such as `<backscroll[01ab]::json::node::Node as core[23cd]::fmt::Display>::fmt`, with its crate in front. */
const PATH = /([a-z_]\w*)(?:\[[0-9a-f]+\])?((?:::\w+)+)/;
/** Match a closure, and a type or function, of this crate. */
const [OUR_CLOSURE, OURS] = [/(backscroll)\[[0-9a-f]+\]((?:::\w+)+)::\{closure/, /(backscroll)\[[0-9a-f]+\]((?:::\w+)+)/];

/** Attributes generic code of the standard library to the closure of this crate that it was made for, or else to the type. */
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

/** Returns the sections of a module, each as its content and as its raw bytes. */
export function* sectionsOf(wasm) {
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

/** Reads the LEB128 number at an offset. Returns the number, and the offset behind it. */
export function number(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7, at += 1) {
    value += (bytes[at] & 0x7f) * 2 ** shift;
    if (bytes[at] < 0x80) return [value, at + 1];
  }
}
