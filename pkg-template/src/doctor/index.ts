// The entry `backscroll/doctor`: the rules of the providers with their texts, the rule behind a refusal, the places of
// repairs, the repairs of parameters, and the format of a body. It needs no engine.

export { describeViolations } from "./describe.js";
export { detectFormat } from "./detect-format.js";
export { explain } from "./explain.js";
export { locateRepairs } from "./locate.js";
export { repairParameters } from "./repair-parameters.js";
export { RULES } from "../providers/rule-list.js";
export type {
  DescribedViolation,
  Detected,
  ExplainOptions,
  Explanation,
  LocatedRepair,
  ParameterRepair,
  ProviderRule,
  RepairedParameters,
} from "./types.js";
