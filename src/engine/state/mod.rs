//! The parts of a conversation, and what they are made of. No part knows the conversation.

mod bases;
mod beside;
mod changes;
mod ids;
mod journal;
mod last_sent;
mod other_paths;
mod path;
mod paths;
mod promotion;
mod requests;
mod transactions;
mod unsent_tools;
mod weighed_texts;

pub(super) use beside::Beside;
pub(super) use changes::Changes;
pub(super) use ids::Ids;
pub(super) use journal::Journal;
pub(super) use last_sent::LastSent;
pub(super) use other_paths::duplicate;
pub(super) use path::{EarlierStates, Path};
pub(super) use paths::Paths;
pub(super) use promotion::Promotion;
pub(super) use requests::{Asked, Compacting, Declared, Estimate, Requests};
pub use transactions::TransactionId;
pub(super) use transactions::{Transaction, Transactions};
pub(super) use unsent_tools::UnsentTools;
pub(super) use weighed_texts::WeighedTexts;
