// The entry `backscroll/estimate`: the estimate of tokens without the engine. It has a wasm of its own, with the same estimators.

import { adviseBy } from "../input/check.js";
import { fieldAdvice } from "../input/field-advice.js";

export { estimateTokens } from "../request/estimate.js";

adviseBy(fieldAdvice);
