// A method of one object in place of that of its class.

/**
 * Replaces a method of this object alone. Returns the function that restores it, unless another replacement was made since.
 */
export function ownMethod(object: object, name: string, value: (...given: never[]) => unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { value, configurable: true, writable: true, enumerable: false });
  return () => {
    if (Object.getOwnPropertyDescriptor(object, name)?.value !== value) return;
    if (before === undefined) delete (object as Record<string, unknown>)[name];
    else Object.defineProperty(object, name, before);
  };
}
