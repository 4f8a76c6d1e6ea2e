// Every runtime, in the order of the matrix.

const NAMES = [
  "node", "node-20", "node-22", "node-24", "bun", "deno", "workers", "edge-runtime", "chromium", "firefox",
  "esbuild", "rollup", "webpack", "vite", "parcel", "next", "jest", "vitest",
];

/** What is here already, or comes soon: `npm test` tries these. */
const QUICK = ["node", "workers", "edge-runtime", "chromium", "esbuild", "rollup"];

/** @returns {Promise<import("./matrix.mjs").Runtime[]>} */
export const allRuntimes = () => runtimes(NAMES);

/** @returns {Promise<import("./matrix.mjs").Runtime[]>} */
export const quickRuntimes = () => runtimes(QUICK);

/** Imported when asked for: they import npm packages, which setup brings. */
async function runtimes(names) {
  const modules = await Promise.all(names.map((name) => import(`./runtimes/${name}.mjs`)));
  return modules.map(({ runtime }) => runtime);
}
