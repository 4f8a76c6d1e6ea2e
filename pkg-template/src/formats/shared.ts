// What all entries share of the formats of programs: a format that one entry registers is found by every other.

export { ReadError, at, invalid } from "./read-error.js";
export { programFormat, registerFormat } from "./registry.js";
