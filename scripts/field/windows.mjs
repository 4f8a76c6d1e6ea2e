// The context windows of models, at their makers.

import { ofMakers } from "./makers.mjs";
import { windowOf } from "./ours.mjs";
import { sourceOfWindow } from "./sources.mjs";

/** Compares the windows. Half a tenth less is the same: 128,000 stands for 131,072. @type {import("./differences.mjs").Comparison} */
export function compareWindows(models) {
  return ofMakers(models).map((model) => {
    const [ours, theirs] = [windowOf(model), model.contextWindow];
    const isSame = ours !== null && ours <= theirs && ours >= theirs * 0.95;
    return {
      subject: "window",
      of: model.provider,
      model: model.id,
      ours: isSame ? theirs : ours,
      theirs,
      sources: [sourceOfWindow(ours, model.provider), model.source],
    };
  });
}
