//! Why a message stayed or was removed.

use crate::message::MessageId;

/// The decision of a reduction about a unit, or of the host's policies about a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The first message of the unit, or the message.
    pub id: MessageId,
    /// The reason.
    pub why: Why,
    /// The telling words for which it stayed, the most needed first; at most [`MOST_NAMED`].
    pub words: Vec<Box<str>>,
}

/// The maximum number of words in a choice.
pub const MOST_NAMED: usize = 3;

/// The reason why a unit stayed or was removed, or what a policy of the host did to a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Why {
    /// It must stay.
    Protected,
    /// The next steps probably need words that only this message holds; or its role, its age, its content, or a write
    /// or failure in it decided.
    Needed,
    /// There was room left, and it was among the newest.
    Room,
    /// It was removed, because the kept units are needed more.
    #[default]
    Unneeded,
    /// The host pinned it.
    Pinned,
    /// It holds instructions that the host named.
    Instructions,
    /// The policy for its tool keeps it.
    ToolKept,
    /// The policy for its tool cleared it.
    ToolDropped,
    /// The policy for its tool made it shorter.
    ToolShortened,
    /// It holds one of the newest pictures.
    PictureKept,
    /// Lines replace its pictures.
    PictureDropped,
}

impl Why {
    /// Its name in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Protected => "protected",
            Self::Needed => "needed",
            Self::Room => "room",
            Self::Unneeded => "unneeded",
            Self::Pinned => "pinned",
            Self::Instructions => "instructions",
            Self::ToolKept => "tool-kept",
            Self::ToolDropped => "tool-dropped",
            Self::ToolShortened => "tool-shortened",
            Self::PictureKept => "picture-kept",
            Self::PictureDropped => "picture-dropped",
        }
    }

    /// Reports whether a message stays whole if a policy decided about it for this reason.
    pub fn keeps_whole(self) -> bool {
        match self {
            Self::Protected | Self::Pinned | Self::Instructions | Self::ToolKept | Self::PictureKept => true,
            Self::Needed
            | Self::Room
            | Self::Unneeded
            | Self::ToolDropped
            | Self::ToolShortened
            | Self::PictureDropped => false,
        }
    }
}
