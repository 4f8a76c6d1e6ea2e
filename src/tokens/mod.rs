//! The cost of messages, in tokens of a model's context window.
//!
//! Three measures, never mixed: what was *spent* (reported by providers, summed over all answers), what the
//! *next request* would hold (an estimate, raised by what a provider counted more for the last one), and *estimates* of
//! text.

mod embedded;
mod estimator;
mod ledger;
mod media;
pub mod script;

pub use estimator::{Estimator, Weight};
pub use ledger::{Ledger, Share};
