//! What was said: messages in units and turns. It grows by `append`, and shrinks by `commit`, `truncate` and `clear`.

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

pub use draft::Draft;
pub use reduction::{Reduction, Shortened, Step};
pub(crate) use sorted::{Sorted, in_order};
pub use story::{Appended, History, SystemPlace};
pub use unit::{Entry, Serial, Standing, Unit};
