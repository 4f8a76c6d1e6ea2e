// Which transcripts are handed to everybody.

/**
 * What all of the libraries can hold, and a moment at which a model is called: somebody asked, or tools have answered.
 *
 * @param {import("../ways/way.mjs").Target} target
 * @returns {Partial<import("../../../tests/support/transcripts/transcript.mjs").Shape>}
 */
export function shapeFor(target) {
  return { newest: ["request", "closed"], reasoning: target === "anthropic" ? ["signed"] : [], media: "png", interrupted: false };
}
