//! The cost of messages, in tokens of a model's context window.
//!
//! There are three measures, which are never mixed: tokens *spent* (reported by providers, summed over all answers),
//! tokens of the *next request* (an estimate, corrected by a provider's count), and *estimates* of text.
//!
//! Each number of the public API comes from one source:
//!
//! - Reports alone: `tokensSpent`, `message.tokens`, `cost()`.
//! - Estimates, corrected by reports: `contextTokens`, `tokenRemaining`, `approachingLimit`, `draft.tokens`,
//!   `tokensBefore` and `tokensAfter` of a reduction, `prepare().tokens`, and the sizes that `prepare`, `recover` and
//!   `proactiveCompression` compare with the window.
//! - Estimates alone: `estimateTokens`, `fit`, `tokensBefore` and `tokensAfter` of a shortened message, sizes
//!   of params, the span of a summary.

mod breakdown;
mod embedded;
mod estimator;
mod ledger;
mod media;
mod message_weight;
mod model_size;
mod weight;

pub use backscroll_kernels::script::{self, Vocabulary};
pub use breakdown::Parts;
pub use estimator::{Estimator, TextEstimate};
pub use ledger::{Correction, Ledger, Share};
pub use media::{FULL_PAGE, MediaSize, PictureSize, Scale};
pub use message_weight::{MessageWeight, TurnWeight};
pub use model_size::{CallSize, Frame, Margin, ModelSize, ReasoningSize, SchemaSize, ToolsSize, UNKNOWN};
pub use weight::Weight;
