// The strategies of the package. All that is exported here is public.
//
// A strategy decides which edits of the core are made, in which order, and how far they go. `npm run new -- strategy NAME` writes the file of
// a new one and its test, puts its name into the lists of strategies, and prints the other steps. If it needs more than `HistoryDraft`, it
// gets its draft from `ownDraft(context)`: `enforce("putTexts", { ids })` clears these results, for example. `offload` returns messages, and
// not edits; its report has the step `replace`. The core keeps pinned messages; results that the model has not read are yours to keep
// (`docs/fitting.md`).

export { chain } from "./chain.js";
export { compacting } from "./compacting.js";
export { costAware } from "./cost-aware.js";
export { fitBudget } from "./fit-budget.js";
export { noReduction } from "./no-reduction.js";
export { offload } from "./offload.js";
export { recentTurns } from "./recent-turns.js";
export { slidingWindow } from "./sliding-window.js";
export { summarizing } from "./summarizing.js";
