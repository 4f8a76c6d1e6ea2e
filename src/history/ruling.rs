//! A decision of the host's policies.

use super::choice::Why;
use super::serial::Serial;

/// The decision of a policy about a message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ruling {
    /// The serial of the message.
    pub(super) own: Serial,
    /// The serial of the message's unit.
    pub(super) unit: Serial,
    pub(super) why: Why,
}
