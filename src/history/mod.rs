//! What was said: messages in units and turns. It grows by `append`, and shrinks by `commit`, `truncate` and `clear`.
//! With it, what waits: messages for their place, calls for a person's decision.

mod adopt;
mod commit;
mod draft;
mod index;
mod layout;
mod queue;
mod reduction;
mod restore;
mod sorted;
mod story;
mod suspension;
mod truncate;
mod unit;

pub use draft::Draft;
pub use layout::{Correction, Layout};
pub use queue::Queue;
pub use reduction::{Reduction, Shortened, Step};
pub(crate) use sorted::{Sorted, in_order};
pub use story::{Appended, History, Revision, SystemPlace};
pub use suspension::Suspension;
pub use unit::{Entry, Serial, Standing, Unit};
