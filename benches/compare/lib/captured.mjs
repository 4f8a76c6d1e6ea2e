// Captures the request body that a library's own client would send, so that no conversion of ours is involved.

/** Thrown in place of sending. */
class NotSent extends Error {}

/**
 * A `fetch` for clients that accept one. It records the bodies.
 *
 * @returns {{ fetch: typeof globalThis.fetch, body: (work: () => Promise<unknown>) => Promise<object> }} `body` runs one call of the client
 */
export function capture() {
  let seen = null;
  const fetch = async (_, { body }) => {
    seen = JSON.parse(body);
    throw new NotSent();
  };
  return {
    fetch,
    body: (work) =>
      taken(
        work,
        () => seen,
        () => (seen = null),
      ),
  };
}

/**
 * A replacement for a client's method that takes the request as an object.
 *
 * @returns {{ send: (request: object) => never, body: (work: () => Promise<unknown>) => Promise<object> }}
 */
export function captureMethod() {
  let seen = null;
  const send = (request) => {
    seen = structuredClone(request);
    throw new NotSent();
  };
  return {
    send,
    body: (work) =>
      taken(
        work,
        () => seen,
        () => (seen = null),
      ),
  };
}

/** @throws the client's error, if it threw before sending */
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
