//! The last request that was given to the host for sending.

use crate::history::Serial;
use crate::message::PrefixDigest;
use crate::tokens::Weight;

/// The last request for a target that was given to the host for sending.
#[derive(Clone, Debug)]
pub(in crate::engine) struct LastSent {
    /// The digest of its params.
    pub(in crate::engine) params: PrefixDigest,
    /// The end of the messages that it held and that are unchanged.
    pub(in crate::engine) until: Serial,
    /// Their weight.
    pub(in crate::engine) weight: Weight,
    /// The number of rewrites when `until` was last updated.
    pub(in crate::engine) rewrites: u64,
    /// The last unit that a reduction has changed since.
    pub(in crate::engine) reduced: Option<Serial>,
    /// The units before which requests had cache breakpoints, and before which nothing has changed since; in order.
    pub(in crate::engine) breakpoints: Vec<Serial>,
}
