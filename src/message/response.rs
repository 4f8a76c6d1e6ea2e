//! The provider's response that a message was read from.

use super::format_name::Format;

/// A response of a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// Its id.
    pub id: Box<str>,
    /// The format of the provider.
    pub format: Format,
    /// The conversation that the provider added it to.
    pub conversation: Option<Box<str>>,
    /// True if the provider may keep it, so that a later request can continue it.
    pub is_kept: bool,
}
