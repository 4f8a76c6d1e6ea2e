// Messages of a framework as messages of a format, and back: those that were not changed are the same objects.

export class Mapped<Own extends object, Wire extends object> {
  /** The messages behind those that were written. */
  readonly originals = new Map<Wire, Own>();
  readonly #known: WeakMap<Own, Wire>;
  readonly #write: (own: Own) => Wire;

  /** `known`: how messages were written before, so that one that comes again is not written again. */
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

  /** `read` returns the message that a changed one stands for. */
  back(list: readonly Wire[], read: (wire: Wire) => Own): Own[] {
    return list.map((wire) => this.originals.get(wire) ?? read(wire));
  }
}
