//! Fields and parts that are defined beside the modelled ones.

use crate::message::Role;
use crate::sanitize::{Pattern, RequestOptions};

/// The fields and parts that a target defines beside the modelled ones.
#[derive(Clone, Copy, Debug)]
pub struct FieldRules {
    /// The fields that are defined in this place.
    pub defined: fn(FieldPlace) -> &'static [&'static str],
    /// Reports whether the field means the same in this place whatever format it came from.
    pub is_shared: fn(FieldPlace, &str) -> bool,
    /// Fields of parts, calls, results and items that are not defined here are sent back to the format that they came
    /// from, but for these, which its clients add to answers. `None` where the provider refuses every field that is not
    /// defined.
    pub not_sent_back: Option<&'static [&'static str]>,
    /// The fields of vendors that speak the format.
    pub vendors: Option<&'static VendorFields>,
    /// The types of unmodelled parts that the target defines.
    pub parts: &'static [&'static str],
    /// The form of a speaker's name; `None` where messages have none.
    pub speaker_name: Option<Pattern>,
    /// The roles whose messages have a name.
    pub named_roles: &'static [Role],
}

/// A place that can hold fields which are not modelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldPlace {
    /// A message of this role.
    Message(Role),
    /// A part of text.
    Text,
    /// A picture, a sound or a document.
    Media,
    /// Reasoning.
    Reasoning,
    /// A call.
    Call,
}

/// Fields and parts that vendors add to a format that others define, too. They go back to the vendor that they came from.
#[derive(Debug)]
pub struct VendorFields {
    /// The fields in this place.
    pub fields: fn(FieldPlace) -> &'static [&'static str],
    /// The types of the parts.
    pub parts: &'static [&'static str],
    /// Reports whether the requested model, the first argument, takes back fields that the model of the second argument
    /// added. `None` when that model is unknown.
    pub takes_back: fn(&str, Option<&str>) -> bool,
}

impl FieldRules {
    /// No fields but these. `is_shared` tells which of them mean the same whatever format they came from.
    pub const fn only(
        defined: fn(FieldPlace) -> &'static [&'static str],
        is_shared: fn(FieldPlace, &str) -> bool,
    ) -> Self {
        Self {
            defined,
            is_shared,
            not_sent_back: None,
            vendors: None,
            parts: &[],
            speaker_name: None,
            named_roles: &[],
        }
    }
}

impl VendorFields {
    /// Reports whether the fields that `maker` added go back to the model that the options name.
    pub fn go_back(&self, options: &RequestOptions, maker: Option<&str>) -> bool {
        let takes_back =
            || options.capabilities.model.as_deref().is_some_and(|asked| (self.takes_back)(asked, maker));
        options.capabilities.reasoning_content.unwrap_or_else(takes_back)
    }
}
