//! Why a unit stayed or went.

use crate::message::MessageId;

/// The decision of a reduction by need about a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The first message of the unit.
    pub id: MessageId,
    /// The reason.
    pub why: Why,
    /// The telling words for which it stayed, the most needed first; at most [`MOST_NAMED`].
    pub words: Vec<Box<str>>,
}

/// The most words that a choice names.
pub const MOST_NAMED: usize = 3;

/// Why a unit stayed or went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Why {
    /// It must stay.
    Protected,
    /// The next steps are likely to need words that nothing else holds, or its role, its age, what it says, or a write or failure in it
    /// decided.
    Needed,
    /// There was room left, and it was among the newest.
    Room,
    /// It went: what it says is needed less than what stayed.
    #[default]
    Unneeded,
}

impl Why {
    /// Its name in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Protected => "protected",
            Self::Needed => "needed",
            Self::Room => "room",
            Self::Unneeded => "unneeded",
        }
    }
}
