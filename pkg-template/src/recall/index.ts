// The entry `backscroll/recall`. It needs no engine; of the package it takes the class of errors.

export { recall } from "./recall.js";
export type * from "../providers/registry/declaration-types.js";
export type { RecallParameter, RecallParameters, ToolParameters } from "./parameters.js";
export type { Recall, RecallList, RecallOptions, RecallSource } from "./types.js";
