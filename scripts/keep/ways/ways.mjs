// The ways, in the order of the table. Another way of this package is a row here.

import { bound } from "./bound.mjs";
import { byAge, byNeed, fitted } from "./ours.mjs";
import { byAiSdk, byLangchain, byStrands } from "./peers.mjs";
import { clearedResults, newestUnits } from "./windows.mjs";

/** @type {import("./way.mjs").Way[]} */
export const WAYS = [bound, byNeed, byAge, fitted, clearedResults, newestUnits, byStrands, byAiSdk, byLangchain];
