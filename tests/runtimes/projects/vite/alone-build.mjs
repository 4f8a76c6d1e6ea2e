// Bundles one file for a page, minified: `node alone-build.mjs <input> <output>`.

import { basename, dirname } from "node:path";
import { build } from "vite";

const [input, output] = process.argv.slice(2);
const rolldownOptions = { input, output: { entryFileNames: basename(output) } };
await build({ logLevel: "warn", build: { outDir: dirname(output), emptyOutDir: false, rolldownOptions } });
