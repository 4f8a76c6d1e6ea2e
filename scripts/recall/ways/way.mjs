// The compared ways to make a history small enough for a budget.

/**
 * @typedef {object} Way
 * @property {string} name
 * @property {string} how the recipe, in one line
 * @property {(cut: import("../measure.mjs").Cut, budget: number) => Promise<object[] | null>} keep the messages that are left, in neutral
 * form; null if the way makes no request. `budget` is in tokens of o200k.
 */

export {};
