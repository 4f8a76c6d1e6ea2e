// The registry of formats of programs, shared by all entries: a format that one entry registers is found by every other.

export { ReadError, at, invalid } from "./read-error.js";
export { programFormat, registerFormat } from "./registry.js";
