// The shape of the transcripts that all libraries get.

/**
 * Returns a shape that all libraries support, and that ends where a model is called: with a user message or with tool results.
 *
 * @param {import("../ways/way.mjs").Target} target
 * @returns {Partial<import("../../../tests/support/transcripts/transcript.mjs").Shape>}
 */
export function shapeFor(target) {
  return { newest: ["request", "closed"], reasoning: target === "anthropic" ? ["signed"] : [], media: "png", interrupted: false };
}
