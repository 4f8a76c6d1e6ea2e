// The entry `backscroll/doctor`: the rules of the providers with their texts, the rule behind a refusal, and the format of a body. It needs
// no engine.

export { detectFormat } from "./detect-format.js";
export { explain } from "./explain.js";
export { RULES } from "./rule-list.js";
export type { Detected, ExplainOptions, Explanation, ProviderRule } from "./types.js";
