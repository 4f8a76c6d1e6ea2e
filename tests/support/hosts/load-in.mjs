// Evaluates a CommonJS file of the package in a context of its own, as test runners do. Modules of Node are those of the outer realm, and a
// file that is a module cannot be required.

import { readFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { runInContext } from "node:vm";

const outer = createRequire(import.meta.url);

/** Loads the file at `path` in `context`, and there the files that it requires, each once. Returns its exports. */
export function loadIn(context, path, loaded = new Map()) {
  if (loaded.has(path)) return loaded.get(path).exports;
  const module = { exports: {} };
  loaded.set(path, module);
  const require = (other) => (isBuiltin(other) ? outer(other) : loadIn(context, fileOf(path, other), loaded));
  const text = `(function (module, exports, require, __dirname) {${readFileSync(path, "utf8")}\n})`;
  runInContext(text, context, { filename: path })(module, module.exports, require, dirname(path));
  return module.exports;
}

/** Returns the file that `path` requires by this name. In another package it is a CommonJS file, beside the module to which Node may be led. */
function fileOf(path, name) {
  return name.startsWith(".") ? join(dirname(path), name) : createRequire(path).resolve(name).replace(/\.mjs$/, ".cjs");
}
