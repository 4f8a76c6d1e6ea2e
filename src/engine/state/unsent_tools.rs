//! Tools of a request that may be sent.

use super::requests::Declared;
use crate::history::{History, Revision};
use std::sync::Arc;

/// A request that was written and may be sent.
#[derive(Debug)]
pub(in crate::engine) struct UnsentTools {
    pub(in crate::engine) number: usize,
    pub(in crate::engine) declared: Declared,
    pub(in crate::engine) history: Option<Arc<History>>,
    pub(in crate::engine) minted: u64,
    /// The state of the history that the request was planned for.
    pub(in crate::engine) revision: Revision,
}
