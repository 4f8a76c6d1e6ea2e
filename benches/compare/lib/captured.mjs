// What a library's own client would send: taken from it just before it leaves, so that no conversion of ours stands between.

/** Thrown in place of sending. */
class NotSent extends Error {}

/**
 * A `fetch` for clients that take one, and the bodies that it saw.
 *
 * @returns {{ fetch: typeof globalThis.fetch, body: (work: () => Promise<unknown>) => Promise<object> }} `body` runs one call of the client
 */
export function capture() {
  let seen = null;
  const fetch = async (_, { body }) => {
    seen = JSON.parse(body);
    throw new NotSent();
  };
  return { fetch, body: (work) => taken(work, () => seen, () => (seen = null)) };
}

/**
 * A function that stands in for a client's method that takes the request as an object.
 *
 * @returns {{ send: (request: object) => never, body: (work: () => Promise<unknown>) => Promise<object> }}
 */
export function captureMethod() {
  let seen = null;
  const send = (request) => {
    seen = structuredClone(request);
    throw new NotSent();
  };
  return { send, body: (work) => taken(work, () => seen, () => (seen = null)) };
}

/** @throws what the client threw, when it did not come to sending */
async function taken(work, seen, forget) {
  forget();
  let failure = new Error("the client sent nothing and threw nothing");
  try {
    await work();
  } catch (error) {
    failure = error;
  }
  if (seen() === null) throw failure;
  return seen();
}
