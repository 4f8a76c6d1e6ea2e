//! The state of a history.

use super::serial::Serial;

/// The state of a history. It is equal as long as nothing is appended or rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision {
    pub(super) rewrites: u64,
    pub(super) end: Serial,
}

impl Revision {
    /// A state that no history is in.
    pub(crate) const PAST: Self = Self { rewrites: u64::MAX, end: Serial(0) };
}
