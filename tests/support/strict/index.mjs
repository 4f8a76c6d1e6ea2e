// The strict provider judges the requests of the engine. It shares no code with the engine, and was written from the rules alone. The tests
// use its sources, so that the tests in Rust can judge before the package is built.

export { judge, startStrictProvider, strictFetch } from "../../../pkg-template/src/strict-provider/entry.js";
export { countRequest } from "../../../pkg-template/src/strict-provider/tokens.js";
