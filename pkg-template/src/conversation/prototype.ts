// Members that are added to the prototype of a conversation.

/**
 * Defines `name` and `Symbol.dispose` on the prototype, at the first use. As a field of the class, `name` would hide the getter of a
 * subclass. In the class, a runtime without `Symbol.dispose` would define a method named "undefined". As statements beside the class, both
 * would keep bundlers from dropping a class that nobody uses.
 */
export function completePrototype(prototype: { dispose(): void }): void {
  if (Object.hasOwn(prototype, "name")) return;
  const define = (key: PropertyKey, value: unknown) => Object.defineProperty(prototype, key, { value, configurable: true, writable: true });
  define("name", "backscroll:conversation-manager");
  if (Symbol.dispose === undefined) return;
  define(Symbol.dispose, function (this: { dispose(): void }) {
    this.dispose();
  });
}
