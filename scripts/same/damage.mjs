// Seeded damage of any JSON value, as programs, databases and people damage histories.

/** @typedef {import("../../tests/support/random.mjs").Random} Random */

const MOST = 3;
const ODD_VALUES = [null, "", " \n", 0, -1.5, true, [], {}, "text", [null], { type: "unknown" }, "\ud800", 1e21];
const ID_NAMES = /^(id|.*_id|.*Id)$/;

/** @type {((place: Place, chance: Random) => void)[]} */
const DAMAGES = [
  ({ holder, key }) => (Array.isArray(holder) ? holder.splice(key, 1) : delete holder[key]),
  ({ holder, key }) => Array.isArray(holder) && holder.splice(key, 0, structuredClone(holder[key])),
  ({ holder, key }) => Array.isArray(holder) && holder.splice(key, 2, ...holder.slice(key, key + 2).reverse()),
  ({ holder }) => Array.isArray(holder) && holder.reverse(),
  ({ holder, key }) => Array.isArray(holder) && holder.splice(key),
  ({ holder, key }, chance) => {
    holder[key] = chance.pick(ODD_VALUES);
  },
  ({ holder, key }, chance) => {
    if (typeof holder[key] === "string")
      holder[key] = chance.pick(["", " ", `${holder[key]}\n`, `${holder[key]}\ud800`, "x".repeat(100), "ä b.c:d"]);
  },
  ({ holder }, chance) => {
    if (!Array.isArray(holder))
      holder[chance.pick(["extra", "cache_control", "cachePoint", "name", "id", "text"])] = chance.pick(ODD_VALUES);
  },
];

/**
 * @typedef {object} Place
 * @property {any} holder the object or list that has the value
 * @property {string | number} key its key in the holder
 */

/**
 * Returns a copy with one to three damages. In one of six copies, all ids are equal.
 *
 * @param {unknown} value
 * @param {Random} chance
 */
export function damaged(value, chance) {
  const copy = JSON.parse(JSON.stringify(value));
  for (let left = 1 + chance.below(MOST); left > 0; left -= 1) {
    const places = placesIn(copy);
    if (places.length > 0) chance.pick(DAMAGES)(placeOf(places, chance), chance);
  }
  if (chance.chance(1 / 6)) {
    for (const { holder, key } of placesIn(copy))
      if (ID_NAMES.test(String(key)) && typeof holder[key] === "string") holder[key] = "same_id";
  }
  return JSON.parse(JSON.stringify(copy));
}

/** Picks a place. The depth is drawn first, so that whole messages are damaged as often as their many small fields. */
function placeOf(places, chance) {
  const depth = chance.below(1 + Math.max(...places.map((place) => place.depth)));
  return chance.pick(places.filter((place) => place.depth === depth));
}

/** @returns {(Place & { depth: number })[]} */
function placesIn(value, depth = 0) {
  if (typeof value !== "object" || value === null) return [];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) => [{ holder: value, key, depth }, ...placesIn(value[key], depth + 1)]);
}
