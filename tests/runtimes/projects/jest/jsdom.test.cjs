/** @jest-environment jsdom */
const { writeFileSync } = require("node:fs");
const { TextDecoder } = require("node:util");

test("the probe runs where there are no coders", async () => {
  expect([typeof globalThis.TextDecoder, typeof structuredClone, typeof document]).toEqual(["undefined", "undefined", "object"]);
  require("backscroll");
  // Only the probe needs these globals. The package was loaded before.
  globalThis.TextDecoder = TextDecoder;
  writeFileSync(process.env.ANSWER, await require("./probe.cjs").probe());
});
