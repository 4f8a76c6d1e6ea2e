//! The cost of messages, in tokens of a model's context window.
//!
//! There are three measures, which are never mixed: tokens *spent* (reported by providers, summed over all answers),
//! tokens of the *next request* (an estimate, raised by the excess of a provider's count), and *estimates* of text.

mod embedded;
mod estimator;
mod ledger;
mod media;
pub mod script;

pub use estimator::{Estimator, Weight};
pub use ledger::{Ledger, Share};
