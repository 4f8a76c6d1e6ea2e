// The name of every runtime, in the order of the matrix.

export const NAMES = [
  "node", "node-20", "node-22", "node-24", "bun", "deno", "workers", "edge-runtime", "chromium", "firefox",
  "esbuild", "rollup", "webpack", "vite", "parcel", "next", "jest", "vitest",
];

/** What is here already, or installs quickly: `npm test` tries these. */
export const QUICK = ["node", "workers", "edge-runtime", "chromium", "esbuild", "rollup"];
