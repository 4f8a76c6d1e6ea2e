// Sets of numbers.

/** A set of the numbers below a power of two, a bit for each. */
export class BitSet {
  readonly #words: Int32Array;

  constructor(bits: number) {
    this.#words = new Int32Array(1 << (bits - 5));
  }

  add(number: number): void {
    this.#words[number >>> 5] = (this.#words[number >>> 5] ?? 0) | (1 << (number & 31));
  }

  has(number: number): boolean {
    return (((this.#words[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1;
  }
}
