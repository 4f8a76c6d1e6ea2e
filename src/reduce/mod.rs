//! Reductions: each file edits a draft in one way. No edit can separate a call from its results.

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
