/**
 * A request as an application gives it.
 *
 * @typedef {object} Request
 * @property {string} kind
 * @property {string} model
 * @property {string} [uri]
 * @property {object} body
 */

/**
 * A way to tell the size of a request.
 *
 * @typedef {object} Way
 * @property {string} name
 * @property {string} how what it counts, in a few words
 * @property {(request: Request) => number} sizeOf in tokens; throws for a request that it does not take
 */

export {};
