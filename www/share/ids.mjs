// Ids with other characters of the same kinds: rules look at their length, their prefix, their characters, and whether two are the same.

/** Prefixes that providers give their ids. */
const PREFIX = /^(?:toolu|tooluse|srvtoolu|mcptoolu|call|fc|rs|msg|ctc|ws|item|resp|chatcmpl|gen|run|thread|file)[_-]/;
/** An id of fewer letters and digits tells nothing. */
const LEAST = 4;

/** Numbers the ids of a body in the order in which they come. */
export class Ids {
  #known = new Map();

  /** The id that stands for another. */
  of(id) {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const prefix = PREFIX.exec(id)?.[0] ?? "";
    const rest = id.slice(prefix.length);
    const places = rest.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    const number = (this.#known.size + 1).toString(36);
    const isKept = places < LEAST || number.length > places;
    const digits = [...number.padStart(places, "x")];
    const made = isKept ? id : prefix + rest.replace(/[\p{L}\p{N}]/gu, () => digits.shift());
    this.#known.set(id, made);
    return made;
  }

  /** A text in which the known ids have their new form, and `others` changed all between them. */
  within(text, others) {
    const known = [...this.#known.keys()].filter((id) => id.length >= LEAST).sort((one, other) => other.length - one.length);
    if (known.length === 0) return others(text);
    const pattern = new RegExp(`(${known.map((id) => id.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")).join("|")})`);
    return text
      .split(pattern)
      .map((part, place) => (place % 2 === 1 ? this.#known.get(part) : others(part)))
      .join("");
  }
}
