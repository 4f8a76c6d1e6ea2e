// The public types that most of the package works with.

export type * from "./body-edit.js";
export type * from "./cost.js";
export type * from "./fit.js";
export type * from "./format.js";
export type * from "./message.js";
export type * from "./options.js";
export type * from "./policy.js";
export type * from "./program-format.js";
export type * from "./reduction.js";
export type * from "./repair.js";
export type * from "./request.js";
export type * from "./strategy.js";
export type * from "./transcript.js";
export type * from "./vendor.js";
