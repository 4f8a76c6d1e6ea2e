//! Vendors with a provider's API: the demands of each, and the fields that it accepts and gets back, as data.

use super::dialect::{FieldPlace, Names};
use crate::message::Role;
use crate::text::find;

/// A vendor of OpenAI's chat completions. For facts that a row does not state, the vendor counts as unknown.
#[derive(Clone, Copy, Debug)]
pub struct Vendor {
    /// The name by which a caller selects the vendor.
    pub name: &'static str,
    /// The hosts of its addresses: an entry matches the host and its subdomains. An entry that begins with `:` is a
    /// port of this machine.
    pub hosts: &'static [&'static str],
    /// The fields of the assistant's messages that the vendor gets back. `None`: as for an unknown vendor.
    pub message_fields: Option<Names>,
    /// The fields of calls that the vendor gets back. `None`: as for an unknown vendor.
    pub call_fields: Option<Names>,
    /// The types of unmodelled parts that the vendor accepts. `None`: as for an unknown vendor.
    pub parts: Option<Names>,
    /// True if the vendor refuses fields that it does not know. Others ignore them, so a body that is repaired keeps them.
    pub refuses_unknown: bool,
    /// Cache breakpoints (`cache_control`) in parts.
    pub breakpoints: Breakpoints,
    /// The models that want their reasoning on each message with calls while they think, even if it is empty.
    pub needs_reasoning: Models,
    /// The models that think unless the request switches it off.
    pub thinks: Models,
    /// The role `developer`.
    pub developer: Developer,
    /// True if the server writes the prompt by the template of the model, which may refuse instructions that do not come
    /// first.
    pub renders_templates: bool,
    /// True if roles must alternate: words of the user, then of the assistant, and the user last.
    pub alternates: bool,
    /// True if the vendor refuses a request without words of the user.
    pub needs_user: bool,
    /// True if arguments of calls must be JSON.
    pub reads_arguments: bool,
    /// True if the content of a result must be one text, not a list of texts.
    pub joins_results: bool,
    /// The places where the vendor takes pictures.
    pub pictures: Pictures,
    /// The models that see pictures.
    pub sees: Models,
    /// True if the vendor takes files.
    pub takes_files: bool,
    /// The answers without words that the vendor refuses.
    pub silence: Silence,
    /// True if declarations of tools may be `strict`.
    pub takes_strict: bool,
    /// True if the vendor serves models of several makers, each of which gets only its own reasoning.
    pub is_router: bool,
    /// The vendor's name, for people.
    pub title: &'static str,
    /// The vendor's words when a request is too long.
    pub overflow: &'static [&'static str],
    /// The sources of the row.
    pub sources: &'static [&'static str],
}

/// Models of a vendor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Models {
    /// None of them.
    None,
    /// All of them.
    All,
    /// The models whose names hold one of these words, in lower case.
    Named(Names),
}

impl Models {
    /// Reports whether the model is one of them. A request without a model is for none that is named.
    pub fn include(self, model: Option<&str>) -> bool {
        match self {
            Self::None => false,
            Self::All => true,
            Self::Named(words) => model.is_some_and(|model| {
                let model = model.to_ascii_lowercase();
                words.iter().any(|word| find(&model, word).is_some())
            }),
        }
    }
}

/// A vendor's treatment of the role `developer`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Developer {
    /// As OpenAI does.
    Taken,
    /// Nothing is known: a request that is written holds `system` in its place, and a body that is repaired keeps it.
    Unknown,
    /// The vendor refuses it.
    Refused,
}

/// Answers without words that a vendor refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// None is known to be refused.
    Taken,
    /// Answers that say nothing and call nothing.
    Refused,
    /// Also an empty text in a message with calls.
    RefusedBesideCalls,
}

/// The places where a vendor takes pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pictures {
    /// In messages of the user. Its treatment of results of tools is not known.
    InMessages,
    /// In messages of the user, not in results of tools.
    NotInResults,
    /// In messages of the user, and in results of tools.
    InResults,
}

/// A vendor's treatment of cache breakpoints in parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breakpoints {
    /// The vendor refuses them. They are left out.
    Refused,
    /// The caller's own breakpoints are sent. No others are added, because it is unknown how the vendor uses them.
    Sent,
    /// The vendor uses them to cache, and others may be added.
    Taken {
        /// True if they are on the message of a result, and not on its parts.
        on_results: bool,
        /// True if they may live for an hour.
        for_an_hour: bool,
    },
}

/// Vendors have distinct names.
impl PartialEq for Vendor {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Vendor {}

impl Vendor {
    /// The fields beyond OpenAI's that the vendor accepts in this place. `unknown` are the fields for an unknown
    /// vendor.
    pub fn fields(&self, place: FieldPlace, unknown: fn(FieldPlace) -> Names) -> Names {
        match place {
            FieldPlace::Message(Role::Assistant) => self.message_fields.unwrap_or_else(|| unknown(place)),
            FieldPlace::Call => self.call_fields.unwrap_or_else(|| unknown(place)),
            FieldPlace::Text | FieldPlace::Media if self.breakpoints == Breakpoints::Refused => &[],
            FieldPlace::Text
            | FieldPlace::Media
            | FieldPlace::Message(Role::System | Role::User | Role::Tool)
            | FieldPlace::Reasoning => unknown(place),
        }
    }
}
