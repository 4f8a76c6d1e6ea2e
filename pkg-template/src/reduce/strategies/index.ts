// The strategies of the package. All that is exported here is public.
//
// A strategy decides which edits of the core are made, in which order, and how far they go. To add one:
//
// 1. Write a file here with a function that returns a `Reducer`, and a line below. If it needs more than `HistoryDraft`, it gets its
//    draft from `ownDraft(context)`.
// 2. Add its name to `STRATEGIES` (`conversation/settings.ts`). Without it, the compiler says what is missing.
// 3. Add its name to `names` of `tests/js/package/entries.test.mjs` and to `WITHOUT_ENGINE` of `tests/runtimes/alone.mjs`, and its size by
//    `npm run size -- --bless`.
// 4. Write its cases in `tests/js/reducers-<name>.test.mjs`, and a line in `STRATEGIES` of `tests/support/reduce/loops.mjs` and of
//    `scripts/same/reductions.mjs`.
// 5. Add a row to the table of strategies of `docs/fitting.md`, and its name to `pkg-template/README.md` and `CHANGELOG.md`.

export { chain } from "./chain.js";
export { compacting } from "./compacting.js";
export { costAware } from "./cost-aware.js";
export { fitBudget } from "./fit-budget.js";
export { noReduction } from "./no-reduction.js";
export { offload } from "./offload.js";
export { recentTurns } from "./recent-turns.js";
export { slidingWindow } from "./sliding-window.js";
export { summarizing } from "./summarizing.js";
