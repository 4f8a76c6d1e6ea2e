// The formats of programs that were imported.

import type { ProgramFormat } from "./program-format.js";

const formats = /* @__PURE__ */ new Map<string, ProgramFormat>();

/** Makes a format known to `convert`, `from` and `addResponse`. Its entry does so when it is imported. */
export function registerFormat(format: ProgramFormat): void {
  formats.set(format.name, format);
}

/** The format of this name; undefined when its entry was not imported. */
export function programFormat(name: string): ProgramFormat | undefined {
  return formats.get(name);
}
