// Evaluates a CommonJS file of the package in a context of its own, as test runners do.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runInContext } from "node:vm";

/** Loads the file at `path` in `context`, and there the files that it requires, each once. Returns its exports. */
export function loadIn(context, path, loaded = new Map()) {
  if (loaded.has(path)) return loaded.get(path).exports;
  const module = { exports: {} };
  loaded.set(path, module);
  const require = (other) => loadIn(context, join(dirname(path), other), loaded);
  const text = `(function (module, exports, require) {${readFileSync(path, "utf8")}\n})`;
  runInContext(text, context, { filename: path })(module, module.exports, require);
  return module.exports;
}
