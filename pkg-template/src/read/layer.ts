// Layers: a text that another text spells, as a shell's quotes or a JSON string do, with the way back.

/** Spells a text as the outer text does. */
export type Encode = (insert: string) => string;

const asIs: Encode = (insert) => insert;

/** A text, with the place of each offset in the pasted text. */
export class Layer {
  readonly text: string;
  readonly #outer: Layer | null;
  /** Offsets in this text from which the distance to the outer text is constant, in order. */
  readonly #starts: readonly number[];
  readonly #places: readonly number[];
  readonly #encodes: readonly Encode[];

  constructor(text: string, outer: Layer | null = null, starts: number[] = [0], places: number[] = [0], encodes: Encode[] = [asIs]) {
    this.text = text;
    this.#outer = outer;
    this.#starts = starts;
    this.#places = places;
    this.#encodes = encodes;
  }

  /** Returns the place of an offset in the pasted text. */
  at(offset: number): number {
    const piece = this.#pieceAt(offset);
    const place = (this.#places[piece] as number) + offset - (this.#starts[piece] as number);
    return this.#outer === null ? place : this.#outer.at(place);
  }

  /** Returns a text for an offset, as the pasted text spells it there. */
  written(insert: string, offset: number): string {
    const piece = this.#pieceAt(offset);
    const spelled = (this.#encodes[piece] as Encode)(insert);
    return this.#outer === null ? spelled : this.#outer.written(spelled, this.#places[piece] as number);
  }

  /** The last piece that starts at an offset or before it. */
  #pieceAt(offset: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Builds a layer of pieces of an outer one, in order. */
export class LayerBuilder {
  readonly #outer: Layer;
  readonly #texts: string[] = [];
  #length = 0;
  readonly #starts: number[] = [];
  readonly #places: number[] = [];
  readonly #encodes: Encode[] = [];
  #encode: Encode = asIs;

  constructor(outer: Layer) {
    this.#outer = outer;
  }

  /** Sets the spelling of the pieces that follow. */
  spell(encode: Encode): void {
    this.#encode = encode;
  }

  /** Adds a piece of the outer text, as it is. */
  raw(from: number, to: number): void {
    if (from >= to) return;
    this.#mark(from);
    this.#add(this.#outer.text.slice(from, to));
  }

  /** Adds the text that an escape from `from` stands for. */
  escaped(from: number, meant: string): void {
    if (meant === "") return;
    this.#mark(from);
    this.#add(meant);
  }

  /** Returns the layer; `to` is the place of its end. */
  end(to: number): Layer {
    this.#mark(to);
    return new Layer(this.#texts.join(""), this.#outer, this.#starts, this.#places, this.#encodes);
  }

  #mark(place: number): void {
    if (this.#starts.at(-1) === this.#length && this.#starts.length > 0) {
      this.#places[this.#places.length - 1] = place;
      this.#encodes[this.#encodes.length - 1] = this.#encode;
      return;
    }
    this.#starts.push(this.#length);
    this.#places.push(place);
    this.#encodes.push(this.#encode);
  }

  #add(text: string): void {
    this.#texts.push(text);
    this.#length += text.length;
  }
}
