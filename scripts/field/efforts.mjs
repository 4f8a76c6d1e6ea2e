// The efforts of reasoning that models take.

import { effortsOf } from "./ours.mjs";

/** The catalogue's names of makers whose models we have efforts of. */
const MAKERS = ["openai", "xai"];
const LEVELS = ["minimal", "low", "medium", "high", "xhigh", "max"];
const EFFORTS = ["none", ...LEVELS];

/** Compares the efforts. @type {import("./differences.mjs").Comparison} */
export function compareEfforts(models) {
  const known = models.filter(({ provider, reasons }) => MAKERS.includes(provider) && reasons);
  return known.map((model) => ({
    subject: "efforts",
    of: model.provider,
    model: model.id,
    ours: effortsOf(model, EFFORTS)?.join(" ") ?? "not known",
    theirs: fromCatalogue(model.levels).join(" "),
    sources: ["`efforts` of the package's parameters", model.source],
  }));
}

/** A level up to `high` that the row does not name is there; `xhigh`, `max` and no thinking are not. */
function fromCatalogue(levels) {
  const isThere = (level) => (levels[level] === undefined ? ["minimal", "low", "medium", "high"].includes(level) : levels[level] !== null);
  return ["off", ...LEVELS].filter(isThere).map((level) => (level === "off" ? levels.off : level));
}
