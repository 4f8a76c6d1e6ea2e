// The names of all runtimes, in the order of the matrix.

export const NAMES = [
  "node", "node-20", "node-22", "node-24", "bun", "deno", "workers", "edge-runtime", "chromium", "firefox",
  "esbuild", "rollup", "webpack", "vite", "parcel", "next", "jest", "vitest",
];

/** The runtimes that are installed already, or install quickly: `npm run test:slow` tests these. */
export const QUICK = ["node", "workers", "edge-runtime", "chromium", "esbuild", "rollup"];
