// The formats of programs that were imported.

import type { ProgramFormat } from "../types/program-format.js";

const formats = /* @__PURE__ */ new Map<string, ProgramFormat>();

/** Makes a format known by its name. Its entry does so when it is imported, and a function that gets the format itself. */
export function registerFormat(format: ProgramFormat): void {
  formats.set(format.name, format);
}

/** The format of this name; undefined when its entry was not imported. */
export function programFormat(name: string): ProgramFormat | undefined {
  return formats.get(name);
}
