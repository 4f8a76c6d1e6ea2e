//! What was said: messages in units and turns, and the only two ways to change them, `append` and `commit`.

mod adopt;
mod commit;
mod draft;
mod index;
mod reduction;
mod restore;
mod sorted;
mod story;
mod truncate;
mod unit;

pub use draft::{Draft, Revision};
pub use reduction::{Reduction, Shortened};
pub(crate) use sorted::{Sorted, in_order};
pub use story::{Appended, History, SystemPlace};
pub use unit::{Entry, Serial, Standing, Unit};
