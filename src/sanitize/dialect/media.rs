//! Demands on media, and on the roles that parts stand in.

use crate::message::{PartKind, Role};
use crate::rules::Rule;

/// Demands on media, and on the roles that parts stand in.
#[derive(Clone, Copy, Debug)]
pub struct MediaRules {
    /// Reports whether a part may stand in a message of this role.
    pub takes_part: fn(Role, &PartKind) -> bool,
    /// The rule on parts that may not.
    pub place_rule: Option<&'static Rule>,
    /// Reports whether vendors who speak the format take a part in this role for the model of this name. A body that is
    /// repaired keeps it; no request is written so.
    pub vendors_take: fn(&str, Role, &PartKind) -> bool,
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
    /// The hints, of `name` and `detail`, that media of this kind are written with.
    pub hints: fn(&PartKind) -> &'static [&'static str],
    /// The name of documents that have none, where they need one.
    pub unnamed_file: Option<&'static str>,
}

impl MediaRules {
    /// Media that `is_writable` reports to be, in the places that `takes_part` reports.
    pub const fn of(takes_part: fn(Role, &PartKind) -> bool, is_writable: fn(&PartKind) -> bool) -> Self {
        Self {
            takes_part,
            place_rule: None,
            vendors_take: |_, _, _| false,
            results_take: |_| true,
            is_writable,
            source_rule: None,
            size_rule: None,
            text_files_as_text: false,
            hints: |_| &[],
            unnamed_file: None,
        }
    }
}
