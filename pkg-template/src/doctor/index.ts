// The entry `backscroll/doctor`: the rules of the providers with their texts, the cause of a refusal and the rule behind it, the places of
// repairs, the repairs of parameters, and the format of a body. It needs no engine.

export { carryParams } from "./carry-params.js";
export { describeViolations } from "./describe.js";
export { detectFormat } from "./detect-format.js";
export { explain } from "./explain.js";
export { locateRepairs } from "./locate.js";
export { repairParameters } from "./repair-parameters.js";
export { likelyRepairs } from "./likely.js";
export { titleOfViolation } from "./findings.js";
export { verdictOf } from "./verdict.js";
export { RULES } from "../providers/rule-list.js";
export type { RefusalCause } from "./causes.js";
export type {
  CarriedParams,
  DescribedViolation,
  Detected,
  ExplainOptions,
  Explanation,
  LikelyRepair,
  LocatedRepair,
  ParameterRepair,
  ProviderRule,
  RepairedParameters,
  Verdict,
  VerdictOptions,
} from "./types.js";
