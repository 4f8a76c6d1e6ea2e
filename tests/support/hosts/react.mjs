// The releases of React that the hook is for, and programs bundled with one of them.

import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { serve } from "../../../scripts/lib/static-server.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));

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

/**
 * Serves the page in a folder: its `index.html`, and its program, such as `chat.tsx`, bundled as `chat.js`.
 *
 * @param {Record<string, string>} alias of `RELEASES`
 * @param {string} source the folder, from the root
 * @param {string} program
 * @returns {Promise<{ url: string, folder: string, close(): Promise<void> }>} the folder is removed by `close`
 */
export async function servedPage(alias, source, program) {
  const folder = await mkdtemp(join(tmpdir(), "backscroll-page-"));
  await copyFile(join(root, source, "index.html"), join(folder, "index.html"));
  await writeFile(join(folder, program.replace(/\.[jt]sx$/, ".js")), await bundled(alias, { entryPoints: [join(root, source, program)] }));
  const server = await serve({ "/": folder });
  const close = async () => {
    await server.close();
    await rm(folder, { recursive: true });
  };
  return { url: server.url, folder, close };
}
