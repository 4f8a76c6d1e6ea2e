// Refusals by cause, whoever says them.

import { OF_CALLS } from "./of-calls.mjs";
import { OF_CONTENT } from "./of-content.mjs";
import { OF_SETTINGS } from "./of-settings.mjs";
import { OF_TOOLS } from "./of-tools.mjs";

/** @type {Record<string, string[]>} */
export const PHRASINGS = { ...OF_CALLS, ...OF_CONTENT, ...OF_TOOLS, ...OF_SETTINGS };
