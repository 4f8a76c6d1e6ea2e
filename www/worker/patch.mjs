// Writes a changed value into the text that it came from. What did not change stays as it is, to the last space.

/**
 * A change of the text.
 *
 * @typedef {object} Edit
 * @property {number} from offset in the text before
 * @property {number} to
 * @property {string} insert
 */

/**
 * Returns the edits that make the text of `root` that of `after`, in their order.
 *
 * @param {import("jsonc-parser").Node} root the tree of `json`
 * @returns {Edit[]}
 */
export function editsOf(json, root, before, after) {
  const pieces = new Pieces(json);
  pieces.value(root, before, after, 0);
  return pieces.edits();
}

/** Applies edits to a text. */
export function applied(text, edits) {
  let [out, from] = ["", 0];
  for (const edit of edits) {
    out += text.slice(from, edit.from) + edit.insert;
    from = edit.to;
  }
  return out + text.slice(from);
}

export function isSame(one, other) {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  if (Array.isArray(one)) return one.length === other.length && one.every((item, place) => isSame(item, other[place]));
  const [names, others] = [Object.keys(one), Object.keys(other)];
  return names.length === others.length && names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]));
}

/** The new text, as pieces of the old one and text between them. */
class Pieces {
  #json;
  #unit;
  #edits = [];
  #from = 0;
  #text = "";

  constructor(json) {
    this.#json = json;
    this.#unit = /\n([ \t]+)\S/.exec(json)?.[1] ?? "";
  }

  edits() {
    this.#close(this.#json.length);
    return this.#edits;
  }

  /** Keeps the text from `from` to `to`, and lets go of what stands before it since the last piece. */
  #keep(from, to) {
    this.#close(from);
    this.#from = to;
  }

  #close(until) {
    if (until > this.#from || this.#text !== "") this.#edits.push({ from: this.#from, to: until, insert: this.#text });
    this.#text = "";
    this.#from = until;
  }

  value(node, before, after, depth) {
    const end = node.offset + node.length;
    if (isSame(before, after)) return this.#keep(node.offset, end);
    const isList = Array.isArray(before) && Array.isArray(after);
    const isRecord =
      !isList &&
      !Array.isArray(before) &&
      !Array.isArray(after) &&
      typeof before === "object" &&
      typeof after === "object" &&
      before !== null &&
      after !== null;
    if (isList && node.children.length > 0 && after.length > 0) return this.#list(node, before, after, depth);
    if (isRecord && node.children.length > 0 && Object.keys(after).length > 0) return this.#record(node, before, after, depth);
    this.#text += this.#written(after, depth);
    this.#skip(end);
  }

  /** Lets go of the text up to a place. */
  #skip(to) {
    const text = this.#text;
    this.#text = "";
    this.#edits.push({ from: this.#from, to, insert: text });
    this.#from = to;
  }

  #written(value, depth) {
    return JSON.stringify(value, null, this.#unit).replaceAll("\n", `\n${this.#unit.repeat(depth)}`);
  }

  #list(node, before, after, depth) {
    const items = aligned(before, after).map(([old, now]) => ({
      child: old === null ? null : node.children[old],
      write: (piece) => piece(old, now),
    }));
    this.#items(node, items, depth, (old, now) => {
      if (old === null) this.#text += this.#written(after[now], depth + 1);
      else this.value(node.children[old], before[old], after[now], depth + 1);
    });
  }

  #record(node, before, after, depth) {
    const places = new Map(node.children.map((child, place) => [child.children[0].value, place]));
    const kept = [...places].filter(([name]) => Object.hasOwn(after, name)).sort(([, one], [, other]) => one - other);
    const items = [
      ...kept.map(([name, place]) => ({ child: node.children[place], write: (piece) => piece(name, place) })),
      ...Object.keys(after)
        .filter((name) => !places.has(name))
        .map((name) => ({ child: null, write: (piece) => piece(name, null) })),
    ];
    this.#items(node, items, depth, (name, place) => {
      if (place === null) {
        this.#text += `${JSON.stringify(name)}:${this.#unit === "" ? "" : " "}${this.#written(after[name], depth + 1)}`;
        return;
      }
      const [key, value] = node.children[place].children;
      this.#keep(key.offset, value.offset);
      this.value(value, before[name], after[name], depth + 1);
    });
  }

  /** Writes the items of a list or a record, with the separators that stand between neighbours. */
  #items(node, items, depth, piece) {
    const { children } = node;
    const [first, last] = [children[0], children.at(-1)];
    const separator = this.#unit === "" ? "," : `,\n${this.#unit.repeat(depth + 1)}`;
    this.#keep(node.offset, first.offset);
    let previous = null;
    let isSeparated = true;
    const end = (child) => child.offset + child.length;
    for (const [place, { child, write }] of items.entries()) {
      // New items between two neighbours stand behind the separator of the first.
      const next = child ?? items.slice(place).find((item) => item.child !== null)?.child ?? null;
      const isNeighbour =
        previous !== null && next !== null && end(previous) <= next.offset && children[children.indexOf(previous) + 1] === next;
      if (!isSeparated && isNeighbour) this.#keep(end(previous), next.offset);
      else if (!isSeparated) this.#text += separator;
      write(piece);
      isSeparated = child === null && isNeighbour;
      if (isSeparated) this.#text += separator;
      if (child !== null) previous = child;
      else if (!isSeparated) previous = null;
    }
    this.#keep(last.offset + last.length, node.offset + node.length);
  }
}

/** Items that differ are the same item changed when these fields agree. */
const alike = (one, other) => {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  return ["role", "type", "id"].every((name) => one[name] === other[name]);
};

/**
 * Pairs the items of two lists, in the order of the second: [old, now], [null, now] for a new one. Of the old ones, those that are in no pair
 * are gone.
 */
export function aligned(before, after) {
  let start = 0;
  while (start < before.length && start < after.length && isSame(before[start], after[start])) start += 1;
  let [end, endAfter] = [before.length, after.length];
  while (end > start && endAfter > start && isSame(before[end - 1], after[endAfter - 1])) [end, endAfter] = [end - 1, endAfter - 1];
  const pairs = [];
  for (let place = 0; place < start; place += 1) pairs.push([place, place]);
  let from = start;
  let waiting = [];
  // Between two items that stayed, old and new ones that are alike are paired in their order.
  const between = (to) => {
    for (const now of waiting) {
      let old = from;
      while (old < to && !alike(before[old], after[now])) old += 1;
      if (old < to) from = old + 1;
      pairs.push([old < to ? old : null, now]);
    }
    [waiting, from] = [[], to];
  };
  const texts = new Map();
  for (let place = start; place < end; place += 1) {
    const text = JSON.stringify(before[place]);
    texts.set(text, [...(texts.get(text) ?? []), place]);
  }
  for (let now = start; now < endAfter; now += 1) {
    const old = texts.get(JSON.stringify(after[now]))?.find((place) => place >= from);
    if (old === undefined) {
      waiting.push(now);
      continue;
    }
    between(old);
    pairs.push([old, now]);
    from = old + 1;
  }
  between(end);
  for (let place = 0; end + place < before.length; place += 1) pairs.push([end + place, endAfter + place]);
  return pairs;
}
