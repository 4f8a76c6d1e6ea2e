// The releases of React that the hook is for, and programs bundled with one of them.

import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The oldest release and the newest, each with the names of its packages. */
export const RELEASES = {
  "React 18": { react: "react-18", "react-dom": "react-dom-18" },
  "React 19": {},
};

/**
 * Bundles a program. React is its development build, which warns.
 *
 * @param {Record<string, string>} alias of `RELEASES`
 * @param {import("esbuild").BuildOptions} options its source and its platform
 * @returns {Promise<string>} the code
 */
export async function bundled(alias, options) {
  const define = { "process.env.NODE_ENV": '"development"' };
  const { outputFiles } = await build({ absWorkingDir: root, alias, define, jsx: "automatic", bundle: true, format: "esm", target: "es2022", write: false, logLevel: "silent", ...options });
  return outputFiles[0].text;
}
