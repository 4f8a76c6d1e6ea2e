// A body as lines of JSON, with the places that a refusal is about, and the lines that a repair changed.

/** The width up to which a value stays on one line, and the length of a text that is shown whole. */
const [WIDTH, TEXT] = [62, 70];
/** The number of items of a list that are shown. */
const ITEMS = 6;

/**
 * A piece of a line. `path` is the place of the value; `kind` is `k` for a key, `s` for a text, `n` for another value, null for punctuation.
 *
 * @typedef {{ text: string, kind: "k" | "s" | "n" | null, path: string }} Piece
 *
 * @typedef {Piece[]} Line
 */

/** The lines of a value. @returns {Line[]} */
export function linesOf(value) {
  const lines = [[]];
  const put = (text, kind, path) => lines.at(-1).push({ text, kind, path });
  const newLine = (depth, path) => {
    lines.push([]);
    if (depth > 0) put("  ".repeat(depth), null, path);
  };
  const write = (each, path, depth, room) => {
    if (typeof each === "string") return put(JSON.stringify(shown(each)), "s", path);
    if (each === null || typeof each !== "object") return put(String(each), "n", path);
    const [open, close] = Array.isArray(each) ? "[]" : "{}";
    const members = membersOf(each, path);
    if (members.length === 0) return put(open + close, null, path);
    const isFlat = flatLength(each) <= room;
    put(open, null, path);
    if (isFlat && !Array.isArray(each)) put(" ", null, path);
    members.forEach((member, index) => {
      if (index > 0) put(isFlat ? ", " : ",", null, path);
      if (!isFlat) newLine(depth + 1, path);
      if (member.more !== undefined) return put(`… ${member.more} more`, null, path);
      const key = member.key === null ? "" : `${JSON.stringify(member.key)}`;
      if (member.key !== null) {
        put(key, "k", member.path);
        put(": ", null, member.path);
      }
      write(member.value, member.path, depth + 1, isFlat ? Number.POSITIVE_INFINITY : WIDTH - 2 * depth - key.length);
    });
    if (isFlat) return put(Array.isArray(each) ? close : ` ${close}`, null, path);
    newLine(depth, path);
    put(close, null, path);
  };
  write(value, "", 0, WIDTH);
  return lines;
}

/** A text, shortened in its middle. */
const shown = (text) => (text.length <= TEXT ? text : `${text.slice(0, TEXT - 16)}…${text.slice(-12)}`);

function membersOf(value, path) {
  if (!Array.isArray(value))
    return Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([key, each]) => ({ key, value: each, path: path === "" ? key : `${path}.${key}` }));
  const items = value.map((each, index) => ({ key: null, value: each, path: `${path}[${index}]` }));
  if (items.length <= ITEMS + 2) return items;
  return [...items.slice(0, ITEMS - 1), { more: items.length - ITEMS }, items.at(-1)];
}

function flatLength(value) {
  const hasNested = Object.values(value).some((each) => each !== null && typeof each === "object" && Object.keys(each).length > 0);
  // A list of objects, and an object that holds one, is easier to read on lines of its own.
  return hasNested ? Number.POSITIVE_INFINITY : JSON.stringify(value).length;
}

/** A value with its keys in the order in which another value has them: a repair may write them in another order. */
export function inOrderOf(value, other) {
  const order = new Map();
  const learn = (each) => {
    if (each === null || typeof each !== "object") return;
    for (const [key, inner] of Object.entries(each)) {
      if (!Array.isArray(each) && !order.has(key)) order.set(key, order.size);
      learn(inner);
    }
  };
  learn(other);
  const rank = (key) => order.get(key) ?? Number.POSITIVE_INFINITY;
  const sorted = (each) => {
    if (each === null || typeof each !== "object" || each instanceof Uint8Array) return each;
    if (Array.isArray(each)) return each.map(sorted);
    const entries = Object.entries(each).filter(([, inner]) => inner !== undefined);
    const places = entries.map(([key], index) => [rank(key) === Number.POSITIVE_INFINITY ? order.size + index : rank(key), index]);
    places.sort(([one], [another]) => one - another);
    return Object.fromEntries(places.map(([, index]) => [entries[index][0], sorted(entries[index][1])]));
  };
  return sorted(value);
}

const textOf = (line) => line.map(({ text }) => text).join("");

/** The numbers of the lines that only one of two bodies has, as two sets. */
export function changes(before, after) {
  const plain = (line) => textOf(line).replace(/,$/, "");
  const [one, other] = [before.map(plain), after.map(plain)];
  const longest = Array.from({ length: one.length + 1 }, () => new Array(other.length + 1).fill(0));
  for (let i = one.length - 1; i >= 0; i -= 1) {
    for (let j = other.length - 1; j >= 0; j -= 1) {
      longest[i][j] = one[i] === other[j] ? longest[i + 1][j + 1] + 1 : Math.max(longest[i + 1][j], longest[i][j + 1]);
    }
  }
  const [removed, added] = [new Set(), new Set()];
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    if (i < one.length && j < other.length && one[i] === other[j]) [i, j] = [i + 1, j + 1];
    else if (j < other.length && (i === one.length || longest[i][j + 1] >= longest[i + 1][j])) added.add(j++);
    else removed.add(i++);
  }
  return { removed, added };
}

/** The pieces that a violation's path is about: its value if that is plain, else its key or the id of its value. */
export function piecesAt(lines, path) {
  const pieces = lines.flat();
  const plain = pieces.filter((piece) => piece.path === path && (piece.kind === "s" || piece.kind === "n"));
  if (plain.length > 0) return plain;
  const key = pieces.filter((piece) => piece.path === path && piece.kind === "k");
  if (key.length > 0) return key;
  for (const name of ["id", "tool_use_id", "tool_call_id", "call_id", "toolUseId", "name", "type", "role"]) {
    const named = pieces.filter((piece) => piece.path === `${path}.${name}` && piece.kind === "s");
    if (named.length > 0) return named;
  }
  return pieces.filter((piece) => piece.path.startsWith(`${path}.`) && piece.kind === "k").slice(0, 1);
}
