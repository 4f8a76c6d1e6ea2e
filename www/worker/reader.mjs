// The reader of pastes and the explanations: code without an engine, which the workers share.

export {
  RULES,
  carryParams,
  describeViolations,
  explain,
  likelyRepairs,
  locateRepairs,
  repairParameters,
  titleOfViolation,
  verdictOf,
} from "backscroll/doctor";
export { editedText, readPaste } from "backscroll/read";
