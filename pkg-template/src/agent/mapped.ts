// Messages of a framework as messages of a format, and back: those that were not changed are the same objects.

export class Mapped<Own extends object, Wire extends object> {
  /** The original messages of the written ones. */
  readonly originals = new Map<Wire, Own>();
  readonly #known: WeakMap<Own, Wire>;
  readonly #write: (own: Own) => Wire;

  /** `known`: the written forms of earlier messages, so that a message is written only once. */
  constructor(known: WeakMap<Own, Wire>, write: (own: Own) => Wire) {
    this.#known = known;
    this.#write = write;
  }

  of(list: readonly Own[]): Wire[] {
    return list.map((own) => {
      const wire = this.#known.get(own) ?? this.#write(own);
      this.#known.set(own, wire);
      this.originals.set(wire, own);
      return wire;
    });
  }

  /** `read` returns the message for a changed written one. */
  back(list: readonly Wire[], read: (wire: Wire) => Own): Own[] {
    return list.map((wire) => this.originals.get(wire) ?? read(wire));
  }
}
