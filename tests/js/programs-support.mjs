// The formats, including those of programs, which are registered here.

import "backscroll/ai-sdk";
import "backscroll/gemini-interactions";
import "backscroll/langchain";
import "backscroll/mistral-conversations";
import "backscroll/strands/format";
import { TARGETS } from "../support/targets.mjs";

export { TARGETS };

/** All formats: those of providers first, then those of programs. */
export const FORMATS = [...TARGETS, "ai-sdk", "langchain", "strands", "gemini-interactions", "mistral-conversations", "backscroll"];
