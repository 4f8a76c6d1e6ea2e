// The formats, with those of programs registered.

import "backscroll/ai-sdk";
import "backscroll/langchain";
import "backscroll/strands/format";
import { TARGETS } from "../support/targets.mjs";

export { TARGETS };

/** The formats of providers, then those of programs. */
export const FORMATS = [...TARGETS, "ai-sdk", "langchain", "strands", "backscroll"];
