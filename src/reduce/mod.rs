//! Making it fit: each strategy proposes edits on a draft, and none can split a call from its results.

mod clear_results;
mod fit;
mod goal;
mod oldest_rounds;
mod oldest_turns;
mod recent;
mod replace;
mod shorten_results;
mod summary;

pub use clear_results::{ClearResults, clear_results};
pub use fit::fit;
pub use oldest_rounds::drop_oldest_rounds;
pub use oldest_turns::drop_oldest_turns;
pub use recent::{keep_recent_messages, keep_recent_turns, remove};
pub use replace::replace;
pub use shorten_results::{ShortenResults, shorten_results};
pub use summary::summarize;
