// Parts of a stream, by their index.

/**
 * Items in the order in which they began. An index comes from outside, so it is a name and not a place: it may be huge, missing, no number,
 * or repeated. A repeated index names the newer item, and the older item stays.
 */
export class Indexed<Item> {
  readonly all: Item[] = [];
  readonly #newest = new Map<string, Item>();

  /** Returns the newest item of an index; without an index, the newest of all. */
  at(index: unknown): Item | undefined {
    const name = nameOf(index);
    return name === "" ? this.all.at(-1) : this.#newest.get(name);
  }

  add(index: unknown, item: Item): Item {
    this.all.push(item);
    this.#newest.set(nameOf(index), item);
    return item;
  }
}

/** Returns an index as a name. The name of anything but a number or a text is empty. */
export const nameOf = (index: unknown): string => (typeof index === "number" || typeof index === "string" ? String(index) : "");

/** Returns the choice or candidate with the index 0, or the first one if none has it. */
export const firstOf = <Choice>(choices: ReadonlyMap<string, Choice>): [string, Choice] | undefined => {
  const [name] = choices.has("0") ? ["0"] : choices.keys();
  const choice = name === undefined ? undefined : choices.get(name);
  return name === undefined || choice === undefined ? undefined : [name, choice];
};
