// The compared ways to make a history small enough for a budget.

/**
 * @typedef {object} Way
 * @property {string} name
 * @property {string} how the recipe, in one line
 * @property {(cut: import("../cut.mjs").Cut, budget: number) => Promise<object[] | null>} keep the messages that are left, in neutral
 * form; null if the way makes no request. `budget` is in tokens of o200k.
 * @property {true} [knowsNeeds] for a way that reads which words are needed, and cuts nothing else
 * @property {(budget: number) => Course} [begin] begins a conversation that is cut several times, for a way that knows of its earlier cuts
 *
 * @typedef {object} Course of a conversation
 * @property {(messages: import("backscroll").Message[]) => Promise<object[] | null>} cut adds messages, cuts, and returns what is left
 * @property {() => void} [end]
 */

export {};
