// Every runtime, in the order of the matrix.

const NAMES = ["node-20", "node-22", "node-24", "bun", "deno", "workers", "edge-runtime", "chromium", "firefox", "esbuild", "rollup", "webpack", "vite", "next", "jest", "vitest"];

/** @returns {Promise<import("./matrix.mjs").Runtime[]>} */
export async function allRuntimes() {
  const modules = await Promise.all(NAMES.map((name) => import(`./runtimes/${name}.mjs`)));
  return modules.map(({ runtime }) => runtime);
}
