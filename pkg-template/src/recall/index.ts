// The entry `backscroll/recall`. It needs no engine; of the package it takes the class of errors.

export { recall } from "./recall.js";
export type { FunctionDefinition, Recall, RecallDefinitions, RecallList, RecallOptions, RecallParameter, RecallParameters, RecallSource } from "./types.js";
