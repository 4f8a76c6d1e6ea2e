// A clue by which a format is recognised. It has points, and a sentence for people.

import type { Format } from "../index.js";
import type { Fields, View } from "./view.js";

export interface Clue {
  /** The formats that the clue indicates, the likelier first. */
  readonly formats: readonly Format[];
  readonly points: number;
  /** A sentence about the value. */
  readonly why: string;
  readonly is: (view: View) => boolean;
}

export const some = (list: readonly Fields[], isOne: (fields: Fields) => boolean): boolean => list.some(isOne);
export const typed = (list: readonly Fields[], ...types: string[]): boolean => list.some(({ type }) => types.includes(type));
export const has = (fields: Fields, ...names: string[]): boolean => names.some((name) => fields[name] !== undefined);

/** Strong enough to decide against names of models and shared forms. */
export const SURE = 10;
export const LIKELY = 4;
export const HINT = 1;
