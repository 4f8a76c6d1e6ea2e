// The compared ways from a history to a request that fits.

/** @typedef {import("backscroll").Message} Message */
/** @typedef {import("../../../tests/support/judges.mjs").Target} Target */

/**
 * @typedef {object} Way
 * @property {string} name
 * @property {string} how the recipe, in one line
 * @property {(target: Target, estimator?: import("backscroll").Estimator) => Run} begin a run is one conversation; `estimator` counts the
 * budget of libraries that count one. Default: the package's own.
 */

/**
 * @typedef {object} Run
 * @property {(history: Message[], budget: number) => Promise<object>} request the body for the next call of the model; `history` is the
 * conversation so far, and only grows. Rejects if no body can be made.
 * @property {() => number} [asked] tokens of the requests for a summary since it was last called, for ways that ask a model
 * @property {() => void} [end]
 */

/** The params of every request. */
export const PARAMS = {
  "openai-chat": { model: "gpt-5" },
  anthropic: { model: "claude-sonnet-5", max_tokens: 1_024 },
};

/** The models that the targets ask, as `estimateTokens` takes them: all ways and judges count as these do. @type {Record<string, { format: Target, model: string }>} */
export const ASKED = Object.fromEntries(Object.entries(PARAMS).map(([format, { model }]) => [format, { format, model }]));

/** The targets that all ways write for. @type {Target[]} */
export const COMPARED = Object.keys(PARAMS);
