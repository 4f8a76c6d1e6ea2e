// A body as lines of JSON, with the places that a refusal is about, and the lines that a repair changed.

/** The number of items of a long list that are shown. */
const ITEMS = 3;

/**
 * A piece of a line. `path` is the place of the value; `kind` is `k` for a key, `s` for a text, `n` for another value, null for punctuation.
 *
 * @typedef {{ text: string, kind: "k" | "s" | "n" | null, path: string }} Piece
 *
 * @typedef {Piece[]} Line
 */

/**
 * The lines of a value, each at most about `width` characters wide.
 *
 * @returns {Line[]}
 */
export function linesOf(value, width) {
  const lines = [[]];
  const put = (text, kind, path) => lines.at(-1).push({ text, kind, path });
  const newLine = (depth, path) => {
    lines.push([]);
    if (depth > 0) put("  ".repeat(depth), null, path);
  };
  const write = (each, path, depth, room) => {
    if (typeof each === "string")
      return put(JSON.stringify(shown(each, Math.max(12, (Number.isFinite(room) ? room : width) - 5))), "s", path);
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
      write(member.value, member.path, depth + 1, isFlat ? Number.POSITIVE_INFINITY : width - 2 * depth - key.length);
    });
    if (isFlat) return put(Array.isArray(each) ? close : ` ${close}`, null, path);
    newLine(depth, path);
    put(close, null, path);
  };
  write(value, "", 0, width);
  return lines;
}

/** A text, shortened in its middle if it is much too long. */
const shown = (text, most) => (text.length <= Math.max(most, 30) ? text : `${text.slice(0, Math.max(16, most - 9))}…${text.slice(-6)}`);

function membersOf(value, path) {
  if (!Array.isArray(value))
    return Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .map(([key, each]) => ({ key, value: each, path: path === "" ? key : `${path}.${key}` }));
  const items = value.map((each, index) => ({ key: null, value: each, path: `${path}[${index}]` }));
  if (items.length <= ITEMS + 4) return items;
  return [...items.slice(0, ITEMS - 1), { more: items.length - ITEMS }, items.at(-1)];
}

function flatLength(value) {
  const hasNested = Object.values(value).some((each) => each !== null && typeof each === "object" && Object.keys(each).length > 0);
  // A list of objects, and an object that holds one, is easier to read on lines of its own.
  if (hasNested) return Number.POSITIVE_INFINITY;
  // With the spaces behind commas and colons, and inside of braces.
  const count = Object.keys(value).length;
  return JSON.stringify(value).length + (Array.isArray(value) ? count - 1 : 2 * count + 1);
}

/** A value with its keys in the order of another value's objects: a repair may write them in another order. */
export function inOrderOf(value, other) {
  const orders = [];
  const learn = (each) => {
    if (each === null || typeof each !== "object") return;
    if (!Array.isArray(each)) orders.push(Object.keys(each));
    Object.values(each).forEach(learn);
  };
  learn(other);
  const sorted = (each) => {
    if (each === null || typeof each !== "object" || each instanceof Uint8Array) return each;
    if (Array.isArray(each)) return each.map(sorted);
    const keys = Object.keys(each).filter((key) => each[key] !== undefined);
    const order = orders.find((known) => keys.every((key) => known.includes(key))) ?? keys;
    const inOrder = order.filter((key) => keys.includes(key));
    return Object.fromEntries(inOrder.map((key) => [key, sorted(each[key])]));
  };
  return sorted(value);
}

const textOf = (line) => line.map(({ text }) => text).join("");

/**
 * The numbers of the lines that only one of two bodies has, and of those at which the other has such lines.
 *
 * @returns {{ removed: Set<number>, added: Set<number>, nearRemoved: Set<number>, nearAdded: Set<number> }}
 */
export function changes(before, after) {
  const plain = (line) => textOf(line).replace(/,$/, "");
  const [one, other] = [before.map(plain), after.map(plain)];
  const longest = Array.from({ length: one.length + 1 }, () => new Array(other.length + 1).fill(0));
  for (let i = one.length - 1; i >= 0; i -= 1) {
    for (let j = other.length - 1; j >= 0; j -= 1) {
      longest[i][j] = one[i] === other[j] ? longest[i + 1][j + 1] + 1 : Math.max(longest[i + 1][j], longest[i][j + 1]);
    }
  }
  const [removed, added, nearRemoved, nearAdded] = [new Set(), new Set(), new Set(), new Set()];
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    if (i < one.length && j < other.length && one[i] === other[j]) [i, j] = [i + 1, j + 1];
    else if (j < other.length && (i === one.length || longest[i][j + 1] >= longest[i + 1][j])) {
      nearAdded.add(i);
      added.add(j++);
    } else {
      nearRemoved.add(j);
      removed.add(i++);
    }
  }
  return { removed, added, nearRemoved, nearAdded };
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

/** Bodies of at most this many lines are shown whole; of longer ones, so many lines around each place. */
const [WHOLE, AROUND] = [34, 7];

/**
 * The lines that are shown, and how many are left out between them.
 *
 * @param {number} count the number of lines
 * @param {Iterable<number>} places the lines that matter
 * @returns {({ line: number } | { left: number })[]}
 */
export function folded(count, places) {
  const near = new Set([0, count - 1]);
  for (const place of places) for (let line = place - AROUND; line <= place + AROUND; line += 1) near.add(line);
  const shown = [];
  // A fold of two lines would save one.
  for (let line = 1; line < count - 1; line += 1) if (near.has(line - 1) && (near.has(line + 1) || near.has(line + 2))) near.add(line);
  for (let line = 0; line < count; line += 1) {
    if (count <= WHOLE || near.has(line)) shown.push({ line });
    else if (shown.at(-1)?.left === undefined) shown.push({ left: 1 });
    else shown.at(-1).left += 1;
  }
  return shown;
}
