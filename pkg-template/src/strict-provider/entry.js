// The strict provider, as the entry gives it. It shares no code with the engine, so neither repeats the other's mistakes: the tests judge the
// engine's requests by it.

export { strictFetch } from "./fetch.js";
export { judge } from "./judges.js";
export { OptionError } from "./options.js";
export { startStrictProvider } from "./server.js";
