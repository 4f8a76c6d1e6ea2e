//! Why a message stayed or went.

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

/// The most words that a choice names.
pub const MOST_NAMED: usize = 3;

/// The reason why a unit stayed or went, or what a policy of the host did to a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Why {
    /// It must stay.
    Protected,
    /// The next steps are likely to need words that only this message holds; or its role, its age, its content, or a
    /// write or failure in it decided.
    Needed,
    /// There was room left, and it was among the newest.
    Room,
    /// It went, because it is needed less than what stayed.
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

    /// Reports whether a message that a policy decided about for this reason stays whole.
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
