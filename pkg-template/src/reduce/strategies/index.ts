// The strategies of the package. All that is exported here is public.

export { chain } from "./chain.js";
export { compacting } from "./compacting.js";
export { costAware } from "./cost-aware.js";
export { fitBudget } from "./fit-budget.js";
export { noReduction } from "./no-reduction.js";
export { offload } from "./offload.js";
export { recentTurns } from "./recent-turns.js";
export { slidingWindow } from "./sliding-window.js";
export { summarizing } from "./summarizing.js";
