// The formats of programs that were imported.

import type { ProgramFormat } from "./program-format.js";

const formats = /* @__PURE__ */ new Map<string, ProgramFormat>();

/**
 * Makes a format known to `convert`, `from` and `addResponse`. Importing its entry does so by itself; call it where a bundler drops
 * imports that only have an effect.
 *
 * @example
 * import { langchain } from "backscroll/langchain";
 * registerFormat(langchain);
 */
export function registerFormat(format: ProgramFormat): void {
  formats.set(format.name, format);
}

/** The format of this name; undefined when its entry was not imported. */
export function programFormat(name: string): ProgramFormat | undefined {
  return formats.get(name);
}
