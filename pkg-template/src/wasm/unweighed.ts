// Texts that wait for the caller's own estimator.

import { Operation } from "../../../build/operation.js";

/** A place of such texts: the operations by which the core writes them, and takes their sizes. */
export interface Unweighed {
  readonly open: Operation;
  readonly take: Operation;
  /** The number of the draft, if they are in one. */
  readonly draft?: number;
}

export const HISTORY: Unweighed = { open: Operation.Unweighed, take: Operation.Weigh };
export const BESIDE: Unweighed = { open: Operation.UnweighedBeside, take: Operation.WeighBeside };
export const ofDraft = (draft: number): Unweighed => ({ open: Operation.UnweighedDraft, take: Operation.WeighDraft, draft });
