// The list prices of models.

import { ofSellers } from "./makers.mjs";
import { pricesOf } from "./ours.mjs";
import { sourceOfPrice } from "./sources.mjs";

/** The day on which the catalogue's pinned version was made: its prices are those of that day. */
const AT = Date.UTC(2026, 10, 30);

/** Tokens of a request that is large for every model. */
const LARGE = 1e6;

/** Compares the prices of small and of large requests. @type {import("./differences.mjs").Comparison} */
export function comparePrices(models) {
  return ofSellers(models).flatMap((model) => {
    const { tiers = [], ...small } = model.cost;
    const facts = [
      ["price", 1, small],
      ["price of large requests", LARGE, tiers.at(-1) ?? small],
    ];
    return facts.map(([subject, size, cost]) => {
      const ours = pricesOf(model, size, AT);
      return {
        subject,
        of: model.provider,
        model: model.id,
        ours: ours === null ? "none" : written(ours),
        theirs: written(fromCatalogue(cost)),
        sources: [sourceOfPrice(model.id), model.source],
      };
    });
  });
}

/** The catalogue's 0 for a kind of cached input says that it has no price of its own. */
function fromCatalogue({ input, output, cacheRead, cacheWrite }) {
  return { input, cachedInput: cacheRead || input, cacheWrite: cacheWrite || input, output };
}

const written = ({ input, cachedInput, cacheWrite, output }) =>
  [input, cachedInput, cacheWrite, output].map((price) => Number(price.toFixed(6))).join(" / ");
