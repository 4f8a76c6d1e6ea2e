// The entry `backscroll/estimate`: the estimate of tokens without the engine. It has a wasm of its own, with the same estimators.

import { adviseBy } from "../input/check.js";
import { fieldAdvice } from "../input/field-advice.js";
import { estimateTokens as estimate } from "../request/estimate.js";
import type { estimateTokens as OfPackage } from "../index.js";

/**
 * `estimateTokens` of the package, without the engine: the same estimates, options and errors.
 *
 * @example
 * import { estimateTokens } from "backscroll/estimate";
 * estimateTokens("How many tokens are these?", { model: "claude-opus-4-8" });
 */
export const estimateTokens: typeof OfPackage = estimate;

adviseBy(fieldAdvice);
