//! Reductions: each file edits a draft in one way. No edit can separate a call from its results.
//!
//! A draft shares its units with the history, and `commit` compares the two, so a failed reduction leaves no trace.
//! The edits are here because they keep the invariants. A strategy (`pkg-template/src/reduce/strategies`) sets their
//! order and their goal, so a host can write its own.
//!
//! # Adding a reduction
//!
//! 1. A file here with a function that edits a `Draft`, and its `mod` and `pub use` below. Rewrite tool results with
//!    `rewrite` (`results.rs`), and remove messages with `Draft::remove`. `pair_results` finds the call that a result
//!    answers. The function ends with `record_step`, which names the step. It reports nothing else: `commit` lists
//!    the removed and shortened messages.
//! 2. The name of the step in `StepName` (`types/reduction.ts`); `tests/codes.rs` compares them.
//! 3. A variant of `Operation` (`engine/operation.rs`), with its arms in `read` and `apply`. `read` refuses an `op`
//!    that it does not know. It reads an absent field as 0, empty, false or `None`, so a misspelled name goes
//!    unnoticed: name the fields as in step 4.
//! 4. A method of `pkg-template/src/reduce/draft.ts`, which checks its arguments and calls `#edit`. It calls
//!    `#settle` before that if the edit compares sizes. If hosts may call it, add it to `HistoryDraft`
//!    (`types/reduction.ts`) and to the list of `docs/fitting.md`.
//! 5. A line in `plain` (`tests/invariants/action.rs`), so that all properties run with it, and its cases in
//!    `tests/history`.
//! 6. The cases of the method in `tests/js/reduce/draft.test.mjs` (what it does, `bad`, a draft that is finished) and
//!    `tests/js/input/hostile.test.mjs`, a use in `tests/types/reducers.ts`, and a line in `scripts/same/reductions.mjs`.
//!
//! A step of the default strategy is also called in `fit.rs`, in the order of its cost.

mod anchor_question;
mod candidate;
mod clear_results;
mod cut;
mod drop_pictures;
mod fit;
mod goal;
mod keep_first;
mod need;
mod oldest_rounds;
mod oldest_turns;
mod orphans;
mod policy_results;
mod recent;
mod replace;
mod results;
mod shorten_results;
mod sliding_window;
mod span;
mod summaries;
mod summary;
mod transcript;

pub use clear_results::{CLEARED, ClearResults, clear_results};
pub use cut::Cut;
pub use drop_pictures::drop_pictures;
pub use fit::{By, Fit, fit, give_up_messages, shrink_results};
pub use oldest_rounds::drop_oldest_rounds;
pub use oldest_turns::drop_oldest_turns;
pub use policy_results::put_texts;
pub use recent::{keep_recent_messages, keep_recent_turns, remove};
pub use replace::replace;
pub use shorten_results::{ShortenResults, shorten_results};
pub use sliding_window::{SlidingWindow, slide};
pub use span::{Rounding, oldest_messages, surplus};
pub use summary::summarize;
pub use transcript::{Chunk, transcript};
