// Changes of JSON values, by chance: fields and items are left out, repeated, swapped, or take values of other places.

/** @typedef {import("../random.mjs").Random} Random */

/** Values that a reader may not expect. */
const VALUES = [null, true, false, 0, -1, 0.5, 1e300, 2 ** 53, "", " ", "x", "\ud800", "\u0000", "null", "{}", "{", [], {}, [null], [[]], [{}], [""], { type: "text" }, { type: "text", text: "" }, { text: " " }, "user", "assistant", "model", "system", "tool"];
const NAMES = ["__proto__", "constructor", "toString", "length", "then", ""];

const isHolder = (value) => typeof value === "object" && value !== null;

/** Returns the holders in a value, each with the names of what it holds. */
function holdersIn(value, found = []) {
  if (!isHolder(value)) return found;
  found.push(value);
  for (const inner of Object.values(value)) holdersIn(inner, found);
  return found;
}

const copied = (value) => (isHolder(value) ? structuredClone(value) : value);

/** Sets an own field, also one that is named `__proto__`. */
const put = (holder, name, value) => Object.defineProperty(holder, name, { value, enumerable: true, writable: true, configurable: true });

/**
 * Returns a copy of the value with some changes.
 *
 * @template T
 * @param {T} value
 * @param {Random} chance
 * @param {readonly unknown[]} others values whose fields and items may be taken over
 * @param {number} [most] the most changes
 * @returns {T}
 */
export function changed(value, chance, others, most = 4) {
  const copy = structuredClone(value);
  const count = 1 + chance.below(most);
  for (let made = 0; made < count; made += 1) change(copy, chance, others);
  return copy;
}

function change(value, { pick, below }, others) {
  const holders = holdersIn(value).filter((holder) => Object.keys(holder).length > 0);
  if (holders.length === 0) return;
  const holder = pick(holders);
  const name = pick(Object.keys(holder));
  const isList = Array.isArray(holder);
  const donor = pick(holdersIn(pick(others)).filter((other) => Object.keys(other).length > 0).concat([value]));
  switch (below(8)) {
    case 0:
      return void (isList ? holder.splice(Number(name), 1) : delete holder[name]);
    case 1:
      return void (isList ? holder.splice(Number(name), 0, copied(holder[name])) : put(holder, pick(Object.keys(donor)), copied(holder[name])));
    case 2: {
      const other = pick(Object.keys(holder));
      const [one, two] = [holder[name], holder[other]];
      put(holder, name, two);
      return void put(holder, other, one);
    }
    case 3:
      return void put(holder, name, copied(pick(VALUES)));
    case 4:
      return void put(holder, name, copied(pick(Object.values(donor))));
    case 5: {
      const field = pick(Object.keys(donor));
      return void (isList ? holder.push(copied(donor[field])) : put(holder, field, copied(donor[field])));
    }
    case 6:
      return void (isList ? holder.reverse() : put(holder, pick(NAMES), copied(pick(VALUES))));
    default:
      // A text of another place, often an id.
      return void put(holder, name, pick(Object.values(donor).filter((inner) => typeof inner === "string").concat(["x"])));
  }
}
