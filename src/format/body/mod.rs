//! Functions on a caller's own body: repair, validate, fit and measure it.
//!
//! All of them open the body as an `OpenedBody` (`repair_body.rs`). Only what changes is written again
//! (`wire_groups.rs`).

mod as_it_is;
mod body_form;
mod breakdown;
mod fit;
mod repair_body;
mod sanitized_units;
mod texts;
mod validate;
mod wire_groups;

pub use as_it_is::{AsItIs, as_it_is};
pub use body_form::BodyForm;
pub use breakdown::breakdown;
pub use fit::{BodyToFit, FittedBody};
pub use repair_body::repair_body;
pub use texts::{BodyTexts, body_texts};
pub use validate::{Violation, validate};
