//! The state of a history.

use super::unit::Serial;

/// The state of a history. It is equal as long as nothing is appended or rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision {
    pub(super) rewrites: u64,
    pub(super) end: Serial,
}
