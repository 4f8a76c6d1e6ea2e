// Texts that wait for the caller's own estimator.

import type { Core, CoreDraft } from "../../../build/glue.js";

/** A place of such texts: the core writes them, and takes their sizes. */
export interface Unweighed {
  open(core: Core): number;
  take(core: Core, length: number): void;
}

export const HISTORY: Unweighed = { open: (core) => core.unweighed(), take: (core, length) => core.weigh(length) };
export const BESIDE: Unweighed = { open: (core) => core.unweighedBeside(), take: (core, length) => core.weighTexts(length) };
export const ofDraft = (draft: CoreDraft): Unweighed => ({
  open: (core) => core.unweighedOf(draft),
  take: (core, length) => core.weighIn(draft, length),
});
