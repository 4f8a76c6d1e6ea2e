// Writes many mutants into one source: each is a branch that a number chooses, so one build serves all of them.

/**
 * A mutant, as cargo-mutants lists it.
 *
 * @typedef {object} Mutant
 * @property {number} number from 1; 0 chooses no mutant
 * @property {string} name
 * @property {string} file
 * @property {string} genre
 * @property {string} replacement
 * @property {{ start: Place, end: Place }} span
 * @typedef {{ line: number, column: number }} Place both from 1
 *
 * @typedef {{ number: number, from: number, to: number }} Branch the stretch of the written source, in bytes, that a mutant changes
 */

/** The condition of a mutant. `mutants::on` is in the source that `RUNTIME` adds to the crate. */
const on = (number) => `crate::mutants::on(${number})`;

/** The module that chooses the mutant by the variable MUTANT. */
export const RUNTIME = `
/// Chooses a mutant.
pub mod mutants {
    static CHOSEN: std::sync::LazyLock<u32> = std::sync::LazyLock::new(|| {
        std::env::var("MUTANT").ok().and_then(|number| number.parse().ok()).unwrap_or(0)
    });

    pub fn on(number: u32) -> bool {
        *CHOSEN == number
    }
}
`;

/**
 * Writes mutants into a source.
 *
 * @param {string} source
 * @param {Mutant[]} mutants those of this file
 * @param {import("web-tree-sitter").Parser} parser of Rust
 * @returns {{ text: string, branches: Branch[], unwritten: Mutant[] }} `unwritten` are those of a kind that no branch can hold
 */
export function writeMutants(source, mutants, parser) {
  const tree = parser.parse(source);
  const at = indexOf(source);
  /** The edits by node: a node is written as a chain of branches around its own text. */
  const edits = new Map();
  const unwritten = [];
  for (const mutant of mutants) {
    const edit = editOf(tree.rootNode, source, mutant, at(mutant.span.start), at(mutant.span.end));
    if (edit === null) {
      unwritten.push(mutant);
      continue;
    }
    const own = edits.get(edit.node.id) ?? { ...edit, mutants: [] };
    own.mutants.push({ number: mutant.number, text: edit.text });
    edits.set(edit.node.id, own);
  }
  const writer = { text: "", bytes: 0, branches: [] };
  const around = [source.slice(0, tree.rootNode.startIndex), source.slice(tree.rootNode.endIndex)];
  Object.assign(writer, { text: around[0], bytes: Buffer.byteLength(around[0]) });
  write(tree.rootNode, source, edits, writer);
  writer.text += around[1];
  return { text: writer.text, branches: writer.branches, unwritten };
}

/** Returns a function from a place to an index of the text. Columns count characters. */
function indexOf(source) {
  const lines = source.split("\n");
  const starts = [0];
  for (const line of lines) starts.push(starts.at(-1) + line.length + 1);
  return ({ line, column }) => starts[line - 1] + [...lines[line - 1]].slice(0, column - 1).join("").length;
}

/** Returns the node that a mutant replaces, the way that it is written, and its text; null for a kind that has no branch. */
function editOf(root, source, { genre, replacement }, from, to) {
  const found = root.descendantForIndex(from, Math.max(from, to - 1));
  const cut = (node) => source.slice(node.startIndex, node.endIndex);
  const up = (types) => {
    let node = found;
    while (node !== null && !types.includes(node.type)) node = node.parent;
    return node;
  };
  switch (genre) {
    case "FnValue": {
      const whole = up(["function_item"]);
      const node = whole?.childForFieldName("body") ?? null;
      // A function that returns `impl Trait` returns one type.
      const type = whole?.childForFieldName("return_type");
      return node && !(type && /\bimpl\b/.test(cut(type))) ? { node, way: "first", text: `return ${replacement};` } : null;
    }
    case "BinaryOperator": {
      const node = up(["binary_expression", "compound_assignment_expr"]);
      const operator = node?.childForFieldName("operator") ?? node?.children.find((child) => child.startIndex === from);
      if (!node || !operator || operator.startIndex !== from) return null;
      const text = source.slice(node.startIndex, from) + replacement + source.slice(to, node.endIndex);
      return { node, way: "instead", text };
    }
    case "UnaryOperator": {
      const node = up(["unary_expression"]);
      return node && node.startIndex === from ? { node, way: "instead", text: source.slice(to, node.endIndex) } : null;
    }
    case "MatchArmGuard": {
      const node = up(["match_pattern"])?.childForFieldName("condition") ?? null;
      // A guard that binds names cannot be wrapped.
      return node && !/\blet\b/.test(cut(node)) ? { node, way: "instead", text: replacement } : null;
    }
    default:
      return null;
  }
}

function write(node, source, edits, writer) {
  const edit = edits.get(node.id);
  const add = (text) => {
    writer.text += text;
    writer.bytes += Buffer.byteLength(text);
  };
  const branch = (number, text) => {
    const from = writer.bytes;
    add(text);
    writer.branches.push({ number, from, to: writer.bytes });
  };
  const own = () => {
    let at = node.startIndex;
    for (const [place, child] of node.children.entries()) {
      if (child === null) continue;
      add(source.slice(at, child.startIndex));
      write(child, source, edits, writer);
      at = child.endIndex;
      // A function's own branches come first in its block.
      if (place === 0 && edit?.way === "first")
        for (const { number, text } of edit.mutants) branch(number, ` if ${on(number)} { ${text} } `);
    }
    add(source.slice(at, node.endIndex));
  };
  if (edit?.way !== "instead") return own();
  add("(");
  for (const { number, text } of edit.mutants) {
    branch(number, `if ${on(number)} { ${text} } else`);
    add(" ");
  }
  add("{ ");
  own();
  add(" })");
}
