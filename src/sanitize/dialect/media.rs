//! Demands on media, and on the roles of messages that hold a part.

use crate::message::{Format, PartKind, Role};
use crate::rules::Rule;
use crate::sanitize::RequestOptions;

/// Demands on media, and on the roles of messages that hold a part.
#[derive(Clone, Copy, Debug)]
pub struct MediaRules {
    /// Reports whether a message of this role may hold a part.
    pub takes_part: fn(Role, &PartKind) -> bool,
    /// The rule of `takes_part`.
    pub place_rule: Option<&'static Rule>,
    /// Reports whether the vendor accepts a part in this role beyond what the format defines. If only the model's name
    /// shows the vendor, a repaired body may hold such a part, and a request that is written does not.
    pub vendors_take: fn(&RequestOptions, Role, &PartKind) -> bool,
    /// Reports whether the model of the request is known to see no pictures.
    pub is_blind: fn(&RequestOptions) -> bool,
    /// Reports whether this model takes media in results of tools, where the format has a place for them.
    pub results_take: fn(Option<&str>) -> bool,
    /// Reports whether media can be written, by the source of their bytes and their type.
    pub is_writable: fn(&PartKind) -> bool,
    /// The rule on sources and types of media.
    pub source_rule: Option<&'static Rule>,
    /// The rule on the pixels of media.
    pub size_rule: Option<&'static Rule>,
    /// True if a request that is written sends files of text as text, though there is a part for files.
    pub text_files_as_text: bool,
    /// Returns which of the hints `name` and `detail` are written for media of this kind.
    pub hints: fn(&PartKind) -> &'static [&'static str],
    /// The format of the same provider whose ids of files are valid here, too.
    pub shares_files_with: Option<Format>,
    /// The name of unnamed documents, if documents need a name.
    pub unnamed_file: Option<&'static str>,
}

impl MediaRules {
    /// Rules with these two functions, and no other demands.
    pub const fn of(takes_part: fn(Role, &PartKind) -> bool, is_writable: fn(&PartKind) -> bool) -> Self {
        Self {
            takes_part,
            place_rule: None,
            vendors_take: |_, _, _| false,
            is_blind: |_| false,
            results_take: |_| true,
            is_writable,
            source_rule: None,
            size_rule: None,
            text_files_as_text: false,
            hints: |_| &[],
            shares_files_with: None,
            unnamed_file: None,
        }
    }
}
