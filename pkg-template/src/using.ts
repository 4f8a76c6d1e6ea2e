// `using`, which disposes what it holds at the end of its block.

/**
 * Defines `Symbol.dispose` at the first use. In the class, a runtime without the symbol would define a method named "undefined"; as a
 * statement beside the class, it would keep bundlers from dropping a class that nobody uses.
 */
export function offerUsing(prototype: { dispose(): void }): void {
  if (Symbol.dispose === undefined || Object.hasOwn(prototype, Symbol.dispose)) return;
  const dispose = function (this: { dispose(): void }) {
    this.dispose();
  };
  Object.defineProperty(prototype, Symbol.dispose, { value: dispose, configurable: true, writable: true });
}
