// backscroll's own sizes.

import { fit } from "backscroll";
import "backscroll/cohere";
import { countTokens } from "backscroll/o200k";

/** @typedef {import("./way.mjs").Way} Way */

/** A window larger than any request, so that nothing is cut. */
const ROOM = 1e9;

/** `fit` tells the size of what it returns. A body that does not name its model is given the model that the address named. */
function sizeOf({ kind, model, uri, body }, estimator) {
  const options = { maxTokens: ROOM, ...(estimator === undefined ? {} : { estimator }) };
  if (kind === "vendor") return fit("openai-chat", body, { ...options, baseURL: `https://${uri}` }).tokens;
  if (kind === "gemini") return fit(kind, { model, ...body }, options).tokens;
  if (kind === "bedrock") return fit(kind, { modelId: model, ...body }, options).tokens;
  return fit(kind, body, options).tokens;
}

/** @type {Way} */
export const ours = { name: "backscroll", how: "as `fit` counts for the model of the request", sizeOf: (request) => sizeOf(request) };

/** @type {Way} */
export const byExactTexts = {
  name: "backscroll, o200k for texts",
  how: "`estimator: countTokens` of backscroll/o200k; what the model adds to the texts stays",
  sizeOf: (request) => sizeOf(request, countTokens),
};
