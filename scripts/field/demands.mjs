// Demands of vendors of chat completions.

import { DEMANDS, vendorOf } from "./ours.mjs";
import { sourceOfVendor } from "./sources.mjs";

const takes = (taken) => (taken ? "taken" : "refused");

/**
 * Our answer and the catalogue's for each demand; undefined if the catalogue has none. It writes `system` for every vendor but OpenAI, unless a
 * row says otherwise. A row of a model without pictures says nothing of its vendor, and one without `supportsStrictMode` nothing of `strict`.
 */
const QUESTIONS = {
  "role developer": {
    ours: (model) => takes(DEMANDS.developer(model) === "developer"),
    theirs: ({ compat }) => takes(compat.supportsDeveloperRole === true),
  },
  "reasoning_content beside calls": {
    ours: (model) => (DEMANDS.reasoning(model) ? "demanded" : "not demanded"),
    theirs: ({ compat, reasons }) =>
      reasons ? (compat.requiresReasoningContentOnAssistantMessages === true ? "demanded" : "not demanded") : undefined,
  },
  "strict tools": {
    ours: (model) => takes(DEMANDS.strict(model)),
    theirs: ({ compat: { supportsStrictMode: isTaken } }) => (isTaken === undefined ? undefined : takes(isTaken)),
  },
  pictures: {
    ours: (model) => takes(DEMANDS.pictures(model)),
    theirs: ({ input }) => (input.includes("image") ? "taken" : undefined),
  },
};

/** Compares the demands of the vendors that have a row. @type {import("./differences.mjs").Comparison} */
export function compareDemands(models) {
  const known = models.filter(({ api }) => api === "openai-completions").map((model) => ({ ...model, vendor: vendorOf(model) }));
  return known
    .filter(({ vendor }) => vendor !== null)
    .flatMap((model) =>
      Object.entries(QUESTIONS)
        .map(([subject, { ours, theirs }]) => ({ subject, ours: ours(model), theirs: theirs(model) }))
        .filter(({ theirs }) => theirs !== undefined)
        .map((fact) => ({ ...fact, of: model.vendor, model: model.id, sources: [sourceOfVendor(model.vendor), model.source] })),
    );
}
