// The entry `backscroll/doctor`: the rules of the providers with their texts, the cause of a refusal and the rule behind it, the places of
// repairs, the repairs of parameters, and the format of a body. It needs no engine.

export { describeViolations } from "./describe.js";
export { detectFormat } from "./detect-format.js";
export { explain } from "./explain.js";
export { locateRepairs } from "./locate.js";
export { repairParameters } from "./repair-parameters.js";
export { RULES } from "../providers/rule-list.js";
export type { RefusalCause } from "./causes.js";
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
