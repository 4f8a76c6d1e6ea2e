// Compares the results of two builds for the same body.

/** The fields with texts for people, which are not compared. */
const TEXTS = ["detail", "message", "remedy", "providerError"];
/** The fields that hold a code. */
const CODES = ["code", "failed", "cause", "recovered"];

/**
 * @typedef {object} Difference
 * @property {number} count how often it was found
 * @property {string} name the name of the smallest body that shows it
 * @property {string} before
 * @property {string} after
 * @property {string} input the body, as JSON
 * @property {number} size the size of the input, in characters
 */

/** A body as it would be sent: its spelling is compared, and a difference has a path. */
export class JsonText {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.text = new TextDecoder().decode(bytes);
  }

  toJSON() {
    return this.text;
  }
}

export class Comparison {
  /** @type {Map<string, number>} how many comparisons each operation had */
  counts = new Map();
  /** @type {Map<string, Difference>} by the kind of difference */
  differences = new Map();
  #renamed;
  #ignored;
  #anyOrder;

  constructor({ renamed, ignore, "any-order": anyOrder }) {
    this.#renamed = new Map(renamed.map((pair) => pair.split("=")));
    this.#ignored = ignore;
    this.#anyOrder = anyOrder;
  }

  compare(operation, input, before, after) {
    this.counts.set(operation, (this.counts.get(operation) ?? 0) + 1);
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    const [old, now] = [this.#comparable(before, this.#renamed), this.#comparable(after, new Map())];
    if (JSON.stringify(old) === JSON.stringify(now)) return;
    const found = [...differencesIn(old, now)];
    if (found.length === 0 && !this.#anyOrder)
      found.push({ path: "spelling or order of fields", before: JSON.stringify(old), after: JSON.stringify(now) });
    for (const difference of found) this.#add(operation, input, difference);
  }

  #add(operation, input, { path, before, after }) {
    const key = `${operation}: ${path.replace(/\[\d+\]/g, "[]")} ${kindOf(before)} -> ${kindOf(after)}`;
    const given = JSON.stringify(input);
    const known = this.differences.get(key);
    const count = (known?.count ?? 0) + 1;
    if (known !== undefined && known.size <= given.length) known.count = count;
    else
      this.differences.set(key, {
        count,
        name: input.name,
        before: shortened(before),
        after: shortened(after),
        input: given,
        size: given.length,
      });
  }

  /** Returns the value without texts for people, with the new names of codes. */
  #comparable(value, renamed) {
    if (value instanceof JsonText) return value;
    if (Array.isArray(value)) return value.map((inner) => this.#comparable(inner, renamed));
    if (typeof value !== "object" || value === null) return value;
    const isReport = typeof value.detail === "string" || (typeof value.path === "string" && typeof value.message === "string");
    const entries = Object.entries(value).filter(
      ([name, inner]) => inner !== undefined && !(isReport && (TEXTS.includes(name) || this.#ignored.includes(name))),
    );
    return Object.fromEntries(
      entries.map(([name, inner]) => [
        name,
        CODES.includes(name) && renamed.has(inner) ? renamed.get(inner) : this.#comparable(inner, renamed),
      ]),
    );
  }
}

/**
 * Returns the paths at which two values differ: for an object all fields, for a list the first item, since later items may only have moved.
 * Returns none where only the spelling or the order of fields differs.
 */
function* differencesIn(before, after, path = "") {
  if (before instanceof JsonText && after instanceof JsonText) {
    yield* differencesIn(JSON.parse(before.text), JSON.parse(after.text), path);
  } else if (Array.isArray(before) && Array.isArray(after)) {
    for (let index = 0; index < Math.max(before.length, after.length); index += 1) {
      const found = [...differencesIn(before[index], after[index], `${path}[${index}]`)];
      yield* found;
      if (found.length > 0) return;
    }
  } else if (isPlain(before) && isPlain(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      yield* differencesIn(before[name], after[name], path === "" ? name : `${path}.${name}`);
    }
  } else if (!Object.is(before, after)) {
    yield { path, before: JSON.stringify(before), after: JSON.stringify(after) };
  }
}

function isPlain(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Summarises a value, so that one difference in many bodies is counted as one. */
function kindOf(json) {
  if (json === undefined) return "nothing";
  const value = JSON.parse(json);
  if (isPlain(value)) return typeof value.code === "string" ? `${value.code} ${value.rule ?? ""}`.trim() : "an object";
  if (Array.isArray(value)) return "a list";
  return typeof value === "string" && value.length <= 30 ? json : typeof value;
}

function shortened(json = "nothing") {
  return json.length <= 400 ? json : `${json.slice(0, 400)}...`;
}
