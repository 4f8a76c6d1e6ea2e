// Texts that wait for the caller's own estimator.

import { Method } from "../../../build/method.js";

/** A place of such texts: the methods by which the core writes them, and takes their sizes. */
export interface Unweighed {
  readonly open: Method;
  readonly take: Method;
  /** The number of the draft, if they are in one. */
  readonly draft?: number;
}

export const HISTORY: Unweighed = { open: Method.Unweighed, take: Method.Weigh };
export const BESIDE: Unweighed = { open: Method.UnweighedBeside, take: Method.WeighBeside };
export const ofDraft = (draft: number): Unweighed => ({ open: Method.UnweighedDraft, take: Method.WeighDraft, draft });
